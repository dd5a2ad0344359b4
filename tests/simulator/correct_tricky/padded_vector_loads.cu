// Vector loads beyond n, but not beyond the allocation, which was rounded up to a multiple of four
// elements and filled with zeros: no tail to think about.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

__global__ void sum_fours(const int4* input, int* output, int vectors) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= vectors) return;
    const int4 items = input[i];
    output[i] = items.x + items.y + items.z + items.w;
}

int main() {
    constexpr int n = 1001, vectors = (n + 3) / 4;
    const RandomNumbers numbers(n);
    const DeviceArray<int> padded(4 * vectors), output(vectors);
    padded.clear();
    check(cudaMemcpy(padded.get(), numbers.get(), numbers.bytes(), cudaMemcpyDeviceToDevice));
    const auto* input = reinterpret_cast<const int4*>(padded.get());
    sum_fours<<<4, BLOCK>>>(input, output.get(), vectors);
    finish();
    return verdict(output, [](int vector) {
        int sum = 0;
        for (int i = 4 * vector; i < 4 * vector + 4 && i < n; ++i) sum += random_number(i);
        return sum;
    });
}
