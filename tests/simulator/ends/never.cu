// Programs that never end, each in another way: its argument says which. The lines' comments: see never.sh.
#include <cuda_runtime.h>

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <string>

__global__ void meet() {
    for (;;) __syncthreads(); // barriers
}
__global__ void watch(int* flag) {
    while (*flag == 0) {} // flag
}
__global__ void count(int* counter) {
    while (atomicAdd(counter, 1) >= 0) atomicExch(counter, 0); // atomics
}
__global__ void compute(float* x) {
    while (*x < 10) *x = sinf(*x); // library
}
__global__ void print() {
    for (;;) printf("%d\n", threadIdx.x); // prints
}
__global__ void nothing() {}

int main(int, char** arguments) {
    const std::string how = arguments[1];
    int* memory = nullptr;
    cudaMalloc(&memory, 128);
    cudaMemset(memory, 0, 128);
    if (how == "barriers") meet<<<2, 64>>>();
    if (how == "flag") watch<<<1, 1>>>(memory);
    if (how == "atomics") count<<<2, 32>>>(memory);
    if (how == "library") compute<<<1, 1>>>(reinterpret_cast<float*>(memory));
    if (how == "prints") print<<<1, 32>>>();

    while (how == "again") nothing<<<1, 32>>>(); // again
    volatile int number = 0;
    if (how == "host")
        while (number == 0) {} // host
    if (how == "sleeps")
        while (number == 0) usleep(1000); // sleeps
    if (how == "asks")
        while (cudaStreamQuery(nullptr) == cudaSuccess) {} // asks
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
