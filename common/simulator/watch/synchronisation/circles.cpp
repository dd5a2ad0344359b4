#include "watch/synchronisation/circles.hpp"

#include "machine/base/events.hpp"
#include "watch/watchers.hpp"

#include <algorithm>
#include <cstring>
#include <unordered_map>

namespace scanlab::sim::circles {

namespace {

/// One that is read or written in one place of the program, and what was read there last.
struct Visited {
    LastLoad load;
    bool is_read, is_strong;
};
/// What a thread has come to while it is looked at: few places, if it goes round in a loop.
struct Visits {
    std::vector<Visited> places;
    std::uint64_t before = 0; ///< the value that its last atomic access found
    std::size_t bytes = 0;    ///< of that
};
constexpr std::size_t most_places = 256;

std::unordered_map<const Thread*, Visits>& visits() {
    static auto& instance = *new std::unordered_map<const Thread*, Visits>;
    return instance;
}
/// The thread that has written each word last.
std::unordered_map<std::uintptr_t, const Thread*>& writers() {
    static auto& instance = *new std::unordered_map<std::uintptr_t, const Thread*>;
    return instance;
}

std::uint64_t value_at(const volatile void* address, std::size_t bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, const_cast<const void*>(address), std::min(bytes, sizeof value));
    return value;
}

bool is_own(const Thread& thread, const volatile void* address) {
    const auto writer = writers().find(reinterpret_cast<std::uintptr_t>(address));
    return writer != writers().end() && writer->second == &thread;
}

/// The thread comes to the address. News: it has not before; or reads there what it has not, and what
/// it has not written itself.
void visit(const Thread& thread, const Visited& visited) {
    auto& places = visits()[&thread].places;
    const bool own = is_own(thread, visited.load.address);
    const auto known = std::ranges::find_if(places, [&](const Visited& v) {
        return v.load.pc == visited.load.pc && v.load.address == visited.load.address;
    });
    if (known == places.end()) {
        ++now.news;
        if (places.size() == most_places) places.clear();
        places.push_back(visited);
    } else if (visited.is_read && known->load.value != visited.load.value) {
        ++(own ? now.changes : now.news);
        known->load.value = visited.load.value;
    }
    if (visited.is_read && !own) thread.warp->news_known[thread.lane] = now.news;
}

void access(Thread& thread, const MemoryAccess& a) {
    if (thread.stack.contains(a.address)) return;
    const auto* const address = reinterpret_cast<const volatile void*>(a.address);
    if (a.is_write) writers()[a.address] = &thread;
    visit(thread, {{address, a.is_write ? 0 : value_at(address, a.bytes), a.pc},
                   !a.is_write,
                   a.strength != Strength::plain});
}

void atomic(Thread& thread, const AtomicAccess& a, void*& place) {
    if (place != a.address) return;
    const std::uint64_t value = value_at(a.address, a.bytes);
    visits()[&thread].before = value;
    visits()[&thread].bytes = a.bytes;
    const bool is_read = a.kind == AtomicKind::load || a.kind == AtomicKind::compare_exchange;
    visit(thread, {{a.address, value, a.pc}, is_read, true});
}

/// An update that leaves the value as it is has only read it; one that changes it may have counted
/// something.
void atomic_stored(Thread& thread, const volatile void* address, MemoryOrder, Scope, Left) {
    Visits& all = visits()[&thread];
    const auto place = std::ranges::find_if(all.places, [&](const Visited& v) {
        return v.load.address == address && v.load.pc == now.atomic_pc;
    });
    if (place == all.places.end()) return;
    place->is_read = value_at(address, all.bytes) == all.before;
    if (!place->is_read) {
        ++now.changes;
        writers()[reinterpret_cast<std::uintptr_t>(address)] = &thread;
    } else {
        now.news += place->load.value != all.before;
        thread.warp->news_known[thread.lane] = now.news;
    }
    place->load.value = all.before;
}

} // namespace

Place place_of(const Thread& thread) {
    const auto found = visits().find(&thread);
    if (found == visits().end()) return {};
    Place best; // a strong read of what others write tells most
    for (const auto& [load, is_read, is_strong] : found->second.places) {
        const int rank = !is_read ? 1 : is_own(thread, load.address) ? 2 : is_strong ? 4 : 3;
        if (rank > best.rank) best = {&load, is_read, rank};
    }
    return best;
}

void watch(bool begins) {
    static int grids = 0; // that are looked at
    grids += begins ? 1 : -1;
    visits().clear();
    writers().clear();
    activate(watcher, grids > 0);
}

constinit const Watcher watcher{
    .access = access,
    .atomic = atomic,
    .atomic_stored = atomic_stored,
};

} // namespace scanlab::sim::circles
