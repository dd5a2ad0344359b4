// A histogram by atomic additions in shared memory, then in global memory.
#include <cstdio>
#include <vector>

constexpr unsigned bins = 256;

__global__ void histogram(const unsigned* keys, unsigned* counts, unsigned n) {
    __shared__ unsigned own[bins];
    own[threadIdx.x] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[keys[i] % bins], 1u);
    __syncthreads();
    atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

int main() {
    constexpr unsigned n = 1 << 20;
    std::vector<unsigned> keys(n), counts(bins);
    for (unsigned i = 0; i < n; ++i) keys[i] = i * 2654435761u >> 8;
    unsigned *dk, *dc;
    cudaMalloc(&dk, sizeof(unsigned) * n);
    cudaMalloc(&dc, sizeof(unsigned) * bins);
    cudaMemcpy(dk, keys.data(), sizeof(unsigned) * n, cudaMemcpyHostToDevice);
    cudaMemset(dc, 0, sizeof(unsigned) * bins);
    histogram<<<64, bins>>>(dk, dc, n);
    cudaMemcpy(counts.data(), dc, sizeof(unsigned) * bins, cudaMemcpyDeviceToHost);
    std::printf("%u\n", counts[7]);
    cudaFree(dk);
    cudaFree(dc);
}
