// A block reduction whose operator is a template argument, a lambda inside a kernel, or a function
// object of the host's choice that a kernel receives by value.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

struct ClampedSum {
    int limit;
    __device__ int operator()(int a, int b) const { return min(a + b, limit); }
};

template <class Operator>
__device__ int reduce(int value, Operator combine) {
    __shared__ int values[BLOCK];
    values[threadIdx.x] = value;
    __syncthreads();
    for (int distance = BLOCK / 2; distance > 0; distance /= 2) {
        if (static_cast<int>(threadIdx.x) < distance) values[threadIdx.x] = combine(values[threadIdx.x], values[threadIdx.x + distance]);
        __syncthreads();
    }
    return values[0];
}

template <class Operator>
__global__ void reduce_by(const int* input, int* output, Operator combine) {
    const int result = reduce(input[threadIdx.x], combine);
    if (threadIdx.x == 0) *output = result;
}

__global__ void largest(const int* input, int* output) {
    const int result = reduce(input[threadIdx.x], [](int a, int b) { return a > b ? a : b; });
    if (threadIdx.x == 0) *output = result;
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> results(2);
    reduce_by<<<1, BLOCK>>>(input.get(), results.get(), ClampedSum{INT_MAX});
    largest<<<1, BLOCK>>>(input.get(), results.get() + 1);
    finish();
    int sum = 0, maximum = INT_MIN;
    for (int i = 0; i < BLOCK; ++i) {
        sum += random_number(i);
        maximum = random_number(i) > maximum ? random_number(i) : maximum;
    }
    return verdict(results, [=](int i) { return i == 0 ? sum : maximum; });
}
