// A radix sort, one bit a pass: ranks in shared memory, and offsets of the blocks that the host adds up.
#include <cstdio>
#include <utility>
#include <vector>

constexpr int threads = 256;

__device__ int rank_of_zero(bool is_zero, int* ranks) {
    ranks[threadIdx.x] = is_zero;
    for (int distance = 1; distance < threads; distance *= 2) {
        __syncthreads();
        const int left = static_cast<int>(threadIdx.x) >= distance ? ranks[threadIdx.x - distance] : 0;
        __syncthreads();
        ranks[threadIdx.x] += left;
    }
    __syncthreads();
    return ranks[threadIdx.x] - is_zero;
}

__global__ void count(const unsigned* keys, int bit, int* zeros) {
    __shared__ int ranks[threads];
    const bool is_zero = !(keys[blockIdx.x * threads + threadIdx.x] >> bit & 1);
    const int rank = rank_of_zero(is_zero, ranks);
    if (threadIdx.x == threads - 1) zeros[blockIdx.x] = rank + is_zero;
}

__global__ void scatter(const unsigned* keys, unsigned* out, int bit, const int* first_zero, int all_zeros) {
    __shared__ int ranks[threads];
    const int i = blockIdx.x * threads + threadIdx.x;
    const unsigned key = keys[i];
    const bool is_zero = !(key >> bit & 1);
    const int rank = rank_of_zero(is_zero, ranks), before = first_zero[blockIdx.x];
    out[is_zero ? before + rank : all_zeros + i - before - rank] = key;
}

int main() {
    constexpr int n = 1 << 15, blocks = n / threads, bits = 8;
    std::vector<unsigned> keys(n);
    for (int i = 0; i < n; ++i) keys[i] = (static_cast<unsigned>(i) * 2654435761u) >> (32 - bits);
    std::vector<int> zeros(blocks);
    unsigned *a, *b;
    int* d;
    cudaMalloc(&a, sizeof(unsigned) * n);
    cudaMalloc(&b, sizeof(unsigned) * n);
    cudaMalloc(&d, sizeof(int) * blocks);
    cudaMemcpy(a, keys.data(), sizeof(unsigned) * n, cudaMemcpyHostToDevice);
    for (int bit = 0; bit < bits; ++bit, std::swap(a, b)) {
        count<<<blocks, threads>>>(a, bit, d);
        cudaMemcpy(zeros.data(), d, sizeof(int) * blocks, cudaMemcpyDeviceToHost);
        int sum = 0;
        for (int& z : zeros) z = std::exchange(sum, sum + z);
        cudaMemcpy(d, zeros.data(), sizeof(int) * blocks, cudaMemcpyHostToDevice);
        scatter<<<blocks, threads>>>(a, b, bit, d, sum);
    }
    cudaMemcpy(keys.data(), a, sizeof(unsigned) * n, cudaMemcpyDeviceToHost);
    std::printf("%u %u\n", keys[0], keys[n - 1]);
    cudaFree(a);
    cudaFree(b);
    cudaFree(d);
}
