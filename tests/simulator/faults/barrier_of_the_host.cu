// The host waits at a barrier of the device.
#include <cuda_runtime.h>

__device__ void publish(int* place, int value) {
    *place = value;
    __syncthreads();
}

int main() {
    int value = 0;
    publish(&value, 1);
    return 0;
}
