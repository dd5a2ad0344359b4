// String literals and tables that host and device code name alike, by all ways by which a kernel gets at its own.
#include "../corpus/device.cuh"

#include <cassert>

constexpr int N = 8;

__device__ const char* const names[2] = {"add", "scan"};
__device__ const char* name = "sort";
__constant__ int weights[N];

__host__ __device__ int power(int i) {
    static constexpr int powers[N] = {1, 2, 4, 8, 16, 32, 64, 128};
    return powers[i];
}
__host__ __device__ const char* unit() { return "ms"; }

struct Label {
    const char* text = "time";
    int size = 4;
};

template <int K>
__device__ int picked(int i) {
    static const int multiples[3] = {K, 2 * K, 3 * K};
    const int* const p = multiples;
    return p[i % 3];
}

__device__ int length(const char* text) {
    int n = 0;
    while (text[n] != '\0') ++n;
    return n;
}

__global__ void sums(const int* input, int* out, const char** kept) {
    const int i = threadIdx.x;
    const char digits[] = "01234567";
    const int own[4] = {1, 2, 3, 4};
    constexpr int squares[N] = {0, 1, 4, 9, 16, 25, 36, 49};
    const Label label;
    const char* const side = i % 2 == 0 ? "left" : "right side";
    int sum = power(i) + length(unit()) + squares[i] + picked<3>(i) + picked<5>(i) + length(names[i % 2]) + length(name);
    for (const int addend : {1, 2, 3}) sum += addend;
    sum += digits[i] - '0' + own[i % 4] + length(label.text) + length(side) + length(__func__) + weights[i];
    assert(sum > 0);
    if (i == 0) {
        printf("%s %s\n", label.text, unit());
        *kept = "kept";
    }
    __syncthreads();
    out[i] = sum + input[i] + length(*kept);
}

int main() {
    const RandomNumbers input(N);
    const DeviceArray<int> out(N);
    const DeviceArray<const char*> kept(1);
    int of_host[N];
    for (int i = 0; i < N; ++i) of_host[i] = power(i);
    check(cudaMemcpyToSymbol(weights, of_host, sizeof of_host));
    sums<<<1, N>>>(input.get(), out.get(), kept.get());
    finish();
    std::printf("%s %s\n", Label().text, unit());
    return verdict(out, [](int i) {
        const int names = i % 2 == 0 ? 3 : 4, side = i % 2 == 0 ? 4 : 10;
        return 2 * power(i) + 2 + i * i + 8 * (i % 3 + 1) + names + 4 + 6 + i + i % 4 + 1 + 4 + side + 4 + 4 + random_number(i);
    });
}
