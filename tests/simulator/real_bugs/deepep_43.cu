// A row of a matrix is summed up in place, by every thread of a group instead of one.
#include "../corpus/device.cuh"

constexpr int CHANNELS = 8;

__global__ void notify(int* prefix_matrix, int ranks) {
    int* const row = prefix_matrix + blockIdx.x * CHANNELS;
#ifdef FIXED
    if (threadIdx.x == 0)
#else
    if (static_cast<int>(threadIdx.x) < ranks)
#endif
        for (int i = 1; i < CHANNELS; ++i) row[i] += row[i - 1]; // finds: race-global
}

int main() {
    constexpr int ranks = 4;
    const RandomNumbers matrix(ranks * CHANNELS);
    notify<<<ranks, 32>>>(matrix.get(), ranks);
    finish();
}
