// Each thread gets memory for its digits from the device's heap: one place too few.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void count_digits(const int* input, int* output) {
    const int i = threadIdx.x;
    int rest = 1000000 + abs(input[i]);
    int* digits = static_cast<int*>(malloc(6 * sizeof(int)));
    if (digits == nullptr) return;
    int count = 0;
    for (; rest > 0; rest /= 10) digits[count++] = rest % 10; // finds: out-of-bounds
    output[i] = digits[0] + count;
    free(digits);
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    count_digits<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
