// The start of random walks is prepared on the default stream, and the walks run on a stream that does not wait for it.
#include "../corpus/device.cuh"

__global__ void prepare(int* starts) { starts[threadIdx.x] = static_cast<int>(threadIdx.x) * 3; }   // finds: race-stream
__global__ void walk(const int* starts, int* ends) { ends[threadIdx.x] = starts[threadIdx.x] + 1; } // finds: race-stream

int main() {
    cudaStream_t stream;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    const DeviceArray<int> starts(32), ends(32);
    prepare<<<1, 32>>>(starts.get());
#ifdef FIXED
    check(cudaStreamSynchronize(nullptr));
#endif
    walk<<<1, 32, 0, stream>>>(starts.get(), ends.get());
    finish();
    check(cudaStreamDestroy(stream));
}
