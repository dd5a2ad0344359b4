// A workspace of two parts, allocated at once, is freed part by part: only the first part's address is
// one that cudaMalloc has returned.
#include "../corpus/device.cuh"

__global__ void set_to_zero(int* counts, int* tickets) {
    counts[threadIdx.x] = 0;
    if (threadIdx.x == 0) *tickets = 0;
}

int main() {
    int* counts = nullptr;
    check(cudaMalloc(&counts, 65 * sizeof(int)));
    int* tickets = counts + 64;
    set_to_zero<<<1, 64>>>(counts, tickets);
    finish();
    check(cudaFree(tickets)); // finds: double-free
    check(cudaFree(counts));
}
