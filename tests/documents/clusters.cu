// A program that asks for something which the simulator does not have: blocks of a cluster synchronise.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void synchronise() { cooperative_groups::this_cluster().sync(); }

int main() {
    synchronise<<<2, 32>>>();
    return cudaDeviceSynchronize() != cudaSuccess;
}
