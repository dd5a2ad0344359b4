// Thread 0 chooses which columns come next, in shared memory. Others have not yet looked which ones come now.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void aggregate(const int* values, int* sums, int columns) {
    __shared__ int first, end;
    if (threadIdx.x == 0) first = end = 0;
    __syncthreads();
    int sum = 0;
    while (end < columns) { // finds: race-shared
#ifdef FIXED
        __syncthreads();
#endif
        if (threadIdx.x == 0) {
            first = end;
            end = min(end + 2, columns); // finds: race-shared
        }
        __syncthreads(); // finds: maybe warning barrier-divergence
        for (int column = first; column < end; ++column) sum += values[column * BLOCK + threadIdx.x];
        __syncthreads(); // finds: maybe warning barrier-divergence
    }
    sums[threadIdx.x] = sum;
}

int main() {
    constexpr int columns = 5;
    const RandomNumbers values(columns * BLOCK);
    const DeviceArray<int> sums(BLOCK);
    aggregate<<<1, BLOCK>>>(values.get(), sums.get(), columns);
    finish();
}
