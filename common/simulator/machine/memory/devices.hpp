/// \file
/// The devices of the simulated machine: which of them the host uses, and which reaches whose memory.
/// All of them are alike, and all memory has addresses of its own.
#pragma once

#include <driver_types.h>

namespace scanlab::sim::devices {

/// Stands for the host where others have the number of a device: whom its memory belongs to, and who
/// works.
constexpr int host = -1;

/// The setting "devices".
int count();
inline bool is_one(int device) { return device >= 0 && device < count(); }

/// The one that the host's running thread uses: each begins with device 0.
int current();
void use(int device);
/// Whether some thread has used another than device 0.
bool several_are_used();

/// While one lives, the host's running thread uses this device.
class Used {
public:
    explicit Used(int device);
    ~Used();
    Used(const Used&) = delete;
    Used& operator=(const Used&) = delete;

private:
    int before_;
};

// Access to a peer's memory, for kernels. Copies need none.
bool could_access(int device, int peer);
cudaError_t enable_access(int device, int peer);
cudaError_t disable_access(int device, int peer);
void disable_all_access(int device);
/// Whether the device's kernels reach memory that belongs to the owner.
bool reaches(int device, int owner);

} // namespace scanlab::sim::devices
