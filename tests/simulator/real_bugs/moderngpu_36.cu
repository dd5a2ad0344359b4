// When shuffles got a mask, a call kept its old arguments. The value became the mask, the distance the value.
#include "../corpus/device.cuh"

__global__ void scan_warp(const int* input, int* output) {
    const int lane = static_cast<int>(threadIdx.x);
    int sum = input[lane];
    for (int distance = 1; distance < 32; distance *= 2) {
#ifdef FIXED
        const int other = __shfl_up_sync(0xffffffff, sum, distance);
#else
        const int other = __shfl_up_sync(static_cast<unsigned>(sum), distance, 32); // finds: barrier-divergence
#endif
        if (lane >= distance) sum += other;
    }
    output[lane] = sum;
}

int main() {
    const RandomNumbers input(32);
    const DeviceArray<int> output(32);
    scan_warp<<<1, 32>>>(input.get(), output.get());
    finish();
}
