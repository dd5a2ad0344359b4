#include "races.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace scanlab::diagrams {

Races::Races(const Recording& recording, const Dataflow& flow) : recording_(recording), flow_(flow) {
    find_races();
    find_neighbours();
}

/// For every race the writes that it may be about.
void Races::find_races() {
    std::map<std::pair<int, int>, int> barriers;
    for (const Event& e : recording_.events) {
        if (e.kind == Event::Kind::barrier) ++barriers[{e.launch, e.block}];
        barriers_at_.push_back(barriers[{e.launch, e.block}]);
    }
    for (const Finding& finding : recording_.findings) {
        if (!is_race(finding)) continue;
        Race race{&finding, {}};
        for (std::size_t i = 0; i < recording_.events.size(); ++i) {
            const Event& e = recording_.events[i];
            if (e.kind == Event::Kind::write && e.variable >= 0 &&
                recording_.variables[e.variable].name == finding.variable)
                race.writes.push_back(i);
        }
        races_.push_back(std::move(race));
    }
}

const Finding* Races::of(const Term& term) const {
    const Value& brought = flow_.values[term.value];
    if (!brought.in_memory()) return nullptr;
    const bool is_shared = recording_.variables[brought.variable].in_shared_memory();
    const Event& read = recording_.events[term.event];
    for (const Race& race : races_)
        for (const std::size_t w : race.writes) {
            const Event& write = recording_.events[w];
            const std::pair lines(read.at.line, write.at.line);
            const bool same_block = write.block == read.block;
            if (write.variable == brought.variable && write.index == brought.index &&
                write.launch == read.launch && !(same_block && write.thread == read.thread) &&
                (same_block ? barriers_at_[w] == barriers_at_[term.event] : !is_shared) &&
                (lines == std::pair(race.finding->at.line, race.finding->other.line) ||
                 lines == std::pair(race.finding->other.line, race.finding->at.line)))
                return race.finding;
        }
    return nullptr;
}

/// The values that follow each other in a place of memory.
void Races::find_neighbours() {
    if (races_.empty()) return;
    before_.assign(flow_.values.size(), no_value);
    after_.assign(flow_.values.size(), no_value);
    std::map<std::tuple<int, int, int, long long>, std::size_t> latest;
    for (std::size_t v = 0; v < flow_.values.size(); ++v) {
        const Value& stored = flow_.values[v];
        if (!stored.in_memory()) continue;
        const bool is_shared = recording_.variables[stored.variable].in_shared_memory();
        const auto [known, is_first] =
            latest.try_emplace({is_shared ? stored.launch : -1, is_shared ? stored.block : -1,
                                stored.variable, stored.index},
                               v);
        if (is_first) continue;
        before_[v] = known->second;
        after_[std::exchange(known->second, v)] = v;
    }
}

/// Whether another thread than the reader's has stored the value, with no barrier between the two.
bool Races::may_be_swapped(std::size_t stored, const Event& read, std::size_t at) const {
    const Value& v = flow_.values[stored];
    const bool same_block = v.block == read.block;
    return v.origin != Value::Origin::input && v.launch == read.launch &&
           !(same_block && v.thread == read.thread) && (!same_block || v.barriers == barriers_at_[at]);
}

/// The same additions, of what threads would have read in another order.
class Races::Rerun {
public:
    Rerun(const Races& races, First first)
        : races_(races), first_(first), sums_(races.flow_.values.size()),
          is_visited_(races.flow_.values.size()) {}

    /// Empty if the result would be wrong.
    std::vector<Provenance> sums() {
        const Dataflow& flow = races_.flow_;
        for (std::size_t i = 0; i < flow.outputs.size(); ++i)
            if (flow.outputs[i] == no_value ||
                sum(flow.outputs[i]) != expected_inputs(races_.recording_, i))
                return {};
        std::vector<Provenance> result;
        for (std::size_t v = 0; v < flow.values.size(); ++v)
            result.push_back(sum(v).value_or(flow.values[v].inputs));
        return result;
    }

private:
    /// Nothing if the value is never stored, or is made from itself.
    std::optional<Provenance> sum(std::size_t v) {
        if (v == no_value) return std::nullopt;
        if (is_visited_[v]) return sums_[v];
        is_visited_[v] = true;
        const Value& made = races_.flow_.values[v];
        if (made.origin != Value::Origin::copy && made.origin != Value::Origin::sum) {
            if (made.origin != Value::Origin::garbage) sums_[v] = made.inputs;
            return sums_[v];
        }
        std::map<int, int> times;
        for (const Term& term : made.terms) {
            const auto brought = sum(source(term));
            if (!brought) return std::nullopt;
            for (const auto& [input, count] : *brought) times[input] += term.sign * count;
        }
        std::erase_if(times, [](const auto& entry) { return entry.second == 0; });
        return sums_[v] = Provenance(times.begin(), times.end());
    }

    /// The value that the reader would have found.
    std::size_t source(const Term& term) const {
        std::size_t found = term.value;
        if (races_.of(term) == nullptr) return found;
        const Event& read = races_.recording_.events[term.event];
        const auto may_be_swapped = [&](std::size_t v) {
            return v != no_value && races_.may_be_swapped(v, read, term.event);
        };
        if (first_ == First::reads)
            while (may_be_swapped(found)) found = races_.before_[found];
        else
            while (may_be_swapped(races_.after_[found])) found = races_.after_[found];
        return found;
    }

    const Races& races_;
    First first_;
    std::vector<std::optional<Provenance>> sums_;
    std::vector<bool> is_visited_;
};

std::vector<Provenance> Races::intended() const {
    if (races_.empty()) return {};
    std::vector<Provenance> sums = Rerun(*this, First::reads).sums();
    return sums.empty() ? Rerun(*this, First::writes).sums() : sums;
}

} // namespace scanlab::diagrams
