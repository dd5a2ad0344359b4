#include "machine/base/ending.hpp"

#include "findings/findings.hpp"
#include "machine/base/events.hpp"
#include "machine/base/host_lock.hpp"
#include "platform/platform.hpp"
#include "scanlab_sim/findings.hpp"

#include <utility>

namespace scanlab::sim {

namespace {
bool has_begun = false;
void (*at_early_end)() = nullptr;
} // namespace

void call_at_early_end(void (*function)()) { at_early_end = function; }

bool begin_to_end() { return !std::exchange(has_begun, true); }

void tell_the_end() {
    activate_all();
    announce<&Watcher::program_ends>();
    list_findings();
}

void finish_early() {
    keep_host_lock_if_free();
    if (begin_to_end()) tell_the_end();
    if (at_early_end) std::exchange(at_early_end, nullptr)();
    platform::flush_output();
}

} // namespace scanlab::sim
