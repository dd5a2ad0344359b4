#include "memory.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace scanlab::diagrams {
namespace {

using EventKind = Event::Kind;
constexpr std::uint64_t word_bytes = 4, sector_bytes = 32, all_banks_bytes = 128;

std::uint64_t first_word(const Event& e) { return e.address / word_bytes; }
std::uint64_t last_word(const Event& e) {
    return (e.address + static_cast<std::uint64_t>(e.bytes) - 1) / word_bytes;
}

/// Puts the lanes of warps side by side.
class Accesses {
public:
    explicit Accesses(const Recording& recording) : recording_(recording) {}

    std::vector<WarpAccess> find() {
        for (std::size_t i = 0; i < recording_.events.size(); ++i) {
            const Event& e = recording_.events[i];
            if (e.kind == EventKind::barrier) ++barriers_[{e.launch, e.block}];
            if (e.kind == EventKind::sync) ++syncs_[{e.launch, e.block, e.warp}];
            if ((e.kind == EventKind::read || e.kind == EventKind::write) && e.variable >= 0) add(i);
        }
        for (WarpAccess& access : accesses_)
            std::sort(access.events.begin(), access.events.end(), [&](std::size_t a, std::size_t b) {
                return recording_.events[a].thread < recording_.events[b].thread;
            });
        return std::move(accesses_);
    }

private:
    void add(std::size_t i) {
        const Event& e = recording_.events[i];
        if (e.is_atomic && e.kind == EventKind::write && ends_update(e)) return;
        last_[{e.block, e.thread}] = i;
        const int warp = e.thread / recording_.warp_size;
        const int met = barriers_[{e.launch, e.block}] + syncs_[{e.launch, e.block, warp}];
        // What reads and then writes may count as one instruction of the program.
        const int instruction = 2 * e.instruction + (e.kind == EventKind::write ? 1 : 0);
        const int before = executions_[{e.launch, e.block, e.thread, met, instruction}]++;
        const auto [known, is_new] =
            index_.try_emplace({e.launch, e.block, warp, met, instruction, before}, accesses_.size());
        if (is_new)
            accesses_.push_back({e.launch,
                                 e.block,
                                 warp,
                                 e.kind == EventKind::write,
                                 recording_.variables[e.variable].in_shared_memory(),
                                 {}});
        accesses_[known->second].events.push_back(i);
    }

    /// Whether the thread has just read what it writes: then both are one update.
    bool ends_update(const Event& e) const {
        const auto last = last_.find({e.block, e.thread});
        if (last == last_.end()) return false;
        const Event& read = recording_.events[last->second];
        return read.kind == EventKind::read && read.is_atomic && read.launch == e.launch &&
               read.address == e.address;
    }

    const Recording& recording_;
    std::vector<WarpAccess> accesses_;
    std::map<std::tuple<int, int>, int> barriers_;
    std::map<std::tuple<int, int, int>, int> syncs_;
    std::map<std::tuple<int, int, int, int, int>, int> executions_;
    std::map<std::tuple<int, int, int, int, int, int>, std::size_t> index_;
    std::map<std::tuple<int, int>, std::size_t> last_; ///< access of each thread
};

/// In which step each access belongs.
class Steps {
public:
    Steps(const Recording& recording, const std::vector<MadeInStep>& made) : recording_(recording) {
        for (const MadeInStep& m : made) {
            const Event& e = recording.events[m.event];
            made_[{e.launch, e.block, e.thread}][m.event] = m.step;
            last_in_launch_[e.launch] = std::max(last_in_launch_[e.launch], m.step);
        }
    }

    int of(const WarpAccess& access) const {
        std::map<int, int> votes;
        for (const std::size_t i : access.events) {
            const Event& e = recording_.events[i];
            const auto thread = made_.find({e.launch, e.block, e.thread});
            if (thread == made_.end()) continue;
            const auto next = thread->second.lower_bound(i);
            ++votes[next != thread->second.end() ? next->second : thread->second.rbegin()->second];
        }
        if (votes.empty()) {
            const auto last = last_in_launch_.find(access.launch);
            return last == last_in_launch_.end() ? 0 : last->second;
        }
        return std::max_element(votes.begin(), votes.end(),
                                [](const auto& a, const auto& b) { return a.second < b.second; })
            ->first;
    }

private:
    const Recording& recording_;
    std::map<std::tuple<int, int, int>, std::map<std::size_t, int>> made_;
    std::map<int, int> last_in_launch_;
};

} // namespace

std::vector<WarpAccess> warp_accesses(const Recording& recording) { return Accesses(recording).find(); }

int sectors(const WarpAccess& access, const Recording& recording) {
    std::set<std::uint64_t> touched;
    for (const std::size_t i : access.events) {
        const Event& e = recording.events[i];
        for (std::uint64_t word = first_word(e); word <= last_word(e); ++word)
            touched.insert(word * word_bytes / sector_bytes);
    }
    return static_cast<int>(touched.size());
}

int turns(const WarpAccess& access, const Recording& recording, int banks) {
    const Event& first = recording.events[access.events.front()];
    const int groups = std::max(1, first.bytes / static_cast<int>(word_bytes));
    const int lanes_of_group = std::max(1, recording.warp_size / groups);
    // What each bank has to serve, group by group. Atomics at one word take turns as well.
    std::map<int, std::map<std::uint64_t, std::multiset<std::uint64_t>>> wanted;
    for (const std::size_t i : access.events) {
        const Event& e = recording.events[i];
        const int group = e.thread % recording.warp_size / lanes_of_group;
        for (std::uint64_t word = first_word(e); word <= last_word(e); ++word) {
            auto& words = wanted[group][word % static_cast<std::uint64_t>(banks)];
            if (e.is_atomic || !words.contains(word)) words.insert(word);
        }
    }
    std::size_t result = 0;
    for (const auto& [group, of_banks] : wanted) {
        std::size_t busiest = 0;
        for (const auto& [bank, words] : of_banks) busiest = std::max(busiest, words.size());
        result += busiest;
    }
    return static_cast<int>(result);
}

std::vector<AccessInStep> accesses_in_steps(const Recording& recording,
                                            const std::vector<MadeInStep>& made) {
    const Steps steps(recording, made);
    std::map<int, std::uint64_t> begins; // of variables
    for (const Event& e : recording.events)
        if ((e.kind == EventKind::read || e.kind == EventKind::write) && e.variable >= 0) {
            const auto [begin, is_new] = begins.try_emplace(e.variable, e.address);
            begin->second = std::min(begin->second, e.address);
        }

    std::vector<AccessInStep> result;
    for (const WarpAccess& access : warp_accesses(recording)) {
        const Event& first = recording.events[access.events.front()];
        AccessInStep shown{.step = steps.of(access),
                           .block = access.block,
                           .warp = access.warp,
                           .work = first.is_atomic   ? "updates"
                                   : access.is_write ? "writes"
                                                     : "reads",
                           .array = recording.variables[first.variable].name,
                           .at = {},
                           .is_shared = access.is_shared,
                           .cost = access.is_shared ? turns(access, recording, recording.warp_size)
                                                    : sectors(access, recording),
                           .words = {}};
        if (first.at.file >= 0) shown.at = {recording.files[first.at.file], first.at.line};
        for (const std::size_t i : access.events) {
            const Event& e = recording.events[i];
            // Blocks have shared arrays of one name each, at addresses of their own.
            const std::uint64_t begin =
                access.is_shared
                    ? e.address - static_cast<std::uint64_t>(
                                      e.index * recording.variables[e.variable].element_bytes)
                    : begins[e.variable];
            const std::uint64_t base = begin / all_banks_bytes * all_banks_bytes;
            for (std::uint64_t word = first_word(e); word <= last_word(e); ++word)
                shown.words.push_back({e.thread, static_cast<int>(word - base / word_bytes)});
        }
        result.push_back(std::move(shown));
    }
    return result;
}

} // namespace scanlab::diagrams
