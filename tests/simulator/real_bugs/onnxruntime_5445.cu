// An arena gives memory back in the order in which the host asks for it. A copy on one stream may not have run when a
// kernel of another stream gets the same memory.
#include "../corpus/device.cuh"

__global__ void compute(int* memory) { memory[threadIdx.x] = static_cast<int>(threadIdx.x); } // finds: race-stream

int main() {
    cudaStream_t compute_stream, copy_stream;
    check(cudaStreamCreate(&compute_stream));
#ifdef FIXED
    copy_stream = compute_stream;
#else
    check(cudaStreamCreate(&copy_stream));
#endif
    const DeviceArray<int> arena(32), output(32);
    arena.clear();
    finish();
    check(cudaMemcpyAsync(output.get(), arena.get(), arena.bytes(), cudaMemcpyDeviceToDevice, copy_stream)); // finds: race-stream
    compute<<<1, 32, 0, compute_stream>>>(arena.get()); // which the arena has freed and allocated again
    finish();
#ifndef FIXED
    check(cudaStreamDestroy(copy_stream));
#endif
    check(cudaStreamDestroy(compute_stream));
}
