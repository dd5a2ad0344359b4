// A grid barrier in an ordinary launch.
#include <cooperative_groups.h>

__global__ void synchronize_all(int* out) {
    cooperative_groups::this_grid().sync();
    *out = 1;
}

int main() {
    int* out = nullptr;
    cudaMalloc(&out, sizeof(int));
    synchronize_all<<<2, 32>>>(out);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
