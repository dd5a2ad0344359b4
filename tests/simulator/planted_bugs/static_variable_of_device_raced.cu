// A static variable of a device function is one variable for all threads.
// every marked place has to be found
#include "../corpus/device.cuh"

__device__ int next_number() {
    static int count = 10;
    return count++; // finds: race-global (1)
}

__global__ void number(int* out) {
    static int counts[2];
    out[threadIdx.x] = next_number() + counts[threadIdx.x % 2]++; // finds: race-global (2)
}

int main() {
    const DeviceArray<int> out(64);
    number<<<1, 64>>>(out.get());
    finish();
}
