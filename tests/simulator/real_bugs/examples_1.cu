// A window sum has a halo in shared memory. In the last block, which is not full, the right halo is stored where
// that of a full block would be.
#include "../corpus/device.cuh"

constexpr int BLOCK = 32, RADIUS = 3;

__global__ void window_sum(const int* input, int* output, int size) {
    __shared__ int tile[BLOCK + 2 * RADIUS];
    const int t = static_cast<int>(threadIdx.x), i = static_cast<int>(blockIdx.x) * BLOCK + t;
    if (i < size) {
#ifdef FIXED
        const int width = min(BLOCK, size - static_cast<int>(blockIdx.x) * BLOCK);
#else
        const int width = BLOCK;
#endif
        tile[t + RADIUS] = input[i + RADIUS];
        if (t < RADIUS) {
            tile[t] = input[i];
            tile[t + RADIUS + width] = i + RADIUS + width < size + 2 * RADIUS ? input[i + RADIUS + width] : 0;
        }
    }
    __syncthreads();
    if (i < size) {
        int sum = 0;
        for (int k = 0; k <= 2 * RADIUS; ++k) sum += tile[t + k]; // finds: uninitialized
        output[i] = sum;
    }
}

int main() {
    constexpr int size = 50;
    const RandomNumbers input(size + 2 * RADIUS);
    const DeviceArray<int> output(size);
    window_sum<<<2, BLOCK>>>(input.get(), output.get(), size);
    finish();
}
