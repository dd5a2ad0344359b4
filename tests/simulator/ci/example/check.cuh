// What the programs of this example share: arrays on the device, and a comparison.
#pragma once

#include <cstdio>
#include <cuda_runtime.h>
#include <initializer_list>
#include <vector>

constexpr int block_size = 64;
inline int failures = 0;

__device__ inline int index() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }

class Array {
public:
    explicit Array(int n) : n_(n) {
        cudaMalloc(&begin_, bytes());
        cudaMemset(begin_, 0, bytes());
    }
    Array(std::initializer_list<int> numbers) : Array(static_cast<int>(numbers.size())) {
        cudaMemcpy(begin_, numbers.begin(), bytes(), cudaMemcpyHostToDevice);
    }
    ~Array() { cudaFree(begin_); }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;
    operator int*() const { return begin_; }
    std::vector<int> on_host() const {
        std::vector<int> numbers(static_cast<std::size_t>(n_));
        cudaMemcpy(numbers.data(), begin_, bytes(), cudaMemcpyDeviceToHost);
        return numbers;
    }

private:
    std::size_t bytes() const { return static_cast<std::size_t>(n_) * sizeof(int); }
    int n_;
    int* begin_ = nullptr;
};

template <class... Parameters, class... Arguments>
void run(void (*kernel)(Parameters...), int threads, const Arguments&... arguments) {
    kernel<<<(threads + block_size - 1) / block_size, block_size>>>(static_cast<Parameters>(arguments)...);
    if (cudaDeviceSynchronize() != cudaSuccess) ++failures;
}

inline void expect(const char* kernel, const Array& array, const std::vector<int>& numbers) {
    if (array.on_host() == numbers) return;
    std::printf("%s: wrong result\n", kernel);
    ++failures;
}
