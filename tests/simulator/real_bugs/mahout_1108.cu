// Numbers of a sample are loaded in pairs. If samples have an odd length, every second one begins in the middle
// of a pair.
#include "../corpus/device.cuh"

__global__ void norms(const float* samples, float* output, int length) {
    const float* const sample = samples + blockIdx.x * length;
    float sum = 0;
#ifdef FIXED
    for (int i = 0; i < length; ++i) sum += sample[i] * sample[i];
#else
    for (int i = 0; i + 1 < length; i += 2) {
        const float2 pair = *reinterpret_cast<const float2*>(sample + i); // finds: misaligned
        sum += pair.x * pair.x + pair.y * pair.y;
    }
    sum += sample[length - 1] * sample[length - 1];
#endif
    output[blockIdx.x] = sum;
}

int main() {
    constexpr int length = 5, count = 2;
    const DeviceArray<float> samples(length * count), output(count);
    samples.clear();
    norms<<<count, 1>>>(samples.get(), output.get(), length);
    finish();
}
