// A kernel expects the last index, and gets the number of elements.
#include "../corpus/device.cuh"

__global__ void calculate_scores(const int* poses, int* scores, int last) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i > last) return;
    scores[i] = 3 * poses[i]; // finds: out-of-bounds
}

int main() {
    const RandomNumbers poses(100);
    const DeviceArray<int> scores(100);
#ifdef FIXED
    const int last = poses.size() - 1;
#else
    const int last = poses.size();
#endif
    calculate_scores<<<4, 32>>>(poses.get(), scores.get(), last);
    finish();
}
