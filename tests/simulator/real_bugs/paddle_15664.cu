// A reader copies the next batch on a stream of its own. The stream that computes does not wait for it.
#include "../corpus/device.cuh"

__global__ void train(const int* batch, int* output) { output[threadIdx.x] = batch[threadIdx.x]; } // finds: race-stream

int main() {
    cudaStream_t reader, compute;
    cudaEvent_t copied;
    check(cudaStreamCreate(&reader));
    check(cudaStreamCreate(&compute));
    check(cudaEventCreate(&copied));
    const RandomNumbers source(32);
    const DeviceArray<int> batch(32), output(32);
    finish();
    check(cudaMemcpyAsync(batch.get(), source.get(), batch.bytes(), cudaMemcpyDeviceToDevice, reader)); // finds: race-stream
#ifdef FIXED
    check(cudaEventRecord(copied, reader));
    check(cudaStreamWaitEvent(compute, copied, 0));
#endif
    train<<<1, 32, 0, compute>>>(batch.get(), output.get());
    finish();
    check(cudaEventDestroy(copied));
    check(cudaStreamDestroy(reader));
    check(cudaStreamDestroy(compute));
}
