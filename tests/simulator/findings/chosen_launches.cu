// Two kernels, each with a race, and each with what the other needs: memory that the first one sets, blocks of one shape, shared memory
// after barriers, locks, flags and variables of their own. Which of the races is found says which launches were checked.
#include <cuda_runtime.h>

__global__ void first(int* cells, int* sums, volatile int* flag) {
    __shared__ int tile[64];
    int own[4] = {};
    const unsigned t = threadIdx.x;
    own[t % 4] = static_cast<int>(t);
    tile[t] = own[t % 4];
    __syncthreads();
    cells[t] = tile[63 - t];
    const int before = sums[0]; // races in first
    sums[0] = before + 1;       // races in first
    atomicAdd(&sums[1], 1);
    if (t == 0) *flag = 1;
    while (*flag == 0) {}
}

template <int N>
__global__ void second(const int* cells, int* sums, int* never_set) {
    __shared__ int tile[64];
    const unsigned t = threadIdx.x;
    tile[t] = cells[t] + sums[1];
    __syncthreads();
    const int before = sums[2] + tile[63 - t]; // races in second
    sums[2] = before * N;                      // races in second
    if (never_set[t] == 7) sums[3] = 1;        // races in second: nobody has set it
}

int main() {
    int *cells = nullptr, *sums = nullptr, *flag = nullptr, *never_set = nullptr, results[4] = {};
    cudaMalloc(&cells, 64 * sizeof(int)); // which the first kernel sets
    cudaMalloc(&never_set, 64 * sizeof(int));
    cudaMalloc(&sums, sizeof results);
    cudaMalloc(&flag, sizeof(int));
    cudaMemset(sums, 0, sizeof results);
    cudaMemset(flag, 0, sizeof(int));
    first<<<1, 64>>>(cells, sums, flag);
    second<3><<<1, 64>>>(cells, sums, never_set);
    cudaMemcpy(results, cells, sizeof results, cudaMemcpyDeviceToHost);
    const int failed = results[0] != 63;
    for (int* memory : {cells, sums, flag, never_set}) cudaFree(memory);
    return failed;
}
