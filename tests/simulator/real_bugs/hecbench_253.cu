// Each round of tiles overwrites a shared tile that slower threads still read.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void render(const int* surfels, int count, int* pixels) {
    __shared__ int tile[BLOCK];
    int sum = 0;
    for (int base = 0; base < count; base += BLOCK) {
        tile[threadIdx.x] = surfels[base + threadIdx.x]; // finds: race-shared
        __syncthreads();
        for (int i = 0; i < BLOCK; ++i) sum += tile[i]; // finds: race-shared
#ifdef FIXED
        __syncthreads();
#endif
    }
    pixels[blockIdx.x * BLOCK + threadIdx.x] = sum;
}

int main() {
    const RandomNumbers surfels(4 * BLOCK);
    const DeviceArray<int> pixels(2 * BLOCK);
    render<<<2, BLOCK>>>(surfels.get(), surfels.size(), pixels.get());
    finish();
}
