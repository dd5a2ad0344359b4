// A block has several groups of threads, with a frame of particles each. A group whose frame is empty does not
// reach the barrier.
#include "../corpus/device.cuh"

constexpr int GROUP = 32, GROUPS = 4;

__global__ void compute_current(const int* particles, int* current) {
    const unsigned group = threadIdx.x / GROUP;
#ifdef FIXED
    const int size = particles[group] > 0 ? particles[group] : 0;
    current[threadIdx.x] = size;
#else
    __shared__ int frame_size[GROUPS];
    if (particles[group] > 0) {
        if (threadIdx.x % GROUP == 0) frame_size[group] = particles[group];
        __syncthreads(); // finds: barrier-divergence
        current[threadIdx.x] = frame_size[group];
    }
#endif
    __syncthreads(); // finds: maybe barrier-divergence
}

int main() {
    const RandomNumbers particles(GROUPS);
    const DeviceArray<int> current(GROUPS * GROUP);
    compute_current<<<1, GROUPS * GROUP>>>(particles.get(), current.get());
    finish();
}
