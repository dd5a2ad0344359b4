// The sums of warps are in a shared array of 32, and only the first 32 threads may read it.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void multiply_vector(const int* row, const int* vector, int* output) {
    __shared__ int sums[32];
    const unsigned t = threadIdx.x;
    int sum = row[t] * vector[t];
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (t < 32) sums[t] = 0;
    __syncthreads();
    if (t % 32 == 0) sums[t / 32] = sum;
    __syncthreads();
#ifdef FIXED
    if (t >= 32) return;
#endif
    sum = sums[t]; // finds: out-of-bounds
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (t == 0) *output = sum;
}

int main() {
    const RandomNumbers row(BLOCK), vector(BLOCK);
    const DeviceArray<int> output(1);
    multiply_vector<<<1, BLOCK>>>(row.get(), vector.get(), output.get());
    finish();
}
