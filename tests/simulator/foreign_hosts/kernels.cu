// A library of kernels that programs in other languages call: shift_left() has a race.
#include <cuda_runtime.h>

__global__ void add_one_kernel(int* numbers, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) numbers[i] += 1;
}

__global__ void shift_left_kernel(int* numbers, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n) numbers[i] = numbers[i + 1];
}

static void run(void (*kernel)(int*, int), int* numbers, int n) {
    int* on_device;
    cudaMalloc(&on_device, n * sizeof *numbers);
    cudaMemcpy(on_device, numbers, n * sizeof *numbers, cudaMemcpyHostToDevice);
    kernel<<<(n + 63) / 64, 64>>>(on_device, n);
    cudaMemcpy(numbers, on_device, n * sizeof *numbers, cudaMemcpyDeviceToHost);
    cudaFree(on_device);
}

extern "C" void add_one(int* numbers, int n) { run(add_one_kernel, numbers, n); }
extern "C" void shift_left(int* numbers, int n) { run(shift_left_kernel, numbers, n); }

// What a kernel and the library's host part allocate is told apart, whoever loads the library.
__device__ int* kept;
__global__ void keep_kernel() { kept = static_cast<int*>(malloc(sizeof *kept)); }
__global__ void give_back_kernel() { free(kept); }
extern "C" int keep_and_give_back() {
    keep_kernel<<<1, 1>>>();
    give_back_kernel<<<1, 1>>>();
    return cudaDeviceSynchronize();
}
