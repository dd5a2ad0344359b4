// Threads with a parameter count its candidates. The others are handled by an else, and also store a count.
#include "../corpus/device.cuh"

__global__ void find_tracks(const int* candidates, int* counts, int parameters) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < parameters && candidates[i] > 0) {
        counts[i] = candidates[i];
    } else {
#ifdef FIXED
        if (i < parameters)
#endif
            counts[i] = 0; // finds: out-of-bounds
    }
}

int main() {
    const RandomNumbers candidates(100);
    const DeviceArray<int> counts(100);
    find_tracks<<<2, 64>>>(candidates.get(), counts.get(), counts.size());
    finish();
}
