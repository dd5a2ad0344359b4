// Races that no barrier between two statements mends: sync.sh asks for the patch in remedies.txt.
#include <cuda_runtime.h>

constexpr int threads = 64;
__device__ int numbers[threads], best, sum, ready, parts[4], done[4];

__global__ void sum_in_place() {
    __shared__ int shared[threads];
    shared[threadIdx.x] = threadIdx.x;
    for (int distance = 16; distance > 0; distance /= 2) shared[threadIdx.x] += shared[threadIdx.x ^ distance];
    numbers[threadIdx.x] = shared[threadIdx.x];
}

__global__ void find_best() { best = max(best, numbers[threadIdx.x] % 7); }

__global__ void hand_over() {
    if (blockIdx.x == 0) {
        sum = 42;
        ready = 1;
    } else {
        while (ready == 0) {}
        numbers[0] = sum;
    }
}

__global__ void share_of_sum() {
    atomicAdd(&sum, 1);
    numbers[blockIdx.x] = sum;
}

__global__ void move_down(int n) {
    if (threadIdx.x >= n) return;
    numbers[threadIdx.x] = numbers[threadIdx.x + 1];
}

__global__ void sum_of_blocks() {
    parts[blockIdx.x] = blockIdx.x;
    __threadfence();
    atomicExch(&done[blockIdx.x], 1);
    if (blockIdx.x > 0) return;
    for (int block = 1; block < 4; ++block) {
        if (block == 2) continue;
        while (atomicAdd(&done[block], 0) == 0) {}
    }
    __threadfence();
    for (int block = 1; block < 4; ++block) numbers[block] = parts[block];
}

int main() {
    sum_in_place<<<1, threads>>>();
    find_best<<<1, threads>>>();
    hand_over<<<2, 1>>>();
    share_of_sum<<<2, 1>>>();
    move_down<<<1, threads>>>(40);
    sum_of_blocks<<<4, 1>>>();
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
