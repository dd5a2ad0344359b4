/// \file
/// CUB's allocator. It caches nothing here, where allocating is cheap, so that what is used after it
/// was given back is found.
#pragma once

#include "util_debug.cuh"

namespace cub {

struct CachingDeviceAllocator {
    static constexpr unsigned INVALID_BIN = ~0u;
    static constexpr std::size_t INVALID_SIZE = ~std::size_t{0};

    explicit CachingDeviceAllocator(unsigned = 8, unsigned = 3, unsigned = INVALID_BIN,
                                    std::size_t = INVALID_SIZE, bool = false, bool = false) {}
    CachingDeviceAllocator(bool, bool) {}

    cudaError_t DeviceAllocate(void** memory, std::size_t bytes, cudaStream_t = nullptr) {
        return cudaMalloc(memory, bytes);
    }
    cudaError_t DeviceAllocate(int, void** memory, std::size_t bytes, cudaStream_t = nullptr) {
        return cudaMalloc(memory, bytes);
    }
    cudaError_t DeviceFree(void* memory) { return cudaFree(memory); }
    cudaError_t DeviceFree(int, void* memory) { return cudaFree(memory); }
    cudaError_t FreeAllCached() { return cudaSuccess; }
    cudaError_t SetMaxCachedBytes(std::size_t) { return cudaSuccess; }
};

} // namespace cub
