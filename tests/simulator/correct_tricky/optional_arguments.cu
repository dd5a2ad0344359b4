// A kernel's argument says whether its other member has been set, and the kernel reads it only then.
#include "../corpus/device.cuh"

struct Limit {
    bool is_set;
    double value;
};

__global__ void clamp(const int* input, int* output, Limit low, Limit high) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = input[i];
    if (low.is_set && value < low.value) value = static_cast<int>(low.value);
    if (high.is_set && value > high.value) value = static_cast<int>(high.value);
    output[i] = value;
}

int main() {
    constexpr int n = 512;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    Limit none, high;
    none.is_set = false;
    high.is_set = true;
    high.value = 20;
    clamp<<<2, 256>>>(input.get(), output.get(), none, high);
    finish();
    return verdict(output, [](int i) { return random_number(i) < 20 ? random_number(i) : 20; });
}
