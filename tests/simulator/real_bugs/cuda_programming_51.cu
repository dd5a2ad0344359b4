// All lanes call a shuffle whose mask leaves lane 0 out.
#include "../corpus/device.cuh"

__global__ void use_a_mask(int* output) {
    const int lane = static_cast<int>(threadIdx.x);
    constexpr unsigned all_but_lane_0 = 0xfffffffe;
    int value = lane;
#ifdef FIXED
    if (lane != 0)
#endif
        value = __shfl_sync(all_but_lane_0, lane, 2); // finds: barrier-divergence
    output[lane] = value;
}

int main() {
    const DeviceArray<int> output(32);
    use_a_mask<<<1, 32>>>(output.get());
    finish();
}
