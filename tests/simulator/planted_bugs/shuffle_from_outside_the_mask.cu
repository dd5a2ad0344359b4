// The first half of each warp scans 16 elements, and fetches the total from the warp's last lane, as it
// would for 32 elements: that lane takes no part, and what comes is undefined.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64;
constexpr unsigned lower_half = 0x0000ffff;

__global__ void share_of_total(const int* input, int* output) {
    const int lane = threadIdx.x % 32;
    const int i = blockIdx.x * BLOCK + threadIdx.x;
    if (lane >= 16) return;

    int sum = input[i];
    for (int distance = 1; distance < 16; distance *= 2) {
        const int left = __shfl_up_sync(lower_half, sum, distance);
        if (lane >= distance) sum += left;
    }
    const int total = __shfl_sync(lower_half, sum, 31); // finds: barrier-divergence
    output[i] = total - sum;
}

int main() {
    constexpr int blocks = 4, n = blocks * BLOCK;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    share_of_total<<<blocks, BLOCK>>>(input.get(), output.get());
    finish();
}
