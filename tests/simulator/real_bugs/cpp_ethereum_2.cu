// A kernel writes what it finds to mapped memory of the host. The host looks there without waiting for the stream.
#include "../corpus/device.cuh"

__global__ void search(const int* nonces, int* found) {
    if (threadIdx.x == 7) *found = nonces[threadIdx.x]; // finds: race-host
}

int main() {
    const RandomNumbers nonces(32);
    int *found, *found_by_device;
    check(cudaHostAlloc(&found, sizeof(int), cudaHostAllocMapped));
    *found = 0;
    check(cudaHostGetDevicePointer(&found_by_device, found, 0));
    cudaStream_t stream;
    check(cudaStreamCreate(&stream));
    finish();
    search<<<1, 32, 0, stream>>>(nonces.get(), found_by_device);
    check(cudaGetLastError());
#ifdef FIXED
    check(cudaStreamSynchronize(stream));
#endif
    std::printf("%d\n", *found); // finds: race-host
    finish();
    check(cudaFreeHost(found));
    check(cudaStreamDestroy(stream));
}
