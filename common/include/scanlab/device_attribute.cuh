/// \file
/// Properties of the current device, for launches that depend on them.
#pragma once

#include <cuda_runtime.h>

namespace scanlab {

/// An attribute of a device, in the units of cudaDeviceGetAttribute; 0 if the device cannot be asked. A
/// thread asks the driver once, so that a launch does not have to wait for the answer.
template <cudaDeviceAttr ATTRIBUTE>
int device_attribute(int device) {
    struct Answer {
        bool is_known;
        int value;
    };
    constexpr int REMEMBERED = 16; // devices
    thread_local Answer answers[REMEMBERED];
    if (device < REMEMBERED && answers[device].is_known) return answers[device].value;
    int value = 0;
    const bool is_known = cudaDeviceGetAttribute(&value, ATTRIBUTE, device) == cudaSuccess;
    if (device < REMEMBERED) answers[device] = {is_known, value};
    return value;
}

/// The same of the current device.
template <cudaDeviceAttr ATTRIBUTE>
int device_attribute() {
    int device = 0;
    cudaGetDevice(&device);
    return device_attribute<ATTRIBUTE>(device);
}

/// The current device's compute capability before the point: 9 for 9.0.
inline int compute_capability() { return device_attribute<cudaDevAttrComputeCapabilityMajor>(); }

} // namespace scanlab
