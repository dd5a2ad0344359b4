// One element too many, in a program that also uses strings: what the runtime does to report a fault
// must not be taken for the kernel's own doing.
#include <cuda_runtime.h>

#include <string>

__global__ void write_past_the_end(int* data, int n) { data[threadIdx.x + n - 31] = 1; }

int main() {
    const std::string text(100, 'x');
    int* data = nullptr;
    cudaMalloc(&data, text.size() * sizeof(int));
    write_past_the_end<<<1, 32>>>(data, static_cast<int>(text.size()));
    return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 4 : 0;
}
