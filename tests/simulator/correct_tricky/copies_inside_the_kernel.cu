// memset() and memcpy() in a kernel, over sizes that only the run knows, up to the last byte.
#include "../corpus/device.cuh"

constexpr int ROWS = 32;

__global__ void copy_rows(const int* input, int* output, int length) {
    int* const row = output + threadIdx.x * length;
    const int half = length / 2;
    memset(row, 0, half * sizeof(int));
    memcpy(row + half, input + threadIdx.x * length + half, (length - half) * sizeof(int));
}

int main() {
    constexpr int length = 7;
    const RandomNumbers input(ROWS * length);
    const DeviceArray<int> output(ROWS * length);
    copy_rows<<<1, ROWS>>>(input.get(), output.get(), length);
    finish();
    return verdict(output, [](int i) { return i % length < length / 2 ? 0 : random_number(i); });
}
