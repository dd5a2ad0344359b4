// All threads of a block look at a flag, meet at a barrier, and look again; but the one that should raise it
// waits with them.
#include "../corpus/device.cuh"

__global__ void add_up_in_turn(const int* input, int* sum, volatile int* is_ready) {
    while (!*is_ready) __syncthreads(); // finds: livelock
    atomicAdd(sum, input[threadIdx.x]);
    *is_ready = 1;
}

int main() {
    const RandomNumbers input(64);
    const DeviceArray<int> sum(1), is_ready(1);
    sum.clear();
    is_ready.clear();
    add_up_in_turn<<<1, 64>>>(input.get(), sum.get(), is_ready.get());
    finish();
}
