// Neighbouring complex numbers are multiplied; the last one's neighbour is past the end, and only the
// operator's parameter ever sees it.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;

struct Complex {
    float re, im;
};

__device__ Complex operator*(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }

__global__ void multiply_neighbours(const Complex* input, Complex* output) {
    const int t = threadIdx.x;
    output[t] = input[t] * input[t + 1]; // finds: out-of-bounds
}

int main() {
    const DeviceArray<Complex> input(BLOCK), output(BLOCK);
    input.clear();
    multiply_neighbours<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
