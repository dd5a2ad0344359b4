// A memset of device memory returns before it is done. A stream that does not wait for the default stream uses
// the memory.
#include "../corpus/device.cuh"

__global__ void count(int* counters) { ++counters[threadIdx.x]; } // finds: race-stream

int main() {
    cudaStream_t queue;
    check(cudaStreamCreateWithFlags(&queue, cudaStreamNonBlocking));
    const DeviceArray<int> counters(32);
#ifdef FIXED
    check(cudaMemsetAsync(counters.get(), 0, counters.bytes(), queue));
#else
    check(cudaMemset(counters.get(), 0, counters.bytes())); // finds: race-stream
#endif
    count<<<1, 32, 0, queue>>>(counters.get());
    finish();
    check(cudaStreamDestroy(queue));
}
