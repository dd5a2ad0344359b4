// A kernel in a header, and what one file defines for the other.
#pragma once

extern __constant__ int scale;
extern __device__ int launches;
__device__ int scaled(int value);

template <class T>
__global__ void add_scaled(const T* values, T* total, int count) {
    extern __shared__ T of_block[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    of_block[threadIdx.x] = i < count ? scaled(values[i]) : 0;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) of_block[threadIdx.x] += of_block[threadIdx.x + half];
#ifndef WITHOUT_BARRIER
        __syncthreads();
#endif
    }
    if (threadIdx.x == 0) atomicAdd(total, of_block[0]);
    if (i == 0) ++launches;
}
