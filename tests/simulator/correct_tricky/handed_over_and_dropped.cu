// Threads beyond the input hand what they have never set to functions, which return it, bring it to shuffles and compare it: whatever
// comes of that is dropped, since each function asks first how many values there are.
#include "../corpus/device.cuh"

#include <cub/block/block_reduce.cuh>
#include <cub/warp/warp_reduce.cuh>

#include <algorithm>

/// Newer CUBs have no cub::Max.
struct Larger {
    template <class T>
    __device__ T operator()(T a, T b) const {
        return a < b ? b : a;
    }
};

constexpr int LANES = 32, WARPS = 4, BLOCK = LANES * WARPS, VALID = 75;

__device__ int twice_if(int value, bool is_wanted) { return is_wanted ? 2 * value : 0; }

__device__ float larger(float a, float b, bool has_b) {
    float result = a;
    if (has_b && b > a) result = b;
    return result;
}

__device__ float maximum_of_warp(float value, int valid) {
    const int lane = static_cast<int>(threadIdx.x) % LANES;
    for (int distance = LANES / 2; distance > 0; distance /= 2) {
        const float other = __shfl_down_sync(~0u, value, distance);
        value = larger(value, other, lane + distance < valid);
    }
    return value;
}

__device__ int sum_of_warp(int value, int valid) {
    const int lane = static_cast<int>(threadIdx.x) % LANES;
    for (int distance = 1; distance < LANES; distance *= 2) {
        const int other = __shfl_down_sync(~0u, value, distance);
        if (lane + distance < valid) value += other;
    }
    return value;
}

__device__ void put(int* place, int value, int number, bool, bool is_wanted) {
    if (is_wanted) *place = value + number;
}

__global__ void by_hand(const int* input, int* output, float* maxima) {
    __shared__ int sums[WARPS];
    const int i = static_cast<int>(threadIdx.x), warp = i / LANES, valid = VALID - warp * LANES;
    int value, neighbour;
    if (i < VALID) {
        value = input[i];
        neighbour = input[(i + 1) % VALID];
    }
    const float maximum = maximum_of_warp(static_cast<float>(i < VALID ? value : 0), valid);
    const int sum = sum_of_warp(value, valid);
    if (i % LANES == 0) sums[warp] = sum;
    if (i % LANES == 0 && valid > 0) maxima[warp] = maximum;
    __syncthreads();
    const int total = sums[0] + sums[1] + sums[2];
    put(&output[i], twice_if(value, i < VALID), total, value == neighbour, i < VALID);
}

__global__ void by_collectives(const int* input, int* of_block, float* of_warps) {
    using BlockReduce = cub::BlockReduce<int, BLOCK>;
    using WarpReduce = cub::WarpReduce<float>;
    __shared__ BlockReduce::TempStorage for_block;
    __shared__ WarpReduce::TempStorage for_warps[WARPS];
    const int i = static_cast<int>(threadIdx.x), warp = i / LANES, valid = VALID - warp * LANES;
    int value;
    float real;
    if (i < VALID) real = static_cast<float>(value = input[i]);
    const int sum = BlockReduce(for_block).Sum(value, VALID);
    const float maximum = WarpReduce(for_warps[warp]).Reduce(real, Larger(), valid < LANES ? valid : LANES);
    if (i == 0) *of_block = sum;
    if (i % LANES == 0 && valid > 0) of_warps[warp] = maximum;
}

int main() {
    const RandomNumbers input(VALID);
    const DeviceArray<int> output(VALID), of_block(1);
    const DeviceArray<float> maxima((VALID + LANES - 1) / LANES), of_warps((VALID + LANES - 1) / LANES);
    by_hand<<<1, BLOCK>>>(input.get(), output.get(), maxima.get());
    by_collectives<<<1, BLOCK>>>(input.get(), of_block.get(), of_warps.get());
    finish();
    int sum = 0;
    float largest[WARPS] = {-100, -100, -100, -100};
    for (int i = 0; i < VALID; ++i) {
        sum += random_number(i);
        largest[i / LANES] = std::max(largest[i / LANES], static_cast<float>(random_number(i)));
    }
    for (int i = 0; i * LANES < VALID; ++i)
        if (maxima[i] != largest[i] || of_warps[i] != largest[i]) return 1;
    if (of_block[0] != sum) return 1;
    return verdict(output, [&](int i) { return 2 * random_number(i) + sum; });
}
