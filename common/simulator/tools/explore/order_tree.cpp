#include "order_tree.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace scanlab {

namespace {

using Kind = OrderStep::Kind;
using Clock = std::map<Process, std::size_t>;

void join(Clock& clock, const Clock& other) {
    for (const auto& [process, steps] : other) {
        std::size_t& own = clock[process];
        own = std::max(own, steps);
    }
}

bool knows(const Clock& clock, Process process, std::size_t step) {
    const auto known = clock.find(process);
    return known != clock.end() && known->second > step;
}

} // namespace

/// What lies before what, step by step.
class OrderTree::HappensBefore {
public:
    /// Returns the earlier steps that could as well come after this one: they conflict with it, and
    /// nothing between orders the two.
    std::vector<std::size_t> add(const std::vector<Node>& path, std::vector<Clock>& clocks) {
        const std::size_t number = clocks.size();
        const OrderStep& step = path[number].step;
        for (const auto& synchronisation : step.synchronisations) meet(synchronisation);
        if (number > 0) note_enabled(path[number - 1].step, step, clocks.back());

        Clock clock = of(step.process);
        std::vector<std::size_t> races;
        for (std::size_t i = number; i-- > 0;) {
            const OrderStep& earlier = path[i].step;
            if (!sim::conflict(earlier.done, step.done) || knows(clock, earlier.process, i)) continue;
            races.push_back(i);
            join(clock, clocks[i]);
        }
        note_arrival(step.done, clock);
        clock[step.process] = number + 1;
        clocks.push_back(clock);
        of_process_[step.process] = std::make_shared<const Clock>(std::move(clock));
        return races;
    }

private:
    Clock of(Process process) const {
        const auto found = of_process_.find(process);
        return found == of_process_.end() ? Clock{} : *found->second;
    }

    void meet(const std::vector<Process>& processes) {
        std::set<Shared> different;
        for (const Process p : processes)
            if (const auto found = of_process_.find(p); found != of_process_.end())
                different.insert(found->second);
        Clock all;
        for (const Shared& clock : different) join(all, *clock);
        const auto shared = std::make_shared<const Clock>(std::move(all));
        for (const Process p : processes) of_process_[p] = shared;
    }

    /// Who can go on only since the last step comes after it.
    void note_enabled(const OrderStep& last, const OrderStep& step, const Clock& clock) {
        for (const auto& [process, operation] : step.possible) {
            if (process == last.process || last.possible.contains(process)) continue;
            Clock own = of(process);
            join(own, clock);
            of_process_[process] = std::make_shared<const Clock>(std::move(own));
        }
    }

    /// Who knows that an mbarrier's phase has ended knows what those did who arrived.
    void note_arrival(const sim::Operation& done, Clock& clock) {
        if (done.effect == sim::Effect::arrives || done.effect == sim::Effect::ends_phase) {
            join(arrived_[done.address], clock);
            if (done.effect == sim::Effect::ends_phase) ended_[done.address] = arrived_[done.address];
        } else if (const auto ended = ended_.find(done.address); ended != ended_.end()) {
            join(clock, ended->second);
        }
    }

    using Shared = std::shared_ptr<const Clock>; ///< by all who have met
    std::map<Process, Shared> of_process_;
    std::map<std::uint64_t, Clock> arrived_, ended_; ///< by mbarrier
};

void OrderTree::add(const LaunchTrace& trace) {
    const bool is_first = path_.empty();
    const std::size_t known = is_first ? 0 : path_.size() - 1; // the last one was chosen anew
    take_over(trace);
    // Who looks in vain where it could have waited leaves everything as it was.
    const bool is_redundant = trace.is_redundant || (!is_first && path_[known].step.was_in_vain);
    ++(is_redundant ? redundant_ : orders_);
    if (!trace.is_redundant && is_redundant) {
        path_.resize(known + 1);
        return;
    }
    clocks_.clear();
    HappensBefore happens_before;
    while (clocks_.size() < path_.size()) note_races(happens_before, known);
    // A launch that is given up leaves some who could have gone on.
    for (const auto& [process, operation] : trace.left_over) {
        path_.push_back({{.process = process, .done = operation}, {}, {}});
        HappensBefore and_then = happens_before;
        note_races(and_then, known);
        path_.pop_back();
        clocks_.pop_back();
    }
}

/// Looks at the step after those that clocks_ knows.
void OrderTree::note_races(HappensBefore& happens_before, std::size_t known) {
    const std::size_t number = clocks_.size();
    const auto races = happens_before.add(path_, clocks_);
    if (number < known) return;
    for (const std::size_t earlier : races) reverse(earlier, number);
}

/// Who sleeps after a step: who did before it, and would do nothing that conflicts with it.
std::map<Process, sim::Effect> OrderTree::still_asleep(const Node& node) {
    std::map<Process, sim::Effect> asleep;
    for (const auto& [process, effect] : node.asleep) {
        const auto would = node.step.possible.find(process);
        const bool is_possible = would != node.step.possible.end();
        if (node.step.kind == Kind::block_start) { // where blocks are what is possible
            if (!is_possible) asleep[process] = effect;
        } else if (is_possible && process != node.step.process) {
            const sim::Operation operation{effect, would->second.address, would->second.bytes};
            if (!sim::conflict(operation, node.step.done)) asleep[process] = effect;
        }
    }
    return asleep;
}

/// The path becomes that of the trace; its beginning stays what it was, but for addresses, which each
/// run has its own of.
void OrderTree::take_over(const LaunchTrace& trace) {
    if (trace.steps.size() < path_.size()) throw BadTrace("a launch does not repeat itself");
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        const OrderStep& step = trace.steps[i];
        if (i < path_.size()) {
            if (path_[i].step.process != step.process)
                throw BadTrace("a launch does not repeat itself");
            path_[i].step = step;
            continue;
        }
        Node node{step, {step.process}, {}};
        if (step.kind == Kind::block_start)
            for (const auto& [block, operation] : step.possible) node.to_try.insert(block);
        if (i > 0) node.asleep = still_asleep(path_[i - 1]);
        path_.push_back(std::move(node));
    }
}

/// Sees to it that an order is tried in which the second of two steps comes before the first.
void OrderTree::reverse(std::size_t first, std::size_t second) {
    Node& node = path_[first];
    if (node.step.kind != Kind::chosen) return;
    // What could go on instead of the first step: it begins what lies between the two and does not come
    // after the first, or is the second.
    std::vector<std::size_t> between;
    std::set<Process> beginnings, seen;
    for (std::size_t i = first + 1; i <= second; ++i) {
        if (i < second && knows(clocks_[i], node.step.process, first)) continue;
        if (path_[i].step.was_in_vain) continue; // as if it had waited
        const Process process = path_[i].step.process;
        const bool is_first =
            seen.insert(process).second && std::ranges::none_of(between, [&](std::size_t earlier) {
                return knows(clocks_[i], path_[earlier].step.process, earlier);
            });
        if (is_first) beginnings.insert(process);
        between.push_back(i);
    }
    const auto is_tried = [&](Process p) { return node.to_try.contains(p) || node.asleep.contains(p); };
    if (std::ranges::any_of(beginnings, is_tried)) return;
    const auto can_go_on = [&](Process p) { return node.step.possible.contains(p); };
    if (const auto one = std::ranges::find_if(beginnings, can_go_on); one != beginnings.end())
        node.to_try.insert(*one);
    else
        for (const auto& [process, operation] : node.step.possible) node.to_try.insert(process);
}

std::optional<std::vector<sim::Choice>> OrderTree::next() {
    for (; !path_.empty(); path_.pop_back()) {
        Node& node = path_.back();
        node.asleep[node.step.process] =
            node.step.was_in_vain ? sim::Effect::reads : node.step.done.effect;
        const auto untried =
            std::ranges::find_if(node.to_try, [&](Process p) { return !node.asleep.contains(p); });
        if (untried == node.to_try.end()) continue;
        node.step.process = *untried;
        return choices();
    }
    return std::nullopt;
}

std::vector<sim::Choice> OrderTree::choices() const {
    LaunchTrace beginning;
    for (const Node& node : path_) beginning.steps.push_back(node.step);
    std::vector<sim::Choice> choices = choices_of(beginning, launch_);
    for (const auto& [process, effect] : path_.back().asleep)
        choices.push_back({launch_, path_.size() - 1, process, effect});
    return choices;
}

long long OrderTree::known_to_be_left() const {
    long long left = 0;
    for (const Node& node : path_)
        left += std::ranges::count_if(
            node.to_try, [&](Process p) { return p != node.step.process && !node.asleep.contains(p); });
    return left;
}

} // namespace scanlab
