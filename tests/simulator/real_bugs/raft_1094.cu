// Weights are set by a kernel of a stream, and scanned by a device-wide algorithm that was not given the stream.
#include "../corpus/device.cuh"

__global__ void set_weights(int* weights) { weights[threadIdx.x] = 1; } // finds: race-stream

__global__ void scan(const int* weights, int* sums) {
    int sum = 0;
    for (unsigned i = 0; i <= threadIdx.x; ++i) sum += weights[i]; // finds: race-stream
    sums[threadIdx.x] = sum;
}

void device_wide_scan(const int* weights, int* sums, cudaStream_t stream = nullptr) { scan<<<1, 32, 0, stream>>>(weights, sums); }

int main() {
    cudaStream_t stream;
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    const DeviceArray<int> weights(32), sums(32);
    set_weights<<<1, 32, 0, stream>>>(weights.get());
#ifdef FIXED
    device_wide_scan(weights.get(), sums.get(), stream);
#else
    device_wide_scan(weights.get(), sums.get());
#endif
    finish();
    check(cudaStreamDestroy(stream));
}
