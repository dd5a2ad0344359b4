// Ranges from begin to end: pointers one past the end of a local, a shared and a global array are
// formed and compared, never followed.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, ITEMS = 5;

__device__ int sum(const int* begin, const int* end) {
    int sum = 0;
    for (const int* p = end; p != begin;) sum += *--p;
    return sum;
}

__global__ void sum_three_ways(const int* input, int* output, int n) {
    __shared__ int tile[BLOCK];
    const int t = threadIdx.x;
    int items[ITEMS];
    for (int *p = items, *end = items + ITEMS; p != end; ++p) *p = input[(p - items) * BLOCK + t];
    tile[t] = sum(items, items + ITEMS);
    __syncthreads();
    output[t] = sum(tile, tile + BLOCK) - sum(input, input + n) + tile[t];
}

int main() {
    constexpr int n = BLOCK * ITEMS;
    const RandomNumbers input(n);
    const DeviceArray<int> output(BLOCK);
    sum_three_ways<<<1, BLOCK>>>(input.get(), output.get(), n);
    finish();
    return verdict(output, [](int t) {
        int sum = 0;
        for (int k = 0; k < ITEMS; ++k) sum += random_number(k * BLOCK + t);
        return sum;
    });
}
