// One thread of the host fills the array, another one adds it up, and nothing makes the second wait for the first.
// only some orders show it
#include "../corpus/device.cuh"

#include <thread>

__global__ void fill(int* values) { values[threadIdx.x] = 1; }
__global__ void add_up(const int* values, int* sum) {
    *sum = 0;
    for (int i = 0; i < 32; ++i) *sum += values[i]; // finds: uninitialized
}

int main() {
    const DeviceArray<int> values(32), sum(1);
    std::thread writer([&] { fill<<<1, 32>>>(values.get()); });
    std::thread reader([&] { add_up<<<1, 1>>>(values.get(), sum.get()); });
    writer.join();
    reader.join();
    finish();
    return 0;
}
