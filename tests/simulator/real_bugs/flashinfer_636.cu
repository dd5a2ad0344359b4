// A buffer of vectors in shared memory begins behind one float per warp, and the number of warps need not be a
// multiple of four.
#include "../corpus/device.cuh"

constexpr int WARPS = 3;

__global__ void add_and_normalize(const float* input, float* output) {
    __shared__ alignas(16) float shared[4 + 4 * 32 * WARPS];
#ifdef FIXED
    float* const vectors = shared + (WARPS + 3) / 4 * 4;
#else
    float* const vectors = shared + WARPS;
#endif
    const float x = input[threadIdx.x];
    *reinterpret_cast<float4*>(vectors + 4 * threadIdx.x) = make_float4(x, x, x, x); // finds: misaligned
    output[threadIdx.x] = vectors[4 * threadIdx.x];                                  // finds: maybe uninitialized
}

int main() {
    const DeviceArray<float> input(32 * WARPS), output(32 * WARPS);
    input.clear();
    add_and_normalize<<<1, 32 * WARPS>>>(input.get(), output.get());
    finish();
}
