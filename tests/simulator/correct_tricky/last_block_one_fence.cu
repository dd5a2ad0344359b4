// Last block done where all threads leave a result, and one fence serves
// them all: it is executed by thread 0, after the barrier after which
// thread 0 knows what the others have written, and before the ticket.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void square_then_reverse(const int* input, int* squares, unsigned* tickets, int* output) {
    __shared__ bool is_last;
    const unsigned n = gridDim.x * BLOCK;
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;

    squares[i] = input[i] * input[i];
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        is_last = atomicAdd(tickets, 1u) == gridDim.x - 1;
    }
    __syncthreads();

    if (is_last)
        for (unsigned k = threadIdx.x; k < n; k += BLOCK) output[k] = squares[n - 1 - k];
}

int main() {
    constexpr int blocks = 8, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> squares(n), output(n);
    const DeviceArray<unsigned> tickets(1);
    tickets.clear();
    square_then_reverse<<<blocks, BLOCK>>>(input.get(), squares.get(), tickets.get(), output.get());
    finish();
    return verdict(output, [](int i) { return random_number(n - 1 - i) * random_number(n - 1 - i); });
}
