// A thread waits for a flag that nobody raises. Between two looks it lets some time pass by the clock,
// which tells it something new each time, but nothing that it waits for.
// runs with: SCANLAB_SIM_PATIENCE=1
#include "../corpus/device.cuh"

__global__ void wait_with_pauses(volatile int* flag, int* output) {
    while (*flag == 0) { // finds: livelock
        const long long begin = clock64();
        while (clock64() - begin < 100) {}
    }
    *output = 1;
}

int main() {
    const DeviceArray<int> flag(1), output(1);
    flag.clear();
    wait_with_pauses<<<1, 32>>>(flag.get(), output.get());
    finish();
}
