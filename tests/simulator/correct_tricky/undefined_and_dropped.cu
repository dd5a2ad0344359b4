// What nobody has set decides what variables are given, goes through shuffles and back to shared memory, and is dropped there: lanes
// after the last warp's sum take part, a block ends within a warp, and a corner of a tile is left out.
#include "../corpus/device.cuh"

#include <algorithm>

constexpr int WARP = 32, WARPS = 4, BLOCK = WARP * WARPS, LANES = 8, SMALL = WARP + 2 * LANES;

__global__ void least_of_block(const int* input, float* output) {
    __shared__ float least_of[WARP];
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    float least = static_cast<float>(input[threadIdx.x]);
    for (int distance = WARP / 2; distance > 0; distance /= 2) {
        const float other = __shfl_down_sync(~0u, least, distance);
        if (other < least) least = other;
    }
    if (lane == 0) least_of[warp] = least;
    __syncthreads();
    if (warp == 0) {
        least = least_of[lane];
        for (int distance = WARPS / 2; distance > 0; distance /= 2) {
            const float other = __shfl_down_sync(~0u, least, distance);
            if (other < least) least = other;
        }
        if (lane == 0) *output = least;
    }
}

__global__ void scan_block(const int* input, int* output) {
    __shared__ int sums[WARP], tops[WARP];
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    int sum = input[threadIdx.x], top = sum;
    for (int distance = 1; distance < WARP; distance *= 2) {
        const int before = __shfl_up_sync(~0u, sum, distance), higher = __shfl_up_sync(~0u, top, distance);
        if (lane >= distance) sum += before;
        if (lane >= distance && higher > top) top = higher;
    }
    if (lane == WARP - 1) {
        sums[warp] = sum;
        tops[warp] = top;
    }
    __syncthreads();
    if (warp == 0) {
        int sum_of_warp = sums[lane], top_of_warp = tops[lane];
        for (int distance = 1; distance < WARPS; distance *= 2) {
            const int before = __shfl_up_sync(~0u, sum_of_warp, distance);
            const int higher = __shfl_up_sync(~0u, top_of_warp, distance);
            if (lane >= distance) sum_of_warp += before;
            top_of_warp = lane >= distance && higher > top_of_warp ? higher : top_of_warp;
        }
        sums[lane] = sum_of_warp;
        tops[lane] = top_of_warp;
    }
    __syncthreads();
    if (warp != 0) sum += sums[warp - 1];
    output[threadIdx.x] = sum;
    output[BLOCK + threadIdx.x] = tops[WARPS - 1];
}

/// Of eight lanes each, in a block whose last warp has sixteen.
__global__ void least_of_groups(const int* input, int* output) {
    const int lane = threadIdx.x % LANES;
    int least = input[threadIdx.x], place = lane;
    float real = static_cast<float>(least);
    for (int distance = LANES / 2; distance > 0; distance /= 2) {
        const int other = __shfl_down_sync(~0u, least, distance), other_place = __shfl_down_sync(~0u, place, distance);
        const float other_real = __shfl_down_sync(~0u, real, distance);
        if (other < least || (other == least && other_place < place)) {
            least = other;
            place = other_place;
        }
        real = other_real < real ? other_real : real;
    }
    if (lane == 0) output[threadIdx.x / LANES] = least == static_cast<int>(real) ? least : -place - 1000;
}

/// The corner beyond the last cell is never set, and the last cell drops what it has found.
__global__ void cells(const int* input, const int* table, int* output) {
    __shared__ float corners[BLOCK + 2];
    const int i = threadIdx.x;
    corners[i] = static_cast<float>(input[i]);
    __syncthreads();
    int found = 0;
    if (corners[i] < 0) found |= 1;
    if (corners[i + 1] < 0) found |= 2;
    if (corners[i] < 0 || corners[i + 1] > 10) found |= 4;
    const int count = i < BLOCK - 1 ? table[found] : 0;
    for (int k = 0; k < count; ++k) atomicAdd(&output[i], found);
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(2 * BLOCK), groups(SMALL / LANES), found(BLOCK), table(8);
    const DeviceArray<float> least(1);
    found.clear();
    int ones[8];
    std::fill(ones, ones + 8, 1);
    check(cudaMemcpy(table.get(), ones, sizeof ones, cudaMemcpyHostToDevice));
    least_of_block<<<1, BLOCK>>>(input.get(), least.get());
    scan_block<<<1, BLOCK>>>(input.get(), output.get());
    least_of_groups<<<1, SMALL>>>(input.get(), groups.get());
    cells<<<1, BLOCK>>>(input.get(), table.get(), found.get());
    finish();
    int sum = 0, top = -100, bottom = 100;
    for (int i = 0; i < BLOCK; ++i) {
        const int x = random_number(i), next = random_number(i + 1);
        top = std::max(top, x);
        bottom = std::min(bottom, x);
        if (output[i] != (sum += x)) return 1;
        const int cell = (x < 0) | (next < 0) << 1 | (x < 0 || next > 10) << 2;
        if (found[i] != (i < BLOCK - 1 ? cell : 0)) return 2;
    }
    for (int i = 0; i < SMALL / LANES; ++i) {
        int low = 100;
        for (int k = 0; k < LANES; ++k) low = std::min(low, random_number(i * LANES + k));
        if (groups[i] != low) return 3;
    }
    for (int i = 0; i < BLOCK; ++i)
        if (output[BLOCK + i] != top) return 4;
    return least[0] == static_cast<float>(bottom) ? 0 : 5;
}
