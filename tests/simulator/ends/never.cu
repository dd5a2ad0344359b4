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
__global__ void go_on(int* cells) {
    while (cells[threadIdx.x % 32] == 0) {} // divided
}
__global__ void write_on(int* cells) {
    for (unsigned n = 1;; ++n) cells[threadIdx.x] += n; // writes
}
__global__ void wait_beside(volatile int* cells) {
    while (cells[0] == 0) {} // streams
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
    if (how == "divided") go_on<<<1024, 128>>>(memory);
    if (how == "writes") { // and the host looks at it after all
        cudaMallocManaged(&memory, 128);
        cudaMemset(memory, 0, 128);
        write_on<<<1, 32>>>(memory);
        cudaDeviceSynchronize();
        memory[0] = memory[1] + 1;
    }
    if (how == "streams") {
        cudaStream_t first, second;
        cudaStreamCreate(&first);
        cudaStreamCreate(&second);
        wait_beside<<<1, 32, 0, first>>>(memory);
        nothing<<<1, 32, 0, second>>>();
    }

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
