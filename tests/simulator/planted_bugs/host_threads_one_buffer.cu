// One thread of the host adds, another one doubles, both in the same array.
// only some orders show it
#include "../corpus/device.cuh"

#include <future>

__global__ void add_one(int* value) { *value += 1; }
__global__ void twice(int* value) { *value *= 2; }

int main() {
    const DeviceArray<int> value(1);
    value.clear();
    auto added = std::async(std::launch::async, [&] { add_one<<<1, 1>>>(value.get()); });
    auto doubled = std::async(std::launch::async, [&] { twice<<<1, 1>>>(value.get()); });
    added.get();
    doubled.get();
    finish();
    if (value[0] != 2) return 1; // finds: warning wrong-result
    return 0;
}
