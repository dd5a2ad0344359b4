// An event is destroyed by the function that used it, and by its owner again.
#include "../corpus/device.cuh"

void measure(cudaEvent_t event) {
    check(cudaEventRecord(event));
    check(cudaEventSynchronize(event));
    check(cudaEventDestroy(event));
}

int main() {
    cudaEvent_t event = nullptr;
    check(cudaEventCreate(&event));
    measure(event);
    check(cudaEventDestroy(event)); // finds: double-free
}
