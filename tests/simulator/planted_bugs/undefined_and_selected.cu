// What nobody has set decides what variables are given, goes through shuffles and shared memory, and then counts after all.
// every marked place has to be found
#include "../corpus/device.cuh"

constexpr int WARP = 32, WARPS = 4, BLOCK = WARP * WARPS;

__global__ void least_of_warps(const int* input, float* output) {
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
        least = least_of[lane];                                   // finds: uninitialized
        for (int distance = WARPS; distance > 0; distance /= 2) { // should begin with WARPS / 2
            const float other = __shfl_down_sync(~0u, least, distance);
            if (other < least) least = other;
        }
        if (lane == 0) *output = least;
    }
}

__global__ void sums_of_warps(const int* input, int* output) {
    __shared__ int sums[WARP];
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    if (lane == 0) sums[warp] = input[threadIdx.x];
    __syncthreads();
    if (warp == 0) {
        int sum = sums[lane]; // finds: uninitialized
        for (int distance = 1; distance < WARPS; distance *= 2) {
            const int before = __shfl_up_sync(~0u, sum, distance);
            if (lane >= distance) sum += before;
        }
        sums[lane] = sum;
    }
    __syncthreads();
    output[threadIdx.x] = sums[warp + 1];
}

__global__ void place_of_largest(int* output) {
    __shared__ float values[BLOCK];
    if (threadIdx.x < BLOCK - 1) values[threadIdx.x] = static_cast<float>(random_number(threadIdx.x));
    __syncthreads();
    if (threadIdx.x != 0) return;
    float largest = -100;
    int place = 0;
    for (int i = 0; i < BLOCK; ++i)
        if (values[i] > largest) { // finds: uninitialized
            largest = values[i];
            place = i;
        }
    output[place] = 1;
}

__global__ void flags(const int* input, int* output) {
    __shared__ float corners[3];
    const float limit = static_cast<float>(input[0]);
    if (threadIdx.x < 2) corners[threadIdx.x] = static_cast<float>(input[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x > 0) return;
    int flags = 0;
    if (corners[0] < limit) flags |= 1;
    if (corners[1] < limit && corners[2] < limit) flags |= 2; // finds: uninitialized
    if (corners[1] > limit || corners[0] > limit) flags |= 4;
    for (int i = 0; i < flags; ++i) output[i] = i;
}

__global__ void beyond_the_block(const int* input, int* output) {
    const int lane = threadIdx.x % WARP;
    int value = input[threadIdx.x];
    const int next = __shfl_down_sync(~0u, value, 1);
    const bool is_last = next > value;
    output[threadIdx.x] = is_last ? 1 : 0; // finds: uninitialized
    int first = __shfl_sync(~0u, value, lane < 8 ? WARP - 1 : 0);
    if (first > value) value = 0;
    output[BLOCK + (value & 7)] = 1; // finds: uninitialized
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(2 * BLOCK);
    const DeviceArray<float> least(1);
    output.clear();
    least_of_warps<<<1, BLOCK>>>(input.get(), least.get());
    sums_of_warps<<<1, BLOCK>>>(input.get(), output.get());
    place_of_largest<<<1, BLOCK>>>(output.get());
    flags<<<1, 2>>>(input.get(), output.get());
    beyond_the_block<<<1, 48>>>(input.get(), output.get());
    finish();
}
