// A blocking copy from pageable memory may return before the device has the data. A stream that does not wait for the
// default stream reads them.
#include "../corpus/device.cuh"

__global__ void receive(const int* buffer, int* output) { output[threadIdx.x] = buffer[threadIdx.x]; } // finds: race-stream

int main() {
    const DeviceArray<int> buffer(32), output(32);
    cudaStream_t stream;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    int message[32] = {1, 2, 3};
#ifdef FIXED
    check(cudaMemcpyAsync(buffer.get(), message, sizeof message, cudaMemcpyHostToDevice, stream));
    check(cudaStreamSynchronize(stream));
#else
    check(cudaMemcpy(buffer.get(), message, sizeof message, cudaMemcpyHostToDevice)); // finds: race-stream
#endif
    receive<<<1, 32, 0, stream>>>(buffer.get(), output.get());
    finish();
    check(cudaStreamDestroy(stream));
}
