// Sum of an array: grid-stride loop, shared-memory tree, one atomic per block; the error-check macro
// that most CUDA programs start with.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CUDA_CHECK(call)                                                                                                                   \
    do {                                                                                                                                   \
        cudaError_t err_ = (call);                                                                                                         \
        if (err_ != cudaSuccess) {                                                                                                         \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err_));                                                  \
            exit(EXIT_FAILURE);                                                                                                            \
        }                                                                                                                                  \
    } while (0)

template <unsigned int blockSize>
__global__ void reduce(const int* __restrict__ g_idata, unsigned long long* g_odata, size_t n) {
    extern __shared__ int sdata[];
    unsigned int tid = threadIdx.x;
    int sum = 0;
    for (size_t i = blockIdx.x * blockSize + tid; i < n; i += blockSize * gridDim.x) sum += g_idata[i];
    sdata[tid] = sum;
    __syncthreads();
#pragma unroll
    for (unsigned int s = blockSize / 2; s > 0; s >>= 1) {
        if (tid < s) sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0) atomicAdd(g_odata, (unsigned long long)sdata[0]);
}

int main(int argc, char** argv) {
    const size_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 100000;
    int* h = (int*)malloc(n * sizeof(int));
    unsigned long long expected = 0;
    for (size_t i = 0; i < n; i++) expected += h[i] = (int)(i % 10);

    int* d;
    unsigned long long *d_sum, sum;
    CUDA_CHECK(cudaMalloc(&d, n * sizeof(int)));
    CUDA_CHECK(cudaMalloc((void**)&d_sum, sizeof(*d_sum)));
    CUDA_CHECK(cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(d_sum, 0, sizeof(*d_sum)));

    reduce<256><<<40, 256, 256 * sizeof(int)>>>(d, d_sum, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(&sum, d_sum, sizeof(sum), cudaMemcpyDeviceToHost));

    printf("sum %llu, expected %llu: %s\n", sum, expected, sum == expected ? "PASSED" : "FAILED");
    CUDA_CHECK(cudaFree(d));
    CUDA_CHECK(cudaFree(d_sum));
    free(h);
    return sum == expected ? EXIT_SUCCESS : EXIT_FAILURE;
}
