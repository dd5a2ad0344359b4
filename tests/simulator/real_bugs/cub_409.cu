// The sizes of groups come from a kernel of the given stream, and a blocking copy fetches them on the default stream.
#include "../corpus/device.cuh"

__global__ void partition(int* group_sizes) { group_sizes[threadIdx.x] = 10; } // finds: race-stream

int main() {
    cudaStream_t stream;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    const DeviceArray<int> group_sizes(2);
    partition<<<1, 2, 0, stream>>>(group_sizes.get());
    check(cudaGetLastError());
    int sizes[2];
#ifdef FIXED
    check(cudaMemcpyAsync(sizes, group_sizes.get(), sizeof sizes, cudaMemcpyDeviceToHost, stream));
    check(cudaStreamSynchronize(stream));
#else
    check(cudaMemcpy(sizes, group_sizes.get(), sizeof sizes, cudaMemcpyDeviceToHost)); // finds: race-stream
#endif
    std::printf("%d %d\n", sizes[0], sizes[1]);
    finish();
    check(cudaStreamDestroy(stream));
}
