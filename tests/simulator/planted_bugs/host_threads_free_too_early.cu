// The thread that has made the array frees it, although another one may still have to launch.
// only some orders show it
#include "../corpus/device.cuh"

#include <pthread.h>

__global__ void write(int* values) { values[threadIdx.x] = 1; } // finds: use-after-free

int* values = nullptr;

void* use(void*) {
    write<<<1, 32>>>(values);
    check(cudaDeviceSynchronize());
    return nullptr;
}

int main() {
    check(cudaMalloc(&values, 32 * sizeof(int)));
    pthread_t thread;
    pthread_create(&thread, nullptr, use, nullptr);
    write<<<1, 32>>>(values);
    check(cudaDeviceSynchronize());
    check(cudaFree(values));
    pthread_join(thread, nullptr);
    return 0;
}
