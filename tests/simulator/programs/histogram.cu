// Histogram of bytes: private bins in shared memory, merged by atomics; 128-bit loads.
#include <cstdint>
#include <cstdio>
#include <vector>

#define BINS 256
#define THREADS 128

__device__ __forceinline__ void addByte(unsigned* bins, unsigned data) { atomicAdd(&bins[data & 0xFF], 1u); }

__device__ __forceinline__ void addWord(unsigned* bins, unsigned data) {
    addByte(bins, data);
    addByte(bins, data >> 8);
    addByte(bins, data >> 16);
    addByte(bins, data >> 24);
}

__global__ void __launch_bounds__(THREADS) histogram(const uint4* data, size_t count, unsigned* result) {
    __shared__ unsigned bins[BINS];
    for (int b = threadIdx.x; b < BINS; b += THREADS) bins[b] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        const uint4 v = __ldg(&data[i]);
        addWord(bins, v.x), addWord(bins, v.y), addWord(bins, v.z), addWord(bins, v.w);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += THREADS)
        if (bins[b] != 0) atomicAdd(&result[b], bins[b]);
}

int main() {
    std::vector<uint8_t> bytes(16 * 3000);
    std::vector<unsigned> expected(BINS), got(BINS);
    uint32_t state = 12345;
    for (uint8_t& b : bytes) {
        state = state * 1664525u + 1013904223u;
        b = static_cast<uint8_t>((state >> 24) & (state >> 16));
        ++expected[b];
    }

    uint8_t* d_bytes = nullptr;
    unsigned* d_bins = nullptr;
    if (cudaMalloc(&d_bytes, bytes.size()) != cudaSuccess) return 1;
    if (cudaMalloc(&d_bins, BINS * sizeof(unsigned)) != cudaSuccess) return 1;
    cudaMemcpy(d_bytes, bytes.data(), bytes.size(), cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, BINS * sizeof(unsigned));
    histogram<<<12, THREADS>>>(reinterpret_cast<const uint4*>(d_bytes), bytes.size() / 16, d_bins);
    const cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(got.data(), d_bins, BINS * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaFree(d_bytes);
    cudaFree(d_bins);
    const bool ok = error == cudaSuccess && got == expected;
    std::printf("%s\n", ok ? "PASSED" : "FAILED");
    return ok ? 0 : 1;
}
