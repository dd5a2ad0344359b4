// A gather multiplies a row's number by the row's length in a type that is too narrow. Upstream the type had 32
// bits; it has 16 here, so that the table need not have 2^31 elements.
#include "../corpus/device.cuh"

#include <cstdint>

#ifdef FIXED
using Index = std::int64_t;
#else
using Index = std::int16_t;
#endif

constexpr int LENGTH = 64;

__global__ void gather(const int* table, const int* rows, int* output) {
    const Index index = static_cast<Index>(rows[blockIdx.x] * LENGTH + static_cast<int>(threadIdx.x));
    output[blockIdx.x * LENGTH + threadIdx.x] = table[index]; // finds: out-of-bounds
}

__global__ void choose(int* rows) { rows[threadIdx.x] = 300 + 255 * static_cast<int>(threadIdx.x); }

int main() {
    constexpr int wanted = 2;
    const RandomNumbers table(600 * LENGTH);
    const DeviceArray<int> rows(wanted), output(wanted * LENGTH);
    choose<<<1, wanted>>>(rows.get());
    gather<<<wanted, LENGTH>>>(table.get(), rows.get(), output.get());
    finish();
}
