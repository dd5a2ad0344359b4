// Kernels reach memory of the host that is registered: they leave it, use what nobody has set there, and race with the host.
// every marked place has to be found
#include "../corpus/device.cuh"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <vector>

constexpr int N = 100;

__global__ void double_too_many(int* numbers) {
    const unsigned t = threadIdx.x;
    if (t <= N) numbers[t] *= 2; // finds: out-of-bounds
}

__global__ void count_positive(const int* numbers, int* count) {
    if (numbers[threadIdx.x] > 0) atomicAdd(count, 1); // finds: uninitialized
}

__global__ void increment(int* numbers) { ++numbers[threadIdx.x]; } // finds: race-host (1)

__global__ void add_all(const int* numbers, int* sum) { *sum += numbers[threadIdx.x]; } // finds: race-global

/// The address by which kernels reach what the host has at `memory`.
int* registered(int* memory) {
    check(cudaHostRegister(memory, N * sizeof(int), cudaHostRegisterMapped));
    int* address = nullptr;
    check(cudaHostGetDevicePointer(&address, memory, 0));
    return address;
}

int main() {
    std::vector<int> ones(N, 1);
    static int sum;
    auto* half_set = static_cast<int*>(std::malloc(N * sizeof(int)));
    std::fill_n(half_set, N / 2, 1);
    const DeviceArray<int> count(1);
    count.clear();
    check(cudaHostRegister(&sum, sizeof sum, cudaHostRegisterMapped));

    // No kernel has run yet.
    const DeviceArray<int> copied(N);
    check(cudaMemcpyAsync(copied.get(), registered(ones.data()), copied.bytes(), cudaMemcpyDefault)); // finds: race-host (3)
    ones[0] = 2;                                                                                      // finds: race-host (3)
    check(cudaDeviceSynchronize());
    check(cudaHostUnregister(ones.data()));

    count_positive<<<1, N>>>(registered(half_set), count.get());
    finish();
    int* const numbers = registered(ones.data());
    add_all<<<1, N>>>(numbers, &sum);
    finish();
    increment<<<1, N>>>(numbers);
    const int total = std::accumulate(ones.begin(), ones.end(), 0); // finds: race-host (1)
    finish();
    double_too_many<<<1, 128>>>(numbers);
    finish();

    std::printf("%d\n", total);
    check(cudaHostUnregister(half_set));
    check(cudaHostUnregister(ones.data()));
    check(cudaHostUnregister(&sum));
    std::free(half_set);
}
