// The right-hand neighbour of a row's last element is taken for the next row's first one. Both are in
// the tile.
#include "../corpus/device.cuh"

constexpr int SIDE = 16;

__global__ void difference_to_the_right(const int* input, int* output) {
    __shared__ int tile[SIDE][SIDE];
    const int x = threadIdx.x, y = threadIdx.y, i = y * SIDE + x;
    tile[y][x] = input[i];
    __syncthreads();
    if (i + 1 < SIDE * SIDE) output[i] = tile[y][x + 1] - tile[y][x]; // finds: out-of-bounds
}

int main() {
    const RandomNumbers input(SIDE * SIDE);
    const DeviceArray<int> output(SIDE * SIDE);
    difference_to_the_right<<<1, dim3(SIDE, SIDE)>>>(input.get(), output.get());
    finish();
}
