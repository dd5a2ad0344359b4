// Inputs are copied on the default stream, and kernels of non-blocking streams begin to add them up.
#include "../corpus/device.cuh"

__global__ void all_reduce(const int* input, int* output) { atomicAdd(output, input[threadIdx.x]); } // finds: race-stream

int main() {
    cudaStream_t stream;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    const DeviceArray<int> input(32), output(1);
    int values[32] = {2, 5, 1};
    check(cudaMemsetAsync(output.get(), 0, output.bytes(), stream));
#ifdef FIXED
    check(cudaMemcpyAsync(input.get(), values, sizeof values, cudaMemcpyHostToDevice, stream));
#else
    check(cudaMemcpy(input.get(), values, sizeof values, cudaMemcpyHostToDevice)); // finds: race-stream
#endif
    all_reduce<<<1, 32, 0, stream>>>(input.get(), output.get());
    finish();
    check(cudaStreamDestroy(stream));
}
