// An allocation fails because it is too large. Nobody looks, and the kernel runs.
#include "../corpus/device.cuh"

__global__ void compute_costs(const int* pixels, int* costs) { costs[threadIdx.x] = pixels[threadIdx.x]; } // finds: out-of-bounds

int main() {
    const RandomNumbers pixels(64);
    int* costs = nullptr;
    const cudaError_t error = cudaMalloc(&costs, std::size_t{1} << 50);
#ifdef FIXED
    if (error != cudaSuccess) return 0;
#else
    (void)error;
#endif
    compute_costs<<<1, 64>>>(pixels.get(), costs); // finds: out-of-bounds
    finish();
}
