// An assertion fails in a kernel, and the program looks at no error.
#undef NDEBUG
#include <cuda_runtime.h>

#include <cassert>
__global__ void require() { assert(threadIdx.x < 3); }

int main() {
    require<<<1, 32>>>();
    return 0;
}
