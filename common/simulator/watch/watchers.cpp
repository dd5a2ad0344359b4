// All that watches the machine, in the order in which it gets to know.
#include "watch/watchers.hpp"

#include <iterator>
#include <utility>

namespace scanlab::sim {

constinit const Watcher* const watchers[] = {
    &standstills, // reports deadlocks
    &checks,      // finds races, and what else is wrong with accesses and barriers
    &lost_results::watcher,
    &copied_gaps::watcher,
    &counters::watcher,
    &recorder::watcher,
    &synchronisations, // what orders threads, and what they leave, where choices are made
    &circles::watcher, // where they go round in loops; active only if that is suspected
};

namespace {

constexpr unsigned usual_watchers = (1u << (std::size(watchers) - 1)) - 1; // all but the last

/// The events whose listeners are known.
constexpr std::size_t most_events = sizeof(Watcher) / sizeof(void (*)());
unsigned* resolved[most_events];
std::size_t resolved_count = 0;

void set_active(unsigned active) {
    if (std::exchange(active_watchers, active) == active) return;
    while (resolved_count > 0) *resolved[--resolved_count] = unknown_listeners;
}

} // namespace

constinit unsigned active_watchers = usual_watchers;

void activate(const Watcher& watcher, bool active) {
    for (std::size_t i = 0; i < std::size(watchers); ++i) {
        if (watchers[i] != &watcher) continue;
        const unsigned bit = 1u << i;
        set_active(active ? active_watchers | bit : active_watchers & ~bit);
    }
}

void activate_all() { set_active(usual_watchers); }

void note_listeners(unsigned& listeners, unsigned found) {
    listeners = found;
    resolved[resolved_count++] = &listeners;
}

} // namespace scanlab::sim
