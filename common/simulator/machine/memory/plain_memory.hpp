/// \file
/// The host's memory that no device has to do with, which is nearly all of it. Device memory and the
/// program's device variables lie below it, so one comparison tells: functions that only the host runs
/// make it themselves, before they call a hook (compile/hooks/host_functions.hpp).
#pragma once

#include <cstdint>

/// Plain memory has this address or a higher one. The largest number while each access matters.
extern "C" [[gnu::visibility("default")]] std::uintptr_t __scanlab_host_memory;

namespace scanlab::sim::plain_memory {

/// What lies below this address is none.
void begins_behind(std::uintptr_t end);

/// Why each access of the host's matters for a while: some of its memory is registered, or copied to,
/// or it has just made a mistake.
enum class Reason : unsigned { registered, copied, bad_index };
void look_at_all(Reason why, bool is_so);

/// While threads of a device run, functions that they should not reach are looked at, too.
class DeviceRuns {
public:
    DeviceRuns();
    ~DeviceRuns();
    DeviceRuns(const DeviceRuns&) = delete;
    DeviceRuns& operator=(const DeviceRuns&) = delete;
};

} // namespace scanlab::sim::plain_memory
