// Arrays and recursion on a thread's own stack: every thread has them at an address of its own, and
// what stands there is nobody else's business.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;
constexpr int ITEMS = 8;

__device__ int sum_of(const int* items, int count) {
    return count == 1 ? *items : sum_of(items, count / 2) + sum_of(items + count / 2, count - count / 2);
}

__global__ void scan_items(const int* input, int* output, int* totals) {
    const int t = blockIdx.x * BLOCK + threadIdx.x;
    int items[ITEMS];
    for (int k = 0; k < ITEMS; ++k) items[k] = input[t * ITEMS + k];
    totals[t] = sum_of(items, ITEMS);

    int* last = items;
    for (int k = 1; k < ITEMS; ++k) {
        items[k] += *last;
        last = &items[k];
    }
    for (int k = 0; k < ITEMS; ++k) output[t * ITEMS + k] = items[k];
}

int main() {
    constexpr int threads = 2 * BLOCK;
    const RandomNumbers input(threads * ITEMS);
    const DeviceArray<int> output(threads * ITEMS), totals(threads);
    scan_items<<<2, BLOCK>>>(input.get(), output.get(), totals.get());
    finish();
    const auto last_of_thread = [&](int t) { return output[t * ITEMS + ITEMS - 1]; };
    return verdict(output, InclusiveScan{ITEMS}) | verdict(totals, last_of_thread);
}
