// Every block stores its own sum to the same volatile word: none of them is torn, but which one stays
// is open.
#include "../corpus/device.cuh"

__global__ void keep_one(volatile int* result) {
    *result = static_cast<int>(blockIdx.x) + 1; // finds: warning missing-order
}

int main() {
    const DeviceArray<int> result(1);
    keep_one<<<4, 1>>>(result.get());
    finish();
}
