// A generated kernel copies a slice of two halves that begins at an odd index as one word.
#include "../corpus/device.cuh"

#include <cstdint>

__global__ void copy_slice(std::uint16_t* output, const std::uint16_t* input) {
#ifdef FIXED
    output[0] = input[1];
    output[1] = input[2];
#else
    *reinterpret_cast<uint1*>(output) = *reinterpret_cast<const uint1*>(input + 1); // finds: misaligned
#endif
}

int main() {
    const DeviceArray<std::uint16_t> input(4), output(2);
    input.clear();
    copy_slice<<<1, 1>>>(output.get(), input.get());
    finish();
}
