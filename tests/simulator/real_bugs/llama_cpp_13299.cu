// The kernel that adds up what several blocks have left of a tile loads the tile's ids, and uses them at once.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void fix_up(const int* ids, const int* partial_sums, int* output) {
    __shared__ int shared_ids[BLOCK];
    shared_ids[threadIdx.x] = ids[threadIdx.x]; // finds: race-shared
#ifdef FIXED
    __syncthreads();
#endif
    for (int row = 0; row < BLOCK; ++row) {
        const int id = shared_ids[row];                                              // finds: race-shared, maybe uninitialized
        output[id * BLOCK + threadIdx.x] += partial_sums[row * BLOCK + threadIdx.x]; // finds: maybe out-of-bounds
    }
}

__global__ void write_ids(int* ids) { ids[threadIdx.x] = BLOCK - 1 - static_cast<int>(threadIdx.x); }

int main() {
    const DeviceArray<int> ids(BLOCK), output(BLOCK * BLOCK);
    const RandomNumbers sums(BLOCK * BLOCK);
    output.clear();
    write_ids<<<1, BLOCK>>>(ids.get());
    fix_up<<<1, BLOCK>>>(ids.get(), sums.get(), output.get());
    finish();
}
