// The first warp waits for the second one's flag, and the second
// one, before it raises the flag, for a barrier of the whole block.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void produce_and_consume(const int* input, int* output) {
    __shared__ volatile int ready;
    __shared__ int squares[32];
    const int lane = threadIdx.x % 32;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();

    if (threadIdx.x >= 32) {
        squares[lane] = input[lane] * input[lane];
        __syncthreads();
        ready = 1;
    } else {
        while (ready == 0) { // finds: deadlock
        }
        __syncthreads();
        output[lane] = squares[31 - lane];
    }
}

int main() {
    const RandomNumbers input(32);
    const DeviceArray<int> output(32);
    produce_and_consume<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
