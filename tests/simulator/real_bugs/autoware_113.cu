// The test for the end of an array lets its length through.
#include "../corpus/device.cuh"

__global__ void score_parts(const int* scores, int* best, int size) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
#ifdef FIXED
    if (i < size)
#else
    if (i <= size)
#endif
        best[i] = 2 * scores[i]; // finds: out-of-bounds
}

int main() {
    const RandomNumbers scores(100);
    const DeviceArray<int> best(100);
    score_parts<<<2, 64>>>(scores.get(), best.get(), scores.size());
    finish();
}
