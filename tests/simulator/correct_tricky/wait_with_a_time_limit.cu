// A thread waits for a flag that nobody raises, but not for ever: it gives up by the clock, after longer
// than it takes until a livelock is looked for.
#include "../corpus/device.cuh"

#include <cstdio>

__global__ void wait_for_a_while(volatile int* flag, int* output) {
    const long long begin = clock64();
    while (*flag == 0 && clock64() - begin < 1'000'000) {}
    output[threadIdx.x] = *flag;
}

int main() {
    constexpr int threads = 64;
    const DeviceArray<int> flag(1), output(threads);
    flag.clear();
    wait_for_a_while<<<1, threads>>>(flag.get(), output.get());
    finish();
}
