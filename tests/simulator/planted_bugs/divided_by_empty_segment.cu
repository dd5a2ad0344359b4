// The mean of every segment: one of them is empty.
#include "../corpus/device.cuh"

constexpr int BLOCK = 4;

__global__ void average(const int* input, const int* begins, int* means) {
    const int s = threadIdx.x, begin = begins[s], end = begins[s + 1];
    int sum = 0;
    for (int i = begin; i < end; ++i) sum += input[i];
    means[s] = sum / (end - begin); // finds: division-by-zero
}

int main() {
    const RandomNumbers input(100);
    const DeviceArray<int> begins(BLOCK + 1), means(BLOCK);
    constexpr int where[] = {0, 30, 30, 70, 100};
    check(cudaMemcpy(begins.get(), where, sizeof where, cudaMemcpyHostToDevice));
    average<<<1, BLOCK>>>(input.get(), begins.get(), means.get());
    finish();
}
