// Last block done, where every thread leaves a result but only thread 0
// executes the fence, and before the barrier: it makes thread 0's own
// writes visible, not those of its block, which it does not know of yet.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void square_then_copy(const int* input, int* squares, unsigned* tickets, int* output) {
    __shared__ bool is_last;
    const int i = blockIdx.x * BLOCK + threadIdx.x;

    squares[i] = input[i] * input[i]; // finds: race-global
    if (threadIdx.x == 0) __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) is_last = atomicAdd(tickets, 1u) == gridDim.x - 1;
    __syncthreads();

    if (is_last)
        for (int k = threadIdx.x; k < static_cast<int>(gridDim.x) * BLOCK; k += BLOCK) output[k] = squares[k]; // finds: race-global
}

int main() {
    constexpr int blocks = 8, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> squares(n), output(n);
    const DeviceArray<unsigned> tickets(1);
    tickets.clear();
    square_then_copy<<<blocks, BLOCK>>>(input.get(), squares.get(), tickets.get(), output.get());
    finish();
}
