// A value is copied to the host asynchronously, and returned.
#include "../corpus/device.cuh"

static int* result; // in pinned memory, so that the copy is truly asynchronous

int get_value(const int* map, int index, cudaStream_t stream) {
    check(cudaMemcpyAsync(result, map + index, sizeof(int), cudaMemcpyDeviceToHost, stream)); // finds: race-host
#ifdef FIXED
    check(cudaStreamSynchronize(stream));
#endif
    return *result; // finds: race-host
}

int main() {
    const RandomNumbers map(16);
    cudaStream_t stream;
    check(cudaStreamCreate(&stream));
    check(cudaMallocHost(&result, sizeof(int)));
    finish();
    const int value = get_value(map.get(), 3, stream);
    std::printf("%d\n", value);
    finish();
    check(cudaFreeHost(result));
    check(cudaStreamDestroy(stream));
}
