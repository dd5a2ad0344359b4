// Every thread that moves a particle sets the same flag in shared memory, with an ordinary write.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void shift_particles(const int* positions, int* moved) {
    __shared__ int must_shift;
    if (threadIdx.x == 0) must_shift = 0;
    __syncthreads();
    if (positions[threadIdx.x] > 0) {
#ifdef FIXED
        atomicExch(&must_shift, 1);
#else
        must_shift = positions[threadIdx.x]; // finds: race-shared
#endif
    }
    __syncthreads();
    if (threadIdx.x == 0) *moved = must_shift;
}

int main() {
    const RandomNumbers positions(BLOCK);
    const DeviceArray<int> moved(1);
    shift_particles<<<1, BLOCK>>>(positions.get(), moved.get());
    finish();
}
