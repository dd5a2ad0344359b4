// Each thread of the host reads the total, adds what its kernel has counted, and writes it back.
// only some orders show it
#include "../corpus/device.cuh"

#include <thread>

__global__ void count(int* value, int numbers) { *value = numbers; }

int main() {
    int total = 0;
    const auto add_part = [&](int numbers) {
        const int before = total;
        const DeviceArray<int> value(1);
        count<<<1, 1>>>(value.get(), numbers);
        finish();
        total = before + value[0];
    };
    std::thread other(add_part, 30);
    add_part(12);
    other.join();
    if (total != 42) return 1; // finds: warning wrong-result
    return 0;
}
