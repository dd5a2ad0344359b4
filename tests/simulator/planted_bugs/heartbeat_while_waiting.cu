// The second block counts while it waits for the first, which has left without a word if there is nothing to do.
// runs with: SCANLAB_SIM_PATIENCE=1
#include "../corpus/device.cuh"

__device__ unsigned beats;

__global__ void second_after_first(const int* input, int n, int* total, int* is_done) {
    if (blockIdx.x == 0) {
        if (n == 0) return;
        for (int i = 0; i < n; ++i) *total += input[i];
        __threadfence();
        atomicExch(is_done, 1);
    } else {
        while (atomicAdd(is_done, 0) == 0) atomicAdd(&beats, 1u); // finds: livelock
        __threadfence();
        *total *= 2;
    }
}

int main() {
    const RandomNumbers input(64);
    const DeviceArray<int> total(1), is_done(1);
    total.clear();
    is_done.clear();
    second_after_first<<<2, 1>>>(input.get(), 0, total.get(), is_done.get());
    finish();
}
