// One lane finishes a reduction in shared memory. The lanes of its warp copy the words of the result at once.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, WORDS = 4;

__global__ void parallel_reduce(const int* input, int* result) {
    __shared__ int shared[BLOCK + WORDS];
    int* const words = shared + BLOCK;
    const unsigned t = threadIdx.x;
    shared[t] = input[t];
    __syncthreads();
    if (t == 0)
        for (int i = 0; i < BLOCK; ++i)
            for (int word = 0; word < WORDS; ++word) words[word] = i == 0 ? shared[0] : words[word] + shared[i]; // finds: race-shared
#ifdef FIXED
    __syncwarp();
#endif
    if (t < WORDS) result[t] = words[t]; // finds: race-shared, maybe uninitialized
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> result(WORDS);
    parallel_reduce<<<1, BLOCK>>>(input.get(), result.get());
    finish();
}
