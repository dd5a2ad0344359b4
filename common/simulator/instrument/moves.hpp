/// \file
/// Values that do not count yet: what a function only moves or calculates with, on the way to one of its variables or to the next
/// store. If they were never set, that is found where they count.
#pragma once

#include "own_variables.hpp"
#include "uses.hpp"

#include <set>

namespace scanlab::instrument {

class Moves {
public:
    /// Lets the variables know which of them may get what was never set.
    Moves(const Lines& body, const Uses& uses, OwnVariables& variables);

    /// Whether what the line loads keeps the bits of what was never set, wherever it is moved to.
    bool is_moved(Line load) const { return moved_.contains(load->data()); }
    /// Whether what comes of it is what the next store takes; or whether the line is that store, into one of the function's variables.
    bool is_carried(Line line) const { return carried_.contains(line->data()); }

private:
    /// Where a value goes.
    struct Flow {
        bool counts = false;
        bool is_calculated = false;        ///< by what does not hand on the bits of what was never set
        std::vector<Line> own;             ///< lines that store it in the function's variables
        std::vector<Line> stores;          ///< lines that store it elsewhere
        std::set<std::string_view> seen{};
    };
    Flow flow_of(Line load) const;
    void follow(std::string_view value, Flow& flow) const;
    void follow_into(Line use, std::string_view value, Flow& flow) const;
    void follow_store(Line store, std::string_view value, Flow& flow) const;
    bool is_returned(std::string_view pointer) const;
    Line next_store(Line load, bool is_own) const;
    bool is_sum(const Flow& flow) const;
    using Flows = std::vector<std::pair<Line, Flow>>;
    void spread(const Flows& flows);
    void note(Line load, const Flow& flow);

    const Uses& uses_;
    OwnVariables& variables_;
    std::set<const char*> moved_, carried_; ///< where the lines begin
};

} // namespace scanlab::instrument
