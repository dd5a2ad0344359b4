// Lesson 00: the sum of many numbers, by threads that get in each other's way.
#include <scanlab/check.cuh>

#include <vector>

__global__ void add_up(const int* in, int* total, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) *total += in[i];
}

int main() {
    const int n = 1000;
    const std::vector<int> numbers(n, 1);

    int *in = nullptr, *total = nullptr;
    check("cudaMalloc", cudaMalloc(&in, n * sizeof(int)));
    check("cudaMalloc", cudaMalloc(&total, sizeof(int)));
    check("copy in", cudaMemcpy(in, numbers.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    check("cudaMemset", cudaMemset(total, 0, sizeof(int)));
    add_up<<<4, 256>>>(in, total, n);
    check("launch", cudaGetLastError());

    int sum = 0;
    check("copy out", cudaMemcpy(&sum, total, sizeof(int), cudaMemcpyDeviceToHost));
    check("cudaFree", cudaFree(in));
    check("cudaFree", cudaFree(total));
    std::printf("%d ones add up to %d\n", n, sum);
    return sum == n ? 0 : 1;
}
