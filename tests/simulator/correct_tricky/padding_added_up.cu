// A scan over more places than there are elements: those after the last are never set, and added up with the others. None of these sums
// is looked at; nor are those that threads beside the elements make of variables that they have not set.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, BLOCKS = 4, ELEMENTS = 41;

__global__ void scan_counts(const int* input, int* output) {
    __shared__ unsigned short counts[BLOCK];
    __shared__ long long weights[BLOCK];
    const int t = static_cast<int>(threadIdx.x);
    const int* const own_input = input + blockIdx.x * ELEMENTS;
    int value, begin;
    if (t < ELEMENTS) {
        begin = static_cast<int>(blockIdx.x) * ELEMENTS;
        value = own_input[t] & 255;
        counts[t] = static_cast<unsigned short>(value);
    }
    int weight = 3 * value;
    weight += 1;
    weights[t] = weight;
    const int own = begin + t;
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        __syncthreads();
        const int right = 2 * distance * (t + 1) - 1;
        if (right < BLOCK) counts[right] = static_cast<unsigned short>(counts[right] + counts[right - distance]);
    }
    for (int distance = BLOCK / 4; distance > 0; distance /= 2) {
        __syncthreads();
        const int right = 2 * distance * (t + 1) + distance - 1;
        if (right < BLOCK) counts[right] = static_cast<unsigned short>(counts[right] + counts[right - distance]);
    }
    __syncthreads();
    weights[t] += t;
    int before = 0;
    if (t > 0) before = counts[t - 1];
    if (t >= ELEMENTS) return;
    output[own] = before + value + static_cast<int>(weights[t]);
}

int main() {
    const RandomNumbers input(ELEMENTS * BLOCKS);
    const DeviceArray<int> output(ELEMENTS * BLOCKS);
    scan_counts<<<BLOCKS, BLOCK>>>(input.get(), output.get());
    finish();
    for (int block = 0; block < BLOCKS; ++block)
        for (int t = 0, sum = 0; t < ELEMENTS; ++t) {
            const int value = random_number(block * ELEMENTS + t) & 255;
            sum += value;
            if (output[block * ELEMENTS + t] != sum + 3 * value + 1 + t) return 1;
        }
    return 0;
}
