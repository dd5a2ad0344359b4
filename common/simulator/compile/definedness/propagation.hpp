/// \file
/// Values that do not count yet: what a function only moves or calculates with, on the way to one of
/// its variables, to the next store, or to another function. If they were never set, that is found
/// where they count.
#pragma once

#include "compile/definedness/interprocedural.hpp"
#include "compile/definedness/lane_exchange.hpp"
#include "compile/ir/loops.hpp"

namespace scanlab::instrument {

class Propagation {
public:
    /// `definition`: the function's first line. What it does with its parameters is told to
    /// `interprocedural`.
    Propagation(std::string_view definition, const Uses& uses, OwnVariables& variables,
                const Selections& selections, const ExchangedLoads& exchanged,
                Interprocedural& interprocedural);

    /// The function is a kernel: the host may not have set all members of its parameters.
    void note_arguments_of_host();
    /// Once that is known of all functions: lets the variables, and other functions, know which of them
    /// may get what was never set. Whether some did not know; then what that changes elsewhere has to
    /// be asked for again.
    bool propagate();
    /// Once nothing changes any more.
    void finish();

    /// Whether what the line loads keeps the bits of what was never set, wherever it is moved to.
    bool is_propagated(Line load) const { return propagated_.contains(load->data()); }
    /// Whether what comes of it is what the next store takes, or a branch that selects; or whether the
    /// line is that store, into one of the function's variables, or that branch.
    bool is_deferred(Line line) const { return deferred_.contains(line->data()); }
    /// Whether it is a branch that selects that takes what comes of it.
    bool is_selected(Line load) const { return selected_.contains(load->data()); }
    /// Whether it is what the next store puts elsewhere as it is.
    bool is_moved(Line load) const { return moved_.contains(load->data()); }
    /// Whether a function is called whose result may never have been set, and more is done with it than
    /// to move it.
    bool is_result_used(Line call) const { return used_results_.contains(call->data()); }

private:
    /// A value, and where it goes.
    struct Source {
        Line line; ///< the load or the call that gives it
        Flow flow;
    };
    void read_parameters(std::string_view definition);
    Flow flow_of(std::string_view value) const;
    Interprocedural::Use use_of_parameter(const Flow& flow) const;
    bool is_never_read(std::string_view variable) const;
    bool is_returned(std::string_view pointer) const;
    Line next_store(Line load, bool is_own) const;
    bool only_selects(const Source& source) const;
    bool is_launched(const Source& source, const Argument& argument) const;
    bool is_followed(const Source& source) const;
    bool gets_lost(const Source& source);
    bool is_sum(const Flow& flow) const;
    bool is_of_memory(Line line) const;
    bool is_for_exchange(Line load) const;
    bool may_be_undefined(Line source) const;
    bool may_spoil_sums(const Source& source) const;
    bool may_spoil_selected(const Source& source) const;
    bool may_spoil(const Source& source) const;
    bool is_cheap_to_watch(std::string_view variable) const;
    void read_whole_results();
    bool propagate_whole_results();
    bool propagate_from_parameters();
    bool propagate_from_results();
    bool propagate_from(const Source& source);
    void note(const Source& source);
    bool is_moved(const Source& source) const;
    bool is_found_elsewhere(const Source& source) const;

    std::string_view name_; ///< "@f"
    const Uses& uses_;
    OwnVariables& variables_;
    const Selections& selections_;
    Loops loops_;
    Interprocedural& interprocedural_;
    bool is_pruned_ = false;
    std::set<std::string_view> exchanged_; ///< variables that are brought to a shuffle
    std::vector<Source> sources_;          ///< those that do not count at once
    std::vector<Line>
        calls_; ///< of functions that may return what was never set; others are not known yet
    std::map<std::size_t, std::vector<std::string_view>> parameters_; ///< the variables that keep them
    std::vector<std::string_view> whole_results_;                     ///< variables that it returns
    std::vector<std::pair<std::string_view, std::string_view>>
        results_kept_; ///< functions, and the variables that get what they return
    std::vector<std::string_view> whole_parameters_; ///< where all of them are kept, in pieces or not
    std::set<const char*> propagated_, deferred_, selected_, moved_,
        used_results_; ///< where the lines begin
};

} // namespace scanlab::instrument
