// The kernel writes its result over its input, and the host fetches the output.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void square(int* numbers) { numbers[threadIdx.x] *= numbers[threadIdx.x]; }

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    int result[BLOCK];
    square<<<1, BLOCK>>>(input.get());
    check(cudaMemcpy(result, output.get(), sizeof result, // finds: warning uninitialized
                     cudaMemcpyDeviceToHost));
    std::printf("%d\n", result[0]);
}
