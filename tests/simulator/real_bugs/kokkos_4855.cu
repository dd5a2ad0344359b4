// All lanes copy the value of lane 0, and lane 0 does so, too. It writes what the others read, though nothing changes.
#include "../corpus/device.cuh"

__global__ void broadcast(const int* input, int* output) {
    __shared__ int values[32];
    const unsigned lane = threadIdx.x;
    values[lane] = input[lane];
    __syncwarp();
#ifdef FIXED
    if (lane != 0)
#endif
        values[lane] = values[0]; // finds: race-shared
    __syncwarp();
    output[lane] = values[lane];
}

int main() {
    const RandomNumbers input(32);
    const DeviceArray<int> output(32);
    broadcast<<<1, 32>>>(input.get(), output.get());
    finish();
}
