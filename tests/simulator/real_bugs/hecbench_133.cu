// Sixteen threads sum up colours in shared memory by exchanging halves, without anything between the levels.
#include "../corpus/device.cuh"

constexpr int COLORS = 16;

__global__ void sum_colors(const int* colors, int* output) {
    __shared__ int sums[COLORS];
    const unsigned t = threadIdx.x;
    sums[t] = colors[t]; // finds: race-shared
#ifdef FIXED
    __syncthreads();
#endif
    for (unsigned bit = COLORS / 2; bit > 0; bit /= 2) {
#ifdef FIXED
        const int other = sums[t ^ bit];
        __syncthreads();
        sums[t] += other;
        __syncthreads();
#else
        sums[t] += sums[t ^ bit]; // finds: race-shared, maybe uninitialized
#endif
    }
    output[t] = sums[t];
}

int main() {
    const RandomNumbers colors(COLORS);
    const DeviceArray<int> output(COLORS);
    sum_colors<<<1, COLORS>>>(colors.get(), output.get());
    finish();
}
