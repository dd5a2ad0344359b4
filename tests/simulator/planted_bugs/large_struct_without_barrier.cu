// Each thread leaves a histogram of 24 bytes, and the first one adds up all of them, without having
// waited.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, CELLS = 6;

struct Histogram {
    int cells[CELLS];
};

__device__ Histogram histogram_of(int value) {
    Histogram h{};
    h.cells[(value + 50) % CELLS] = value;
    return h;
}

__global__ void count(const int* input, int* output) {
    __shared__ Histogram histograms[BLOCK];
    histograms[threadIdx.x] = histogram_of(input[threadIdx.x]); // finds: race-shared
    if (threadIdx.x > 0) return;
    for (int t = 0; t < BLOCK; ++t) {
        const Histogram h = histograms[t]; // finds: race-shared, maybe uninitialized
        for (int k = 0; k < CELLS; ++k) output[k] = (t == 0 ? 0 : output[k]) + h.cells[k];
    }
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(CELLS);
    count<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
