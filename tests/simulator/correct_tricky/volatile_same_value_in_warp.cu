// All lanes that see a zero say so by the same store to a volatile word: whichever comes last, it holds
// a one.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void find_zeros(const int* input, volatile int* found) {
    __shared__ volatile int here;
    if (threadIdx.x == 0) here = 0;
    __syncthreads();
    if (input[blockIdx.x * BLOCK + threadIdx.x] == 0) here = 1;
    __syncthreads();
    if (here == 1) *found = 1;
}

int main() {
    constexpr int n = 8 * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> found(1);
    found.clear();
    find_zeros<<<8, BLOCK>>>(input.get(), found.get());
    finish();
    int expected = 0;
    for (int i = 0; i < n; ++i)
        if (random_number(i) == 0) expected = 1;
    return found[0] == expected ? 0 : 1;
}
