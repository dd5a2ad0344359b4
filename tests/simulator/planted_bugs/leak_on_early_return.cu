// A function that gives up early, and on that way out forgets what it has allocated.
#include "../corpus/device.cuh"

__global__ void count_positive(const int* input, int* count) {
    if (input[threadIdx.x] > 0) atomicAdd(count, 1);
}

int positive(const DeviceArray<int>& input) {
    int* count = nullptr;
    check(cudaMalloc(&count, sizeof(int))); // finds: warning leak
    if (input.size() > 1024) return -1;
    check(cudaMemset(count, 0, sizeof(int)));
    count_positive<<<1, input.size()>>>(input.get(), count);
    int result = 0;
    check(cudaMemcpy(&result, count, sizeof result, cudaMemcpyDeviceToHost));
    check(cudaFree(count));
    return result;
}

int main() {
    for (const int n : {1000, 2000}) {
        const RandomNumbers input(n);
        std::printf("%d\n", positive(input));
    }
}
