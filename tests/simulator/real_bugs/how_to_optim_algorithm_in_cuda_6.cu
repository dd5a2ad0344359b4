// An addition to a half can be made by one to a pair of halves, if the array has a second one. The number of inputs was
// given instead of the array's length.
#include "../corpus/device.cuh"

#include <cstdint>

__device__ void fast_add(std::uint16_t* base, int index, int length) {
    const int pair = index & ~1;
    if (pair + 1 < length)
        atomicAdd(reinterpret_cast<unsigned*>(base + pair), 1u << (index % 2 * 16)); // finds: out-of-bounds
    else
        atomicCAS(reinterpret_cast<unsigned short*>(base + index), static_cast<unsigned short>(0), static_cast<unsigned short>(1));
}

__global__ void dot(std::uint16_t* sum, int length) { fast_add(sum, 0, length); }

int main() {
    constexpr int inputs = 64;
    const DeviceArray<std::uint16_t> sum(1);
    sum.clear();
#ifdef FIXED
    dot<<<1, inputs>>>(sum.get(), sum.size());
#else
    dot<<<1, inputs>>>(sum.get(), inputs);
#endif
    finish();
}
