// A buffer that has to be zero is allocated once, and never set.
#include "../corpus/device.cuh"

__global__ void attend(const int* zeros, const int* lengths, int* output) {
    output[threadIdx.x] = lengths[threadIdx.x] + zeros[threadIdx.x]; // finds: uninitialized
}

int main() {
    const DeviceArray<int> zeros(32), output(32);
    const RandomNumbers lengths(32);
#ifdef FIXED
    zeros.clear();
#endif
    attend<<<1, 32>>>(zeros.get(), lengths.get(), output.get());
    finish();
}
