// A persistent block counts digits row by row. A row that wants all elements skips its rounds, and with them
// the clearing for the next row.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, RADIX = 4;

__global__ void top_k(const int* numbers, const int* k, int* histogram, int* counts, int rows) {
    for (int row = 0; row < rows; ++row) {
        if (k[row] >= BLOCK) {
            atomicAdd(&histogram[0], 1); // what the row before has left there stays, too
            __syncthreads();
#ifdef FIXED
            if (threadIdx.x < RADIX) histogram[threadIdx.x] = 0;
            __syncthreads();
#endif
            continue;
        }
        atomicAdd(&histogram[numbers[row * BLOCK + threadIdx.x] & (RADIX - 1)], 1);
        __syncthreads();
        if (threadIdx.x < RADIX) {
            counts[row * RADIX + threadIdx.x] = histogram[threadIdx.x];
            histogram[threadIdx.x] = 0;
        }
        __syncthreads();
    }
}

__global__ void choose(int* k) { k[threadIdx.x] = threadIdx.x == 0 ? BLOCK : 5; }

int main() {
    constexpr int rows = 2;
    const RandomNumbers numbers(rows * BLOCK);
    const DeviceArray<int> k(rows), histogram(RADIX), counts(rows * RADIX);
    histogram.clear();
    counts.clear();
    choose<<<1, rows>>>(k.get());
    top_k<<<1, BLOCK>>>(numbers.get(), k.get(), histogram.get(), counts.get(), rows); // finds: maybe warning lost-result
    finish();
    int sum = 0;
    for (int digit = 0; digit < RADIX; ++digit) sum += counts[RADIX + digit];
    return sum == BLOCK ? 0 : 1; // nothing but the result is wrong
}
