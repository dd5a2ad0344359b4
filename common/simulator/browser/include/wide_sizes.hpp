/// \file
/// CUDA's functions where `size_t` has 32 bits: a number of bytes of 64 bits keeps its value.
#pragma once

#include <cuda_runtime.h>

namespace scanlab::sim {

template <class T>
concept WiderThanSize = std::is_integral_v<T> && sizeof(T) > sizeof(std::size_t);

/// As many bytes, or more than there is of any memory here: then the call fails as it does on a GPU
/// that has less.
constexpr std::size_t as_size(unsigned long long bytes) {
    constexpr std::size_t most = static_cast<std::size_t>(-1) / 2;
    return bytes < most ? static_cast<std::size_t>(bytes) : most;
}

} // namespace scanlab::sim

template <class T, scanlab::sim::WiderThanSize Bytes>
SCANLAB_CALL_SITE cudaError_t cudaMalloc(T** pointer, Bytes bytes) {
    return cudaMalloc(pointer, scanlab::sim::as_size(bytes));
}
SCANLAB_HOST_ONLY_BEGIN
template <class T, scanlab::sim::WiderThanSize Bytes>
SCANLAB_CALL_SITE cudaError_t cudaMallocManaged(T** pointer, Bytes bytes,
                                                unsigned flags = cudaMemAttachGlobal) {
    return cudaMallocManaged(pointer, scanlab::sim::as_size(bytes), flags);
}
template <class T, scanlab::sim::WiderThanSize Bytes>
SCANLAB_CALL_SITE cudaError_t cudaMallocHost(T** pointer, Bytes bytes,
                                             unsigned flags = cudaHostAllocDefault) {
    return cudaMallocHost(pointer, scanlab::sim::as_size(bytes), flags);
}
template <class T, scanlab::sim::WiderThanSize Bytes>
SCANLAB_CALL_SITE cudaError_t cudaHostAlloc(T** pointer, Bytes bytes, unsigned flags) {
    return cudaHostAlloc(pointer, scanlab::sim::as_size(bytes), flags);
}
template <class T, scanlab::sim::WiderThanSize Bytes>
SCANLAB_CALL_SITE cudaError_t cudaMallocAsync(T** pointer, Bytes bytes, cudaStream_t stream) {
    return cudaMallocAsync(pointer, scanlab::sim::as_size(bytes), stream);
}
template <scanlab::sim::WiderThanSize Bytes>
SCANLAB_CALL_SITE cudaError_t cudaMemcpy(void* to, const void* from, Bytes bytes, cudaMemcpyKind kind) {
    return cudaMemcpy(to, from, scanlab::sim::as_size(bytes), kind);
}
template <scanlab::sim::WiderThanSize Bytes>
SCANLAB_CALL_SITE cudaError_t cudaMemcpyAsync(void* to, const void* from, Bytes bytes,
                                              cudaMemcpyKind kind, cudaStream_t stream = nullptr) {
    return cudaMemcpyAsync(to, from, scanlab::sim::as_size(bytes), kind, stream);
}
template <scanlab::sim::WiderThanSize Bytes>
SCANLAB_CALL_SITE cudaError_t cudaMemset(void* to, int value, Bytes bytes) {
    return cudaMemset(to, value, scanlab::sim::as_size(bytes));
}
template <scanlab::sim::WiderThanSize Bytes>
SCANLAB_CALL_SITE cudaError_t cudaMemsetAsync(void* to, int value, Bytes bytes,
                                              cudaStream_t stream = nullptr) {
    return cudaMemsetAsync(to, value, scanlab::sim::as_size(bytes), stream);
}
SCANLAB_HOST_ONLY_END
