/// \file
/// Values that do not count yet: what a function only moves, or calculates with in floating point, from one of its variables to
/// another, or to shared memory. If they come from a variable that was never set, that is found where they count.
#pragma once

#include "module.hpp"
#include "own_variables.hpp"

#include <set>
#include <unordered_map>

namespace scanlab::instrument {

class Moves {
public:
    /// Lets the variables know which of them may get what was never set.
    Moves(const Lines& body, OwnVariables& variables);

    /// Whether what the line loads is only moved.
    bool contains(std::string_view load) const { return loads_.contains(load.data()); }
    /// The value that the line stores outside of the function's variables, if it may be one that was never set.
    std::optional<Operand> value_carried_out(std::string_view store) const;

private:
    /// Where a value goes.
    struct Flow {
        bool counts = false;
        std::vector<std::string_view> own;    ///< pointers to the function's variables
        std::vector<std::string_view> stores; ///< lines that store it elsewhere
    };
    void read_uses(const Lines& body);
    Flow flow_of(std::string_view load) const;
    void follow(std::string_view value, Flow& flow, std::set<std::string_view>& seen) const;
    void follow_into(std::string_view use, std::string_view value, Flow& flow, std::set<std::string_view>& seen) const;
    void follow_store(std::string_view store, std::string_view value, Flow& flow) const;
    bool is_returned(std::string_view pointer) const;
    void spread(const std::vector<std::pair<std::string_view, Flow>>& flows);

    OwnVariables& variables_;
    std::unordered_map<std::string_view, std::vector<std::string_view>> uses_; ///< by a value's name: the other lines in which it stands
    std::set<const char*> loads_, stores_;                                     ///< where the lines begin
};

} // namespace scanlab::instrument
