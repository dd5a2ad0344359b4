// Sections of a filter are a pipeline. Each reads the output that its neighbour had after the last step, and that
// neighbour replaces it in this step.
#include "../corpus/device.cuh"

constexpr int SECTIONS = 64;

__global__ void filter(const int* signal, int* output, int steps) {
    __shared__ int out[SECTIONS];
    const unsigned t = threadIdx.x;
    out[t] = 0;
    __syncthreads();
    for (int step = 0; step < steps; ++step) {
        const int x = t == 0 ? signal[step] : out[t - 1]; // finds: race-shared
#ifdef FIXED
        __syncthreads();
#endif
        out[t] = x / 2 + static_cast<int>(t); // finds: race-shared
        __syncthreads();
    }
    output[t] = out[t];
}

int main() {
    constexpr int steps = 8;
    const RandomNumbers signal(steps);
    const DeviceArray<int> output(SECTIONS);
    filter<<<1, SECTIONS>>>(signal.get(), output.get(), steps);
    finish();
}
