// Each thread loads its element by __ldg() and, after a barrier, a neighbour writes there. What __ldg()
// loads has to stay as it is until the kernel has ended.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void rotate_in_place(int* data) {
    int* const tile = data + blockIdx.x * BLOCK;
    const int value = __ldg(tile + threadIdx.x); // finds: race-global
    __syncthreads();
    tile[(threadIdx.x + 1) % BLOCK] = value; // finds: race-global
}

int main() {
    const RandomNumbers data(4 * BLOCK);
    rotate_in_place<<<4, BLOCK>>>(data.get());
    finish();
}
