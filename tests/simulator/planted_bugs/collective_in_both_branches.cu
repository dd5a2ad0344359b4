// The two halves of a block scan with different operators, in a function that has barriers: both
// branches call it. All threads wait at the same __syncthreads(), but not by the same call, as the
// compiler may count on.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__device__ int neighbours_sum(int* values, int mine) {
    values[threadIdx.x] = mine;
    __syncthreads();
    const int sum = mine + values[threadIdx.x ^ 1];
    __syncthreads();
    return sum;
}

__global__ void add_neighbours(const int* input, int* output) {
    __shared__ int values[BLOCK];
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    int result = 0;
    if (threadIdx.x < BLOCK / 2)
        result = neighbours_sum(values, input[i]); // finds: barrier-divergence
    else
        result = neighbours_sum(values, -input[i]); // finds: barrier-divergence
    output[i] = result;
}

int main() {
    constexpr int blocks = 4, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    add_neighbours<<<blocks, BLOCK>>>(input.get(), output.get());
    finish();
}
