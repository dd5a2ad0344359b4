// Launches that CUDA refuses, and by how much they go beyond a limit.
#include <cooperative_groups.h>

__global__ void nothing() {}
__global__ void meet() { cooperative_groups::this_grid().sync(); }

int main() {
    nothing<<<1, 1056>>>();                              // finds invalid-launch: .*1056 threads per block. The limit is 1024, so
    nothing<<<1, dim3(32, 33)>>>();                      // finds invalid-launch: .*1056 threads per block .32 x 33 x 1.. The
    nothing<<<1, dim3(1, 1, 65)>>>();                    // finds invalid-launch: .*65 threads in a block's z .* limit is 64
    nothing<<<1, 0>>>();                                 // finds invalid-launch: Kernel `nothing` .* 0 threads per block
    nothing<<<0, 32>>>();                                // finds invalid-launch: Kernel `nothing` .* 0 blocks
    nothing<<<dim3(1, 65536), 32>>>();                   // finds invalid-launch: .*65536 blocks .* y direction
    nothing<<<1, 32, 50000>>>();                         // finds invalid-launch: .*50000 bytes .* limit is 49152
    nothing<<<1, 32, 300000>>>();                        // finds invalid-launch: .*300000 bytes .* limit is 49152
    cudaLaunchCooperativeKernel(meet, 5, 1024, nullptr); // finds invalid-launch: .* limit is 4, as
    return cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge ? 0 : 1;
}
