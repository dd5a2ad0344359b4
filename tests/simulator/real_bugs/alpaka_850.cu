// A queue is a non-blocking stream. A copy on the default stream takes the queue's result away before it is there.
#include "../corpus/device.cuh"

__global__ void compute(int* result) { result[threadIdx.x] = 5; } // finds: race-stream

int main() {
    cudaStream_t queue;
    check(cudaStreamCreateWithFlags(&queue, cudaStreamNonBlocking));
    const DeviceArray<int> result(32), copy(32);
    compute<<<1, 32, 0, queue>>>(result.get());
    check(cudaGetLastError());
#ifdef FIXED
    check(cudaMemcpyAsync(copy.get(), result.get(), result.bytes(), cudaMemcpyDeviceToDevice, queue));
#else
    check(cudaMemcpy(copy.get(), result.get(), result.bytes(), cudaMemcpyDeviceToDevice)); // finds: race-stream
#endif
    finish();
    check(cudaStreamDestroy(queue));
}
