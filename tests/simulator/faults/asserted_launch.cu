// The host asserts that a launch succeeds: the finding has the launch as it is written.
#include <cuda_runtime.h>

#include <cassert>

__global__ void nothing() {}

int main() { // a launch in an assertion, as error checks have it
    assert((nothing<<<1, 5000>>>(), cudaPeekAtLastError()) == cudaSuccess);
}
