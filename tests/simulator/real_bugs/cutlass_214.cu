// A workspace of counters is cleared on the default stream, and the kernel runs on the caller's.
#include "../corpus/device.cuh"

__global__ void multiply(int* workspace, int* output) { output[threadIdx.x] = atomicAdd(workspace, 1); } // finds: race-stream

int main() {
    cudaStream_t stream;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    const DeviceArray<int> workspace(1), output(32);
#ifdef FIXED
    check(cudaMemsetAsync(workspace.get(), 0, workspace.bytes(), stream));
#else
    check(cudaMemsetAsync(workspace.get(), 0, workspace.bytes())); // finds: race-stream
#endif
    multiply<<<1, 32, 0, stream>>>(workspace.get(), output.get());
    finish();
    check(cudaStreamDestroy(stream));
}
