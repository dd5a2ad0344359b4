/// \file
/// What all functions of scanlab.cuh have in common: CUB's protocol of two calls, checks of arguments,
/// and elements that need not lie in an array.
#pragma once

#include "ceil_div.hpp"

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace scanlab {

/// Threads of a block. Tests have small ones, so that short arrays have many tiles.
#ifdef SCANLAB_BLOCK
constexpr int block_of_calls = SCANLAB_BLOCK;
#else
constexpr int block_of_calls = 256;
#endif

/// Whether the address of an array is a multiple of this many bytes.
template <class T>
__host__ __device__ bool is_aligned(const T* array, std::size_t bytes) {
    return reinterpret_cast<std::uintptr_t>(array) % bytes == 0;
}

/// Whether a kernel can use these elements: an array has an address that suits its type.
template <class Elements>
bool is_usable(const Elements& elements) {
    if constexpr (std::is_pointer_v<Elements>)
        return elements != nullptr && is_aligned(elements, alignof(std::remove_pointer_t<Elements>));
    return true;
}

/// Whether two arrays of n elements share bytes. Elements that are no array count as apart.
template <class A, class B>
bool overlap(const A& a, const B& b, std::size_t n) {
    if constexpr (std::is_pointer_v<A> && std::is_pointer_v<B>) {
        const auto of_a = reinterpret_cast<std::uintptr_t>(a),
                   of_b = reinterpret_cast<std::uintptr_t>(b);
        return of_a < of_b + n * sizeof *b && of_b < of_a + n * sizeof *a;
    }
    return false;
}

/// Whether the output may take the place of the input: if they are the same array, or apart.
template <class A, class T>
bool same_or_apart(const A& in, const T* out, std::size_t n) {
    if constexpr (std::is_same_v<A, const T*>)
        if (in == out) return true;
    return !overlap(in, out, n);
}

/// An array as what a kernel reads; other elements as they are: anything with an operator[] for the
/// device.
template <class T>
const T* as_input(T* array) {
    return array;
}
template <class Elements>
Elements as_input(Elements elements) {
    return elements;
}

/// Room in shared memory for a T, whatever its constructors do: there they are not called.
template <class T>
struct alignas(T) Room {
    unsigned char bytes[sizeof(T)];
};

/// Without `storage`, sets `bytes` to the number that a call needs, and starts nothing. With it, sets
/// the first `zeros` of them to 0 and calls launch(). Returns cudaErrorInvalidValue if there are fewer,
/// if they are not aligned to 16 bytes, or if the call's arguments are not valid, and otherwise the
/// error of the launch.
template <class Launch>
cudaError_t call_with_storage(void* storage, std::size_t& bytes, std::size_t needed, std::size_t zeros,
                              bool is_valid, cudaStream_t stream, Launch launch) {
    if (storage == nullptr) {
        bytes = needed;
        return cudaSuccess;
    }
    if (!is_valid || bytes < needed || !is_aligned(static_cast<char*>(storage), 16))
        return cudaErrorInvalidValue;
    const cudaError_t error = cudaMemsetAsync(storage, 0, zeros, stream);
    if (error != cudaSuccess) return error;
    launch();
    return cudaGetLastError();
}

/// Device memory for calls of one stream after the other. It grows when a call needs more, so capture a
/// call in a graph only after one of its size. For example:
///
///     scanlab::Storage storage;
///     const auto call = [&](void* memory, std::size_t& bytes) {
///         return scanlab::inclusive_scan(memory, bytes, in, out, n, scanlab::Sum<float>{}, stream);
///     };
///     const cudaError_t error = storage.call(call);
class Storage {
public:
    Storage() = default;
    Storage(Storage&& other) noexcept
        : memory_(std::exchange(other.memory_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
    Storage& operator=(Storage&& other) noexcept {
        std::swap(memory_, other.memory_);
        std::swap(bytes_, other.bytes_);
        return *this;
    }
    ~Storage() { cudaFree(memory_); }

    /// Calls `function(memory, bytes)`, which returns an error, with as much memory as it asks for.
    template <class Function>
    cudaError_t call(Function function) {
        std::size_t needed = 0;
        cudaError_t error = function(static_cast<void*>(nullptr), needed);
        if (error == cudaSuccess && needed > bytes_) {
            error = cudaFree(std::exchange(memory_, nullptr)); // waits until nothing uses it
            bytes_ = 0;
            if (error == cudaSuccess) error = cudaMalloc(&memory_, needed);
            if (error == cudaSuccess) bytes_ = needed;
        }
        return error == cudaSuccess ? function(memory_, bytes_) : error;
    }

private:
    void* memory_ = nullptr;
    std::size_t bytes_ = 0;
};

} // namespace scanlab
