// All that watches the machine, in the order in which it gets to know.
#include "watch/watchers.hpp"

#include <iterator>
#include <utility>

namespace scanlab::sim {

constinit const Watcher* const watchers[] = {
    &standstills, // reports deadlocks
    &checks,      // finds races, and what else is wrong with accesses and barriers
    &counters::watcher,
    &recorder::watcher,
    &synchronisations, // what orders threads, and what they leave, where choices are made
};

namespace {

constexpr unsigned all_watchers = (1u << std::size(watchers)) - 1;

/// The events whose listeners are known.
constexpr std::size_t most_events = sizeof(Watcher) / sizeof(void (*)());
unsigned* resolved[most_events];
std::size_t resolved_count = 0;

void set_active(unsigned active) {
    if (std::exchange(active_watchers, active) == active) return;
    while (resolved_count > 0) *resolved[--resolved_count] = unknown_listeners;
}

} // namespace

constinit unsigned active_watchers = all_watchers;

void activate(const Watcher& watcher, bool active) {
    for (std::size_t i = 0; i < std::size(watchers); ++i) {
        if (watchers[i] != &watcher) continue;
        const unsigned bit = 1u << i;
        set_active(active ? active_watchers | bit : active_watchers & ~bit);
    }
}

void activate_all() { set_active(all_watchers); }

void note_listeners(unsigned& listeners, unsigned found) {
    listeners = found;
    resolved[resolved_count++] = &listeners;
}

} // namespace scanlab::sim
