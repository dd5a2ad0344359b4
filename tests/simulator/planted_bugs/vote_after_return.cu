// Compaction's flags, counted by a vote of the whole warp,
// after the lanes past the end of the array have returned.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void count_positive(const int* input, int* count, int n) {
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    const unsigned kept = __ballot_sync(0xffffffff, input[i] > 0); // finds: warning barrier-divergence
    if (threadIdx.x % 32 == 0) atomicAdd(count, __popc(kept));
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> count(1);
    count.clear();
    count_positive<<<8, BLOCK>>>(input.get(), count.get(), n);
    finish();
}
