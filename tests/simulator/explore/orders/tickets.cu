// Blocks draw tickets: as many orders as there are ways to do so.
#include "../../corpus/device.cuh"

__global__ void draw(int* next, int* drawn) { drawn[blockIdx.x] = atomicAdd(next, 1); }

int main(int argc, char** argv) {
    const int blocks = argc > 1 ? std::atoi(argv[1]) : 4;
    const DeviceArray<int> next(1), drawn(blocks);
    next.clear();
    draw<<<blocks, 1>>>(next.get(), drawn.get());
    finish();
}
