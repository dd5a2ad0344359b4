// Warps that compute arrive at a numbered barrier without waiting, and a warp that loads waits there. A fast
// warp arrives a second time before the loader has waited for the first.
#include "../corpus/device.cuh"

__device__ void arrive(int id) { asm volatile("barrier.cta.arrive %0, 96;" ::"r"(id) : "memory"); }
__device__ void wait(int id) { asm volatile("barrier.cta.sync %0, 96;" ::"r"(id) : "memory"); } // finds: barrier-divergence

__global__ void handshake(int* output, int tiles) {
    for (int tile = 0; tile < tiles; ++tile) {
#ifdef FIXED
        const int id = 1 + tile % 2;
#else
        const int id = 1;
#endif
        if (threadIdx.x < 64) {
            arrive(id);
        } else {
            wait(id);
        }
#ifdef FIXED
        if (tile % 2 == 1) __syncthreads();
#endif
    }
    output[threadIdx.x] = tiles;
}

int main() {
    const DeviceArray<int> output(96);
    handshake<<<1, 96>>>(output.get(), 4);
    finish();
}
