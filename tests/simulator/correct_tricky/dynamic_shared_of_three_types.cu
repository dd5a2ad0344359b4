// Dynamic shared memory carved into doubles, ints and chars, the largest type first, so that all are
// aligned.
#include "../corpus/device.cuh"

constexpr int BLOCK = 48;

__global__ void carve(const int* input, double* output) {
    extern __shared__ double halves[];
    int* const numbers = reinterpret_cast<int*>(halves + BLOCK);
    auto* const signs = reinterpret_cast<signed char*>(numbers + BLOCK);
    const int t = threadIdx.x, other = BLOCK - 1 - t;
    numbers[t] = input[t];
    signs[t] = input[t] < 0 ? -1 : 1;
    halves[t] = input[t] / 2.0;
    __syncthreads();
    output[t] = halves[other] + numbers[other] * signs[other];
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<double> output(BLOCK);
    carve<<<1, BLOCK, BLOCK*(sizeof(double) + sizeof(int) + 1)>>>(input.get(), output.get());
    finish();
    return verdict(output, [](int i) {
        const int number = random_number(BLOCK - 1 - i);
        return number / 2.0 + (number < 0 ? -number : number);
    });
}
