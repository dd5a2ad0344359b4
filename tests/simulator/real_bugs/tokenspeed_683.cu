// Each row of probabilities is read as float4, and the number of words need not be a multiple of four.
#include "../corpus/device.cuh"

__global__ void sample(const float* probabilities, float* sums, int words) {
    const float* const row = probabilities + blockIdx.x * words;
    float sum = 0;
    int i = 0;
#ifdef FIXED
    if (words % 4 == 0)
#endif
        for (; i + 3 < words; i += 4) {
            const float4 four = *reinterpret_cast<const float4*>(row + i); // finds: misaligned
            sum += four.x + four.y + four.z + four.w;
        }
    for (; i < words; ++i) sum += row[i];
    sums[blockIdx.x] = sum;
}

int main() {
    constexpr int words = 10, rows = 2;
    const DeviceArray<float> probabilities(words * rows), sums(rows);
    probabilities.clear();
    sample<<<rows, 1>>>(probabilities.get(), sums.get(), words);
    finish();
}
