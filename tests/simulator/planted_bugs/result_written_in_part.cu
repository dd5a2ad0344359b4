// The grid is too small for the last elements, which the host gets and uses all the same.
// every marked place has to be found
#include "../corpus/device.cuh"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

constexpr int N = 100, BLOCK = 32, BLOCKS = N / BLOCK;

template <class T>
__global__ void number(T* output, int n) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) output[i] = static_cast<T>(i);
}

int main() {
    const DeviceArray<int> output(N), copy(N);
    const DeviceArray<float> real_output(N);
    const DeviceArray<double> precise_output(N);
    number<<<BLOCKS, BLOCK>>>(output.get(), N);
    number<<<BLOCKS, BLOCK>>>(real_output.get(), N);
    number<<<BLOCKS, BLOCK>>>(precise_output.get(), N);
    check(cudaMemcpy(copy.get(), output.get(), output.bytes(), cudaMemcpyDeviceToDevice));

    int result[N], expected[N];
    std::iota(expected, expected + N, 0);
    check(cudaMemcpy(result, output.get(), output.bytes(), cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < N; ++i)
        if (result[i] != expected[i]) ++wrong; // finds: uninitialized
    // It is told once of each copy.
    const bool is_same = std::memcmp(result, expected, sizeof result) == 0;

    std::vector<int> copied(N);
    check(cudaMemcpy(copied.data(), copy.get(), copy.bytes(), cudaMemcpyDeviceToHost));
    const long sum = std::accumulate(copied.begin(), copied.end(), 0L); // finds: uninitialized
    const auto largest = std::max_element(copied.begin(), copied.end());
    std::printf("%d wrong, %s, %ld, at %ld: %d\n", wrong, is_same ? "same" : "other", sum, largest - copied.begin(), copied[N - 1]);

    const auto reals = std::make_unique<float[]>(N);
    check(cudaMemcpy(reals.get(), real_output.get(), real_output.bytes(), cudaMemcpyDeviceToHost));
    float worst = 0;
    for (int i = 0; i < N; ++i) {
        const float error = reals[i] - static_cast<float>(i);
        if (error > worst) worst = error; // finds: uninitialized
    }
    std::vector<double> precise(N);
    check(cudaMemcpy(precise.data(), precise_output.get(), precise_output.bytes(), cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; ++i)
        if (std::fabs(precise[i] - i) > 0.5) ++wrong; // finds: uninitialized

    int* managed;
    check(cudaMallocManaged(&managed, N * sizeof(int)));
    number<<<BLOCKS, BLOCK>>>(managed, N);
    finish();
    for (int i = 0; i < N; ++i) wrong += managed[i] != i; // finds: uninitialized
    check(cudaFree(managed));
}
