// Sums take in places that no thread has set. That is nothing yet; but here they are stored, decide a branch, or choose an element.
// every marked place has to be found
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, WIDTH = 40, GROUP = 8;

__global__ void store_sum(const int* input, int* output) {
    __shared__ unsigned short sums[BLOCK];
    const int t = static_cast<int>(threadIdx.x);
    if (t < WIDTH) sums[t] = static_cast<unsigned short>(input[t] & 255);
    __syncthreads();
    if (t % GROUP == GROUP / 2) sums[t] = static_cast<unsigned short>(sums[t] + sums[t + 1]); // finds: uninitialized
    __syncthreads();
    if (t % 2 == 0) output[t] = t < WIDTH + GROUP && t % GROUP == GROUP / 2 ? sums[t] : 0;
}

__global__ void branch_and_index(const int* input, int* output) {
    __shared__ int ranks[BLOCK], places[BLOCK];
    const int t = static_cast<int>(threadIdx.x);
    int rank, place;
    if (t < WIDTH) {
        rank = input[t];
        place = t;
    }
    ranks[t] = 2 * rank;
    places[t] = place & (BLOCK - 1);
    __syncthreads();
    if (ranks[BLOCK - 1 - t] > 0) output[t] = 1;              // finds: uninitialized
    output[BLOCK + t] = input[places[BLOCK - 1 - t] % WIDTH]; // finds: uninitialized
}

__device__ void twice(int t, int& result) {
    int value;
    if (t < WIDTH) value = t;
    result = 2 * value; // finds: uninitialized
}

__global__ void sums_of_own(const int* input, int* output) {
    const int t = static_cast<int>(threadIdx.x);
    int row, sum;
    if (t < WIDTH) row = sum = t;
    const int place = 2 * row + 1;
    for (int i = 0; i < 2; ++i) sum += i;
    if (place > WIDTH) // finds: uninitialized
        output[t] = 1;
    output[BLOCK + t] = sum; // finds: uninitialized
    if (t < WIDTH) sum = input[t];
    output[t] = t < WIDTH ? sum : 0;
}

__global__ void sums_of_memory(const int* never_set, int* output) {
    __shared__ int sums[BLOCK];
    const int t = static_cast<int>(threadIdx.x);
    sums[t] = never_set[t] + t; // finds: uninitialized
    __syncthreads();
    output[t] = sums[BLOCK - 1 - t];
    int result = 0;
    twice(t, result);
    output[BLOCK + t] = result;
}

__global__ void keep_sum(int* output) {
    __shared__ unsigned short counts[BLOCK];
    const int t = static_cast<int>(threadIdx.x);
    if (t < WIDTH) counts[t] = 1;
    __syncthreads();
    int before = 0;
    if (t > 0) before = counts[t - 1]; // finds: uninitialized
    output[t] = before;
}

int main() {
    const RandomNumbers input(WIDTH);
    const DeviceArray<int> output(2 * BLOCK), never_set(BLOCK);
    store_sum<<<1, BLOCK>>>(input.get(), output.get());
    branch_and_index<<<1, BLOCK>>>(input.get(), output.get());
    sums_of_own<<<1, BLOCK>>>(input.get(), output.get());
    sums_of_memory<<<1, BLOCK>>>(never_set.get(), output.get());
    keep_sum<<<1, BLOCK>>>(output.get());
    finish();
}
