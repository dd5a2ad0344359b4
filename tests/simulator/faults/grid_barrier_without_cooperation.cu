// A grid barrier in an ordinary launch.
#include <cooperative_groups.h>

__global__ void synchronize_all() { cooperative_groups::this_grid().sync(); }

int main() {
    synchronize_all<<<2, 32>>>();
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 4;
}
