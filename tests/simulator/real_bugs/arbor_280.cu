// Matrices of cells are interleaved through a shared buffer. A warp can refill it before another one has taken
// its values out.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, WIDTH = 8;

__global__ void assemble_interleaved(const int* voltage, int* rhs, int rounds) {
    __shared__ int buffer[BLOCK];
    const unsigned t = threadIdx.x, transposed = (t % WIDTH) * WIDTH + t / WIDTH;
    for (int round = 0; round < rounds; ++round) {
        buffer[t] = voltage[round * BLOCK + t]; // finds: race-shared
        __syncthreads();
        rhs[round * BLOCK + t] = 2 * buffer[transposed]; // finds: race-shared
#ifdef FIXED
        __syncthreads();
#endif
    }
}

int main() {
    constexpr int rounds = 3;
    const RandomNumbers voltage(rounds * BLOCK);
    const DeviceArray<int> rhs(rounds * BLOCK);
    assemble_interleaved<<<1, BLOCK>>>(voltage.get(), rhs.get(), rounds);
    finish();
}
