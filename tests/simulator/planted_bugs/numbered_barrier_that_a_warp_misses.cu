// A barrier with a number waits for as many threads as it is told, by warps: one that is not needed leaves too early.
#include "../corpus/device.cuh"

__global__ void reverse_quarters(int* values) {
    __shared__ int tile[128];
    const unsigned t = threadIdx.x;
    if (t >= 96) return; // of the last quarter nothing is wanted
    tile[t] = values[t];
    __barrier_sync_count(1, 128); // finds: barrier-divergence
    values[t] = tile[t ^ 31];
}

int main() {
    const RandomNumbers values(128);
    reverse_quarters<<<1, 128>>>(values.get());
    finish();
}
