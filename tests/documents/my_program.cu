// The program of the pages' examples.
#include <cuda_runtime.h>

__global__ void square(int* numbers) { numbers[threadIdx.x] *= numbers[threadIdx.x]; }

int main() {
    int numbers[] = {1, 2, 3, 4};
    int* device = nullptr;
    cudaMalloc(&device, sizeof numbers);
    cudaMemcpy(device, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    square<<<1, 4>>>(device);
    cudaMemcpy(numbers, device, sizeof numbers, cudaMemcpyDeviceToHost);
    cudaFree(device);
    return numbers[3] == 16 ? 0 : 1;
}
