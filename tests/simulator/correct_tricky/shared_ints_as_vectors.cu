// A shared array of ints, aligned by hand, is filled four at a time and read byte by byte.
#include "../corpus/device.cuh"

constexpr int BLOCK = 32;

__global__ void sum_bytes(const int4* input, int* output) {
    __shared__ alignas(16) int tile[4 * BLOCK];
    const int t = threadIdx.x;
    reinterpret_cast<int4*>(tile)[t] = input[t];
    __syncthreads();
    const auto* bytes = reinterpret_cast<const unsigned char*>(tile);
    int sum = 0;
    for (int k = 0; k < 16; ++k) sum += bytes[t * 16 + k];
    output[t] = sum;
}

int main() {
    const RandomNumbers input(4 * BLOCK);
    const DeviceArray<int> output(BLOCK);
    sum_bytes<<<1, BLOCK>>>(reinterpret_cast<const int4*>(input.get()), output.get());
    finish();
    return verdict(output, [](int t) {
        int sum = 0;
        for (int k = 0; k < 4; ++k)
            for (int byte = 0; byte < 4; ++byte) sum += (static_cast<unsigned>(random_number(4 * t + k)) >> (8 * byte)) & 0xff;
        return sum;
    });
}
