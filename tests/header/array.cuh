/// \file
/// What the tests of scanlab.cuh have in common: arrays at any address, and how many cases were wrong.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <vector>

inline int wrong = 0;

inline void require(bool is_true, const char* what) {
    if (is_true) return;
    if (++wrong <= 20) std::printf("WRONG: %s\n", what);
}
inline void require_success(cudaError_t error, const char* what) {
    if (error != cudaSuccess) std::printf("%s: %s\n", what, cudaGetErrorString(error));
    require(error == cudaSuccess, what);
}

/// An array on the device which begins `offset` elements after a multiple of 256 bytes.
template <class T>
class Array {
public:
    Array(std::size_t size, int offset) : offset_(offset) {
        require_success(cudaMalloc(&memory_, (size + offset) * sizeof(T) + 1), "cudaMalloc");
    }
    Array(const std::vector<T>& values, int offset) : Array(values.size(), offset) {
        require_success(
            cudaMemcpy(get(), values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice),
            "copy in");
    }
    Array(const Array&) = delete;
    ~Array() { cudaFree(memory_); }
    T* get() const { return memory_ + offset_; }
    std::vector<T> values(std::size_t size) const {
        std::vector<T> result(size);
        require_success(cudaMemcpy(result.data(), get(), size * sizeof(T), cudaMemcpyDeviceToHost),
                        "copy out");
        return result;
    }

private:
    T* memory_ = nullptr;
    int offset_;
};
