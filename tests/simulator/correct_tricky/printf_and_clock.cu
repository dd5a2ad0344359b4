// A kernel that prints, takes the time, and asserts: none of that is an access to the program's memory. In a kernel
// printf() returns how many values it has been given.
#include "../corpus/device.cuh"

#include <cassert>

constexpr int BLOCK = 64;

__global__ void square(const int* input, int* output, long long* ticks) {
    const int t = threadIdx.x;
    const long long start = clock64();
    output[t] = input[t] * input[t];
    assert(output[t] >= 0);
    if (t == 7) {
        assert(printf("%d squared is %d\n", input[t], output[t]) == 2);
        assert(printf("100 %% of %*d\n", 5, input[t]) == 2);
        assert(printf("no value\n") == 0);
    }
    ticks[t] = clock64() - start;
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    const DeviceArray<long long> ticks(BLOCK);
    square<<<1, BLOCK>>>(input.get(), output.get(), ticks.get());
    finish();
    return ticks[0] > 0 ? verdict(output, [](int i) { return random_number(i) * random_number(i); }) : 1;
}
