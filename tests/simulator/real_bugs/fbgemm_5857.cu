// In the last block, threads without an element return before barriers that the others reach.
#include "../corpus/device.cuh"

constexpr int GROUP = 32, GROUPS = 2;

__global__ void quantize(const int* input, int* exponents, int size) {
    __shared__ int largest[GROUPS][GROUP];
    const unsigned group = threadIdx.y, t = threadIdx.x;
    const int i = static_cast<int>((blockIdx.x * GROUPS + group) * GROUP + t);
#ifdef FIXED
    largest[group][t] = i < size ? input[i] : -1000;
#else
    if (i >= size) return;
    largest[group][t] = input[i];
#endif
    for (unsigned half = GROUP / 2; half > 0; half /= 2) {
        __syncthreads(); // finds: warning barrier-divergence
        if (t < half) largest[group][t] = max(largest[group][t], largest[group][t + half]);
    }
    if (t == 0 && i < size) exponents[i / GROUP] = largest[group][0];
}

int main() {
    const RandomNumbers input(3 * GROUP);
    const DeviceArray<int> exponents(3);
    quantize<<<2, dim3(GROUP, GROUPS)>>>(input.get(), exponents.get(), input.size());
    finish();
}
