// A stream has to wait for two others. One event is recorded on both, so that it stands for the second one only.
#include "../corpus/device.cuh"

__global__ void produce(int* part) { part[threadIdx.x] = 1; }                                        // finds: race-stream
__global__ void consume(const int* parts, int* output) { output[threadIdx.x] = parts[threadIdx.x]; } // finds: race-stream

int main() {
    cudaStream_t producers[2], consumer;
    cudaEvent_t events[2];
    for (cudaStream_t& stream : producers) check(cudaStreamCreate(&stream));
    for (cudaEvent_t& event : events) check(cudaEventCreate(&event));
    check(cudaStreamCreate(&consumer));
    const DeviceArray<int> parts(64), output(64);
    for (int i = 0; i < 2; ++i) produce<<<1, 32, 0, producers[i]>>>(parts.get() + 32 * i);
#ifdef FIXED
    for (int i = 0; i < 2; ++i) {
        check(cudaEventRecord(events[i], producers[i]));
        check(cudaStreamWaitEvent(consumer, events[i], 0));
    }
#else
    for (int i = 0; i < 2; ++i) check(cudaEventRecord(events[0], producers[i]));
    check(cudaStreamWaitEvent(consumer, events[0], 0));
#endif
    consume<<<1, 64, 0, consumer>>>(parts.get(), output.get());
    finish();
    for (cudaStream_t stream : producers) check(cudaStreamDestroy(stream));
    for (cudaEvent_t event : events) check(cudaEventDestroy(event));
    check(cudaStreamDestroy(consumer));
}
