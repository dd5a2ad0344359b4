/// \file
/// The little that the simulator's tests share. They are CUDA programs like any other, so that a GPU
/// can run them too and confirm the tables that they compare with.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace test {

inline int failures = 0;

inline void expect(bool holds, const std::string& what) {
    constexpr int most_shown = 10;
    if (!holds && ++failures <= most_shown) std::fprintf(stderr, "FAILED: %s\n", what.c_str());
}

template <class T>
void expect_equal(const T& got, const T& expected, const std::string& what) {
    expect(got == expected, what + ": got " + std::to_string(got) + ", expected " + std::to_string(expected));
}

/// Ends the program if a call that a test relies on fails.
inline void must(cudaError_t error) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "FAILED: %s\n", cudaGetErrorString(error));
    std::exit(1);
}

/// An array in device memory.
template <class T>
class DeviceArray {
public:
    explicit DeviceArray(std::size_t size, T value = T{}) : DeviceArray(std::vector<T>(size, value)) {}
    explicit DeviceArray(const std::vector<T>& values) : size_(values.size()) {
        must(cudaMalloc(&data_, size_ * sizeof(T)));
        must(cudaMemcpy(data_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;
    ~DeviceArray() { cudaFree(data_); }

    T* data() { return data_; }

    /// The contents, after the launches before have run without error.
    std::vector<T> read() const {
        must(cudaGetLastError());
        must(cudaDeviceSynchronize());
        std::vector<T> values(size_);
        must(cudaMemcpy(values.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
        return values;
    }

private:
    std::size_t size_;
    T* data_ = nullptr;
};

/// What a test's main returns.
inline int verdict() {
    if (failures == 0)
        std::puts("ok");
    else
        std::fprintf(stderr, "%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}

} // namespace test
