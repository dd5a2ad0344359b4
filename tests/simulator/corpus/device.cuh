/// \file
/// What the programs of tests/simulator/planted_bugs and tests/simulator/correct_tricky share, so that each of them is
/// hardly more than its kernel.
#pragma once

#include <cuda_runtime.h>

#include <climits>
#include <cstdio>

/// Looks at a CUDA error, and tells if it is one. After a fault every call gives the same: once is
/// enough.
inline void check(cudaError_t error) {
    static cudaError_t told = cudaSuccess;
    if (error != cudaSuccess && error != told) std::fprintf(stderr, "CUDA error: %s\n", cudaGetErrorString(error));
    told = error;
}

/// Waits for the kernel, and looks at what became of it.
inline void finish() {
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
}

/// Device memory for `size` elements, not initialized.
template <class T>
class DeviceArray {
public:
    explicit DeviceArray(int size) : size_(size) { check(cudaMalloc(&data_, bytes())); }
    ~DeviceArray() { check(cudaFree(data_)); }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray& operator=(const DeviceArray&) = delete;

    T* get() const { return data_; }
    int size() const { return size_; }
    std::size_t bytes() const { return static_cast<std::size_t>(size_) * sizeof(T); }

    /// Sets all bits to zero.
    void clear() const { check(cudaMemset(data_, 0, bytes())); }

    /// Brings one element to the host.
    T operator[](int i) const {
        T value;
        check(cudaMemcpy(&value, data_ + i, sizeof(T), cudaMemcpyDeviceToHost));
        return value;
    }

private:
    T* data_ = nullptr;
    int size_;
};

/// The i-th of a fixed sequence of numbers between -50 and 49.
__host__ __device__ inline int random_number(int i) {
    const unsigned mixed = (static_cast<unsigned>(i) + 1) * 2654435761u;
    return static_cast<int>((mixed >> 12) % 100) - 50;
}

static __global__ void write_random_numbers(int* numbers, int size) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < size) numbers[i] = random_number(i);
}

/// Device memory with the first numbers of the sequence.
struct RandomNumbers : DeviceArray<int> {
    explicit RandomNumbers(int size) : DeviceArray(size) {
        write_random_numbers<<<(size + 255) / 256, 256>>>(get(), size);
        check(cudaGetLastError());
    }
};

/// Called with 0, 1, 2, …: the inclusive scan of the random numbers, from 0 again at every multiple of
/// `tile`.
struct InclusiveScan {
    int tile = INT_MAX;
    int sum = 0;
    int operator()(int i) {
        if (i % tile == 0) sum = 0;
        return sum += random_number(i);
    }
};

/// What a correct program's main returns: 0 if array[i] is expected(i) for all i; else 1, having told
/// where not.
template <class T, class Expected>
int verdict(const DeviceArray<T>& array, Expected expected) {
    for (int i = 0; i < array.size(); ++i) {
        if (array[i] == expected(i)) continue;
        std::fprintf(stderr, "element %d is wrong\n", i);
        return 1;
    }
    return 0;
}
