// A grid barrier counts to zero. A fast block arrives for the second time before a slow one has seen the zero.
#include "../corpus/device.cuh"

__device__ void grid_sync(int* arrivals) {
    __syncthreads();
    if (threadIdx.x == 0) {
        const int others = static_cast<int>(gridDim.x) - 1;
        atomicAdd(arrivals, blockIdx.x == 0 ? -others : 1);
        while (atomicAdd(arrivals, 0) != 0) {} // finds: deadlock
    }
    __syncthreads();
}

__global__ void two_phases(int* arrivals) {
    for (int phase = 0; phase < 4; ++phase) {
#ifdef FIXED
        grid_sync(arrivals + phase % 2);
#else
        grid_sync(arrivals);
#endif
    }
}

int main() {
    const DeviceArray<int> arrivals(2);
    arrivals.clear();
    two_phases<<<4, 32>>>(arrivals.get());
    finish();
}
