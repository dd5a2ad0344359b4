// Nobody looks at the error of a refused launch.
#include <cuda_runtime.h>

__global__ void nothing() {}

int main() {
    nothing<<<1, 2048>>>();
    return 0;
}
