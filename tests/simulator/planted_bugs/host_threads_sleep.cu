// The host sleeps for a while instead of waiting for the thread that launches.
// only some orders show it
#include "../corpus/device.cuh"

#include <chrono>
#include <thread>

__global__ void answer(int* value) { *value = 42; }

int main() {
    const DeviceArray<int> value(1);
    value.clear();
    std::thread launches([&] {
        answer<<<1, 1>>>(value.get());
        finish();
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const int read = value[0];
    launches.join();
    if (read != value[0]) return 1; // finds: warning wrong-result
    return 0;
}
