#include "machine/base/ending.hpp"

#include "findings/findings.hpp"
#include "machine/base/events.hpp"
#include "machine/base/host_lock.hpp"
#include "platform/platform.hpp"

#include <utility>

namespace scanlab::sim {

namespace {
bool has_begun = false;
} // namespace

bool begin_to_end() { return !std::exchange(has_begun, true); }

void tell_the_end() {
    activate_all();
    announce<&Watcher::program_ends>();
    list_findings();
}

void finish_early() {
    keep_host_lock_if_free();
    if (begin_to_end()) tell_the_end();
    platform::flush_output();
}

} // namespace scanlab::sim
