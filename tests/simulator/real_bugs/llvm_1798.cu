// A buffer is filled on the default stream when it is created. The queue that uses it is a non-blocking stream.
#include "../corpus/device.cuh"

__global__ void use(const int* buffer, int* output) { output[threadIdx.x] = 2 * buffer[threadIdx.x]; } // finds: race-stream

int main() {
    cudaStream_t queue;
    check(cudaStreamCreateWithFlags(&queue, cudaStreamNonBlocking));
    const DeviceArray<int> buffer(32), output(32);
    int initial[32] = {3, 1, 7};
    check(cudaMemcpyAsync(buffer.get(), initial, sizeof initial, cudaMemcpyHostToDevice, nullptr)); // finds: race-stream
#ifdef FIXED
    check(cudaStreamSynchronize(nullptr));
#endif
    use<<<1, 32, 0, queue>>>(buffer.get(), output.get());
    finish();
    check(cudaStreamDestroy(queue));
}
