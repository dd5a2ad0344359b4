// The two halves of a warp in different branches, each with shuffles of its own half's mask, and
// different numbers of them; they meet again at a __syncwarp().
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void sum_and_maximum(const int* input, int* output) {
    __shared__ int results[BLOCK / 16];
    const int lane = threadIdx.x % 32;
    int value = input[blockIdx.x * BLOCK + threadIdx.x];
    if (lane < 16) {
        for (int distance = 8; distance > 0; distance /= 2) value += __shfl_xor_sync(0x0000ffffu, value, distance);
    } else {
        value = max(value, 0);
        for (int distance = 8; distance > 0; distance /= 2) value = max(value, __shfl_down_sync(0xffff0000u, value, distance));
    }
    if (lane % 16 == 0) results[threadIdx.x / 16] = value;
    __syncwarp();
    if (lane < 2) output[(blockIdx.x * BLOCK + threadIdx.x) / 32 * 2 + lane] = results[threadIdx.x / 32 * 2 + lane];
}

int main() {
    constexpr int n = 4 * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n / 16);
    sum_and_maximum<<<4, BLOCK>>>(input.get(), output.get());
    finish();
    return verdict(output, [](int half) {
        int sum = 0, maximum = 0;
        for (int i = 16 * half; i < 16 * (half + 1); ++i) {
            sum += random_number(i);
            maximum = random_number(i) > maximum ? random_number(i) : maximum;
        }
        return half % 2 == 0 ? sum : maximum;
    });
}
