/// \file
/// Properties of the current device, for launches that depend on them.
#pragma once

#include <cuda_runtime.h>

namespace scanlab {

/// An attribute of the current device, in the units of cudaDeviceGetAttribute; 0 if the device cannot
/// be asked. The driver is asked again only when the calling thread has changed to another device, so
/// that a launch does not have to wait for the answer.
template <cudaDeviceAttr ATTRIBUTE>
int device_attribute() {
    thread_local int asked_device = -1, value = 0;
    int device = 0;
    cudaGetDevice(&device);
    if (device != asked_device) {
        value = 0;
        cudaDeviceGetAttribute(&value, ATTRIBUTE, device);
        asked_device = device;
    }
    return value;
}

/// The current device's compute capability before the point: 9 for 9.0.
inline int compute_capability() { return device_attribute<cudaDevAttrComputeCapabilityMajor>(); }

} // namespace scanlab
