// A compaction writes as many elements as it keeps, and the host fetches the whole array, then reads
// those only.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void keep_positive(const int* input, int* output, int* count) {
    __shared__ int kept;
    if (threadIdx.x == 0) kept = 0;
    __syncthreads();
    for (int t = 0; t < BLOCK; ++t) {
        if (t == static_cast<int>(threadIdx.x) && input[t] > 0) output[kept++] = input[t];
        __syncthreads();
    }
    if (threadIdx.x == 0) *count = kept;
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK), count(1);
    keep_positive<<<1, BLOCK>>>(input.get(), output.get(), count.get());
    finish();
    int result[BLOCK], kept = 0;
    check(cudaMemcpy(result, output.get(), sizeof result, cudaMemcpyDeviceToHost));
    for (int i = 0; i < BLOCK; ++i)
        if (random_number(i) > 0 && result[kept++] != random_number(i)) return 1;
    return count[0] == kept ? 0 : 1;
}
