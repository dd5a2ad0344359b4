// A kernel fails, and nobody asks.
#include <cuda_runtime.h>

__global__ void give_up() { __trap(); } // finds trap: The kernel calls `__trap

int main() {
    give_up<<<1, 1>>>(); // finds unchecked-error: .*cudaErrorLaunchFailure
    return 0;
}
