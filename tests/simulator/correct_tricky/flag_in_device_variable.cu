// A hand-over between two blocks through cuda::atomic variables of the device, in CUDA's default order,
// which is sequentially consistent and so releases and acquires.
#include "../corpus/device.cuh"

#include <cuda/atomic>

constexpr int BLOCK = 64;

__device__ cuda::atomic<int, cuda::thread_scope_device> ready{0};
__device__ int squares[BLOCK];

__global__ void hand_over(const int* input, int* output) {
    const int t = threadIdx.x;
    if (blockIdx.x == 0) {
        squares[t] = input[t] * input[t];
        ready.fetch_add(1);
    } else {
        while (ready.load() < BLOCK) {}
        output[t] = squares[BLOCK - 1 - t];
    }
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    hand_over<<<2, BLOCK>>>(input.get(), output.get());
    finish();
    return verdict(output, [](int i) {
        const int value = random_number(BLOCK - 1 - i);
        return value * value;
    });
}
