// A kernel waits for one that comes after it in the same stream.
#include "../corpus/device.cuh"

__global__ void wait_for(volatile int* flag) {
    while (*flag == 0) {} // finds: deadlock
}
__global__ void raise(volatile int* flag) { *flag = 1; }

int main() {
    const DeviceArray<int> flag(1);
    flag.clear();
    cudaStream_t one = nullptr, other = nullptr;
    check(cudaStreamCreate(&one));
    check(cudaStreamCreate(&other));
    wait_for<<<1, 32, 0, one>>>(flag.get());
    raise<<<1, 1, 0, one>>>(flag.get()); // would do in the other one
    finish();
    check(cudaStreamDestroy(one));
    check(cudaStreamDestroy(other));
}
