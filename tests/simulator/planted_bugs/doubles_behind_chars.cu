// Dynamic shared memory divided between chars and doubles, the chars first: their number decides
// whether the doubles begin where a double may.
#include "../corpus/device.cuh"

constexpr int BLOCK = 100;

__global__ void scale(const int* input, double* output) {
    extern __shared__ char memory[];
    char* signs = memory;
    auto* sizes = reinterpret_cast<double*>(memory + BLOCK);
    const int t = threadIdx.x;
    const int value = input[blockIdx.x * BLOCK + t];

    signs[t] = value < 0 ? -1 : 1;
    sizes[t] = value < 0 ? -value : value; // finds: misaligned
    __syncthreads();

    const int other = BLOCK - 1 - t;
    output[blockIdx.x * BLOCK + t] = signs[other] * sizes[other] / 2; // finds: misaligned
}

int main() {
    constexpr int blocks = 4, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<double> output(n);
    scale<<<blocks, BLOCK, BLOCK*(sizeof(char) + sizeof(double))>>>(input.get(), output.get());
    finish();
}
