#include "watch/races/missing_order.hpp"

#include "watch/races/happens_before.hpp"
#include "watch/races/places.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace scanlab::sim::missing_order {

namespace {

/// A thread of the grid, as process() numbers it.
using ThreadNumber = std::uint64_t;

/// The latest store of some thread that a block has seen without acquiring what came before.
struct Seen {
    std::uint64_t store = 0;
    ThreadNumber by = 0;
    Epoch in = 0;            ///< the reader's epoch
    std::uint32_t place = 0; ///< of the read
};

struct Pair {
    std::uint64_t one, other;
    bool operator==(const Pair&) const = default;
};
struct HashOfPair {
    std::size_t operator()(const Pair& p) const { return p.one * 0x9E3779B97F4A7C15u ^ p.other; }
};

struct Suspect {
    std::uintptr_t address;
    std::uint64_t key;
    Finding finding;
    ThreadNumber reader;
    std::vector<std::uintptr_t> read_before; ///< what the reader has read strongly shortly before
    bool has_fenced = false;                 ///< the reader, since then
};

struct State {
    std::unordered_set<std::uintptr_t> flags;
    std::unordered_map<Pair, Seen, HashOfPair> seen; ///< by the reader's block and the writer
    std::unordered_map<Pair, std::uint64_t, HashOfPair>
        known; ///< the store read, by reader and address
    std::unordered_map<ThreadNumber, std::vector<std::uintptr_t>> recent; ///< strong reads
    std::vector<Suspect> suspects;
} state;

RepeatedFindings& reported() {
    static RepeatedFindings& instance = *new RepeatedFindings;
    return instance;
}

bool modifies(std::uint32_t access) { return places::nature_of(shadow::place_in(access)).modifies; }
bool is_volatile(std::uint32_t access) {
    return places::nature_of(shadow::place_in(access)).strength ==
           static_cast<unsigned>(Strength::is_volatile);
}

bool spins_on(const Thread& thread, std::uintptr_t address) {
    const LastLoad& last = thread.warp->last_load[thread.lane];
    return last.spins && reinterpret_cast<std::uintptr_t>(last.address) == address;
}

/// A thread reads a store that nothing orders before it. Whether it should have known that the store
/// was done: it has read another one, elsewhere, that its thread did later. (Reading the same address
/// again needs no order.)
bool was_announced(const Access& a, const Earlier& e) {
    const Thread& thread = a.thread;
    const Block& block = *thread.warp->block;
    const ThreadNumber reader = process(thread);
    const order::Store store = order::last_store(a.address);
    const std::uint32_t place = places::place_of(a.pc);

    std::uint64_t& known = state.known[{reader, a.address}];
    const bool is_new = known != store.number;
    known = store.number;
    Seen& seen = state.seen[{block.number, order::process(e.epoch, shadow::lane_in(e.access))}];
    const bool knows = seen.by == reader || seen.in < block.watched.ordered_below;
    const bool announced = is_new && knows && seen.place != place && seen.store > store.number;
    if (store.number > seen.store)
        seen = {store.number, reader, thread.warp->watched.epoch[thread.lane], place};
    return announced;
}

bool is_likely_of_read(const Access& a, const Earlier& e, bool some_volatile) {
    if (modifies(remembered(a)) || modifies(e.access)) return false;
    if (was_announced(a, e)) return true;
    if (order::would_be_ordered_by_wider_scope(e.epoch, e.lanes, a.thread)) return true;
    return some_volatile && !order::last_store(a.address).releases &&
           order::has_learned_from(e.epoch, shadow::lane_in(e.access), a.thread);
}

bool is_likely_of_write(const Access& a, const Earlier& e, bool some_volatile) {
    if (!some_volatile) return false;
    if (e.is_write) // one that reads the flag that the other has raised knows what it does
        return !(modifies(remembered(a)) && order::last_store(a.address).releases);
    return !modifies(remembered(a)) && !modifies(e.access) && !order::has_new_fence(a.thread) &&
           order::has_learned_from(e.epoch, static_cast<unsigned>(std::countr_zero(e.lanes)), a.thread);
}

} // namespace

void begin_launch() { state = {}; }

void note_flag(std::uintptr_t address) { state.flags.insert(address); }

bool is_likely(const Access& a, const Earlier& e) {
    const bool some_volatile = a.strength == Strength::is_volatile || is_volatile(e.access);
    if (modifies(e.access) && modifies(remembered(a))) return false;
    if (!a.is_write && spins_on(a.thread, a.address)) note_flag(a.address);
    if (state.flags.contains(a.address)) return false;
    const bool is_likely =
        a.is_write ? is_likely_of_write(a, e, some_volatile) : is_likely_of_read(a, e, some_volatile);
    return is_likely && !order::ordered(e.epoch, e.lanes, a.thread); // which may take long to find out
}

bool has_enough_suspects(std::uint64_t key) {
    constexpr int enough = 64;
    return std::count_if(state.suspects.begin(), state.suspects.end(),
                         [key](const Suspect& s) { return s.key == key; }) >= enough;
}

void suspect(std::uintptr_t address, std::uint64_t key, const Access& a, const Earlier& e,
             const Finding& finding) {
    const ThreadNumber reader =
        a.is_write ? order::process(e.epoch, static_cast<unsigned>(std::countr_zero(e.lanes)))
                   : process(a.thread);
    state.suspects.push_back({address, key, finding, reader, state.recent[reader]});
}

void note_fence(const Thread& thread) {
    if (state.suspects.empty()) return;
    for (Suspect& s : state.suspects) s.has_fenced |= s.reader == process(thread);
}

void note_read(const Thread& thread, std::uintptr_t address) {
    const ThreadNumber reader = process(thread);
    std::erase_if(state.suspects, [&](const Suspect& s) {
        return s.reader == reader && s.has_fenced && s.address != address &&
               std::ranges::count(s.read_before, address) > 0;
    });
    constexpr std::size_t enough = 16;
    std::vector<std::uintptr_t>& recent = state.recent[reader];
    if (!recent.empty() && recent.back() == address) return;
    if (recent.size() == enough) recent.erase(recent.begin());
    recent.push_back(address);
}

bool has_suspects() { return !state.suspects.empty(); }

void report_suspects() {
    for (const Suspect& s : state.suspects) {
        if (state.flags.contains(s.address) || reported().count_again(s.key)) continue;
        reported().add(s.key, report(s.finding));
    }
    state.suspects.clear();
}

} // namespace scanlab::sim::missing_order
