// launch_overlapping() hands on what CUDA says, so that whoever starts a kernel hears of it.
#include "../simulator/expect.hpp"

#include <scanlab/overlapping_launch.cuh>

__global__ void nothing() {}

int main() {
    test::expect(scanlab::launch_overlapping(nothing,
                                             {.blocks = 1 << 20, .threads = 32, .resident = true},
                                             nullptr) == cudaErrorCooperativeLaunchTooLarge,
                 "a grid that cannot be resident is refused");
    test::expect(scanlab::launch_overlapping(nothing,
                                             {.blocks = 1, .threads = 32, .shared_bytes = 1 << 20},
                                             nullptr) == cudaErrorInvalidValue,
                 "a block may not have so much shared memory");
    cudaGetLastError();
    return test::verdict();
}
