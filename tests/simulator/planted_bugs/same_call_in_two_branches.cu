// Two branches make the same call, which is wrong in both. The finding belongs to the line of the branch that was taken, although
// an optimising compiler would gladly make one call of two.
#include "../corpus/device.cuh"

__global__ void fill(int* values) { values[threadIdx.x] = static_cast<int>(threadIdx.x); }

void clear(int* values, std::size_t bytes, bool first) {
    if (first)
        cudaMemset(values, 0, bytes);
    else
        cudaMemset(values, 0, bytes); // finds: bad-copy
}

int main(int argc, char**) {
    const DeviceArray<int> values(64);
    fill<<<1, 64>>>(values.get());
    clear(values.get(), 65 * sizeof(int), argc > 1);
    finish();
}
