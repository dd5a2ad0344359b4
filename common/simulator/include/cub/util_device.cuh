/// \file
/// Questions to the device.
#pragma once

#include "util_debug.cuh"

namespace cub {

inline cudaError_t SmVersion(int& version, int device = 0) {
    cudaDeviceProp properties;
    const cudaError_t error = cudaGetDeviceProperties(&properties, device);
    if (error == cudaSuccess) version = properties.major * 100 + properties.minor * 10;
    return error;
}
inline cudaError_t PtxVersion(int& version) { return SmVersion(version); }
inline int CurrentDevice() {
    int device = -1;
    return cudaGetDevice(&device) == cudaSuccess ? device : -1;
}
inline int DeviceCount() {
    int count = -1;
    return cudaGetDeviceCount(&count) == cudaSuccess ? count : -1;
}
/// How many such blocks a multiprocessor holds.
template <class Kernel>
cudaError_t MaxSmOccupancy(int& blocks, Kernel kernel, int threads, int dynamic_shared_bytes = 0) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, kernel, threads, static_cast<std::size_t>(dynamic_shared_bytes));
}
inline cudaError_t SyncStream(cudaStream_t stream) { return cudaStreamSynchronize(stream); }

} // namespace cub
