// Kernels without a host program; a main of the file's does not matter.
#include <cuda_runtime.h>

__global__ void scale(const int* numbers, int* twice, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) twice[i] = 2 * numbers[i];
}

template <class T, int BLOCK>
__global__ void sum_blocks(const T* numbers, T* sums) {
    extern __shared__ char storage[];
    T* const partial = reinterpret_cast<T*>(storage);
    partial[threadIdx.x] = numbers[blockIdx.x * BLOCK + threadIdx.x];
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = partial[0];
}

__global__ void count_odd(const unsigned char* numbers, bool* odd, double* halves, float add, unsigned* total) {
    const unsigned i = threadIdx.x;
    odd[i] = numbers[i] % 2 != 0;
    halves[i] = numbers[i] / 2.0 + add;
    if (odd[i]) atomicAdd(total, 1u);
}

__global__ void shift_left(int* numbers) { numbers[threadIdx.x] = numbers[threadIdx.x + 1]; }

int main() {}
