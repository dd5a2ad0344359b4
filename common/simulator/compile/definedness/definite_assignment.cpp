#include "compile/definedness/definite_assignment.hpp"

#include "compile/ir/blocks.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace scanlab::instrument {

namespace {

/// The places are those offsets of variables that some step needs.
class DefiniteAssignment {
public:
    DefiniteAssignment(const std::vector<std::string_view>& body,
                       const std::vector<AssignmentStep>& steps)
        : blocks_(blocks_of(body)), steps_of_line_(body.size()) {
        for (const AssignmentStep& step : steps) {
            steps_of_line_[step.line].push_back(&step);
            for (const std::size_t offset : step.needed)
                places_.emplace(Place{step.variable, offset}, places_.size());
        }
    }

    std::set<std::size_t> violations() {
        if (places_.empty()) return {};
        solve();
        std::set<std::size_t> variables;
        for (std::size_t b = 0; b < blocks_.size(); ++b)
            for_steps(b, [&](const AssignmentStep& step, const Assigned& assigned) {
                if (!has_needed(step, assigned)) variables.insert(step.variable);
            });
        return variables;
    }

private:
    using Place = std::pair<std::size_t, std::size_t>; ///< variable and offset
    using Assigned = std::vector<bool>;                ///< by a place's number

    /// The greatest fixed point: all is assigned everywhere but where the function begins, until a way
    /// is found on which it is not.
    void solve() {
        before_.assign(blocks_.size(), Assigned(places_.size(), true));
        before_[0].assign(places_.size(), false);
        for (bool changes = true; changes;) {
            changes = false;
            for (std::size_t b = 0; b < blocks_.size(); ++b) {
                const Assigned after = for_steps(b, [](const AssignmentStep&, const Assigned&) {});
                for (const std::size_t next : blocks_[b].successors)
                    changes |= intersect(before_[next], after);
            }
        }
    }

    /// Calls each(step, what is assigned by then); returns what is assigned after the block.
    template <class Each>
    Assigned for_steps(std::size_t block, Each each) const {
        Assigned assigned = before_[block];
        for (std::size_t i = blocks_[block].first; i < blocks_[block].end; ++i)
            for (const AssignmentStep* step : steps_of_line_[i]) {
                assign(assigned, *step);
                each(*step, assigned);
            }
        return assigned;
    }

    void assign(Assigned& assigned, const AssignmentStep& step) const {
        for (auto place = places_.lower_bound({step.variable, step.begin});
             place != places_.end() && place->first < Place{step.variable, step.end}; ++place)
            assigned[place->second] = true;
    }

    bool has_needed(const AssignmentStep& step, const Assigned& assigned) const {
        return std::ranges::all_of(step.needed, [&](std::size_t offset) {
            return assigned[places_.at({step.variable, offset})];
        });
    }

    /// Whether that takes anything away.
    static bool intersect(Assigned& assigned, const Assigned& other) {
        bool changes = false;
        for (std::size_t p = 0; p < assigned.size(); ++p)
            if (assigned[p] && !other[p]) {
                assigned[p] = false;
                changes = true;
            }
        return changes;
    }

    std::vector<BasicBlock> blocks_;
    std::vector<std::vector<const AssignmentStep*>> steps_of_line_;
    std::map<Place, std::size_t> places_; ///< with their numbers
    std::vector<Assigned> before_;        ///< what is assigned where a block begins
};

} // namespace

std::set<std::size_t> not_definitely_assigned(const std::vector<std::string_view>& body,
                                              const std::vector<AssignmentStep>& steps) {
    return DefiniteAssignment(body, steps).violations();
}

} // namespace scanlab::instrument
