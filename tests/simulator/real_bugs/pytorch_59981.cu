// Threads whose channel or row does not exist go on to read its values, and drop them later.
#include "../corpus/device.cuh"

__global__ void normalize(const int* input, const int* means, int* output, int channels, int rows) {
    const int channel = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x), row = static_cast<int>(blockIdx.y);
#ifdef FIXED
    if (channel >= channels || row >= rows) return;
#endif
    const int mean = means[channel]; // finds: out-of-bounds
    if (channel < channels && row < rows) output[row * channels + channel] = input[row * channels + channel] - mean;
}

int main() {
    constexpr int channels = 50, rows = 3;
    const RandomNumbers input(channels * rows), means(channels);
    const DeviceArray<int> output(channels * rows);
    normalize<<<dim3(2, rows), 32>>>(input.get(), means.get(), output.get(), channels, rows);
    finish();
}
