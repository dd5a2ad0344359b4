// One warp waits for a volatile flag in shared memory that another one clears and then sets. No barrier after
// the clearing makes it come first, so the flag may begin with garbage (correct_tricky/producer_and_consumer_warps
// has that barrier).
// only some orders show it
#include "../corpus/device.cuh"

__global__ void hand_over(const int* input, int* output) {
    __shared__ volatile int ready;
    __shared__ int buffer[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        if (lane == 0) ready = 0;
        buffer[lane] = 2 * input[lane];
        __syncwarp();
        __threadfence_block();
        if (lane == 0) ready = 1;
    } else {
        if (lane == 0)
            while (ready == 0) {} // finds: uninitialized
        __threadfence_block();
        __syncwarp();
        output[lane] = buffer[31 - lane];
    }
}

int main() {
    const RandomNumbers input(32);
    const DeviceArray<int> output(32);
    hand_over<<<1, 64>>>(input.get(), output.get());
    finish();
}
