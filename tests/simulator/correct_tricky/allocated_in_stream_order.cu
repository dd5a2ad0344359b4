// Memory that is allocated, used and freed in a stream,
// without the host waiting for anything in between.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void square(const int* input, int* output) { output[threadIdx.x] = input[threadIdx.x] * input[threadIdx.x]; }
__global__ void halve(const int* input, int* output) { output[threadIdx.x] = input[threadIdx.x] / 2; }

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    cudaStream_t stream = nullptr;
    check(cudaStreamCreate(&stream));
    for (int round = 0; round < 3; ++round) {
        int* squares = nullptr;
        check(cudaMallocAsync(&squares, BLOCK * sizeof(int), stream));
        square<<<1, BLOCK, 0, stream>>>(input.get(), squares);
        halve<<<1, BLOCK, 0, stream>>>(squares, output.get());
        check(cudaFreeAsync(squares, stream));
    }
    check(cudaStreamSynchronize(stream));
    check(cudaStreamDestroy(stream));
    finish();
    return verdict(output, [](int i) { return random_number(i) * random_number(i) / 2; });
}
