// A warp stores full tiles of a shared buffer, and moves the rest to the front. If the buffer is full, the rest
// begins behind its end.
#include "../corpus/device.cuh"

constexpr int TILE = 32, BUFFER = 256;

__global__ void find_interactions(const int* atoms, int* output, int count) {
    __shared__ int buffer[BUFFER];
    const int lane = static_cast<int>(threadIdx.x);
    for (int i = lane; i < count; i += TILE) buffer[i] = atoms[i];
    __syncwarp();
    const int full_tiles = count / TILE;
    for (int i = lane; i < full_tiles * TILE; i += TILE) output[i] = buffer[i];
    __syncwarp();
#ifdef FIXED
    if (lane + TILE * full_tiles < BUFFER)
#endif
        buffer[lane] = buffer[lane + TILE * full_tiles]; // finds: out-of-bounds
}

int main() {
    const RandomNumbers atoms(BUFFER);
    const DeviceArray<int> output(BUFFER);
    find_interactions<<<1, TILE>>>(atoms.get(), output.get(), BUFFER);
    finish();
}
