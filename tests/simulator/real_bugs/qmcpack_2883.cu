// The positions of other particles go through a shared array, a block of them at a time, without any barrier.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void coulomb(const int* positions, int* energies, int blocks) {
    __shared__ int others[BLOCK];
    const int mine = positions[threadIdx.x];
    int sum = 0;
    for (int block = 0; block < blocks; ++block) {
        others[threadIdx.x] = positions[block * BLOCK + threadIdx.x]; // finds: race-shared
#ifdef FIXED
        __syncthreads();
#endif
        for (int i = 0; i < BLOCK; ++i) sum += abs(mine - others[i]); // finds: race-shared
#ifdef FIXED
        __syncthreads();
#endif
    }
    energies[threadIdx.x] = sum;
}

int main() {
    constexpr int blocks = 3;
    const RandomNumbers positions(blocks * BLOCK);
    const DeviceArray<int> energies(BLOCK);
    coulomb<<<1, BLOCK>>>(positions.get(), energies.get(), blocks);
    finish();
}
