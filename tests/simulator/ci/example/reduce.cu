// Five kernels that make one number of a block's elements.
#include "check.cuh"

__global__ void block_sum(const int* in, int* out, int n) {
    __shared__ int sums[block_size];
    const unsigned t = threadIdx.x;
    sums[t] = index() < n ? in[index()] : 0;
    for (unsigned half = block_size / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half) sums[t] += sums[t + half];
    }
    if (t == 0) out[blockIdx.x] = sums[0];
}
__global__ void block_max(const int* in, int* out, int n) {
    __shared__ int most[block_size];
    const unsigned t = threadIdx.x;
    most[t] = index() < n ? in[index()] : in[0];
    for (unsigned half = block_size / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half && most[t + half] > most[t]) most[t] = most[t + half];
    }
    if (t == 0) out[blockIdx.x] = most[0];
}
__global__ void warp_sum(const int* in, int* out, int n) {
    int sum = index() < n ? in[index()] : 0;
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xFFFFFFFFu, sum, offset);
    if (threadIdx.x % 32 == 0) out[index() / 32] = sum;
}
__global__ void atomic_sum(const int* in, int* out, int n) {
    if (index() < n) atomicAdd(out, in[index()]);
}
__global__ void any_above(const int* in, int* out, int limit, int n) {
    const bool is_above = index() < n && in[index()] > limit;
    const int some = __syncthreads_or(is_above);
    if (threadIdx.x == 0) out[blockIdx.x] = some != 0;
}

int main() {
    const Array in({3, 1, 7, 0, 4, 1, 6, 3});
    Array sum(1), most(1), halves(2), total(1), some(1);
    run(block_sum, block_size, in, sum, 8);
    expect("block_sum", sum, {25});
    run(block_max, block_size, in, most, 8);
    expect("block_max", most, {7});
    run(warp_sum, block_size, in, halves, 8);
    expect("warp_sum", halves, {25, 0});
    run(atomic_sum, block_size, in, total, 8);
    expect("atomic_sum", total, {25});
    run(any_above, block_size, in, some, 6, 8);
    expect("any_above", some, {1});
    return failures;
}
