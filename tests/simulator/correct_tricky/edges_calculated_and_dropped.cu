// Threads beside the image read places of a tile that nobody has set, calculate with them, in variables of their own and through
// references, and put some of that back: none of it reaches the image, which asks who is inside.
#include "../corpus/device.cuh"

#include <cmath>

constexpr int BLOCK = 64, MARGIN = 4, INSIDE = BLOCK - 2 * MARGIN, BLOCKS = 3, WIDTH = INSIDE * BLOCKS - 21, ROUNDS = 2, PARTS = 2;

__device__ void smooth(float& own, const float* tile, int x) {
    if (x > 0 && x < BLOCK - 1) own = 0.5f * own + 0.25f * (tile[x - 1] + tile[x + 1]);
}

__global__ void smooth_rows(const int* input, float* output, double* doubled) {
    __shared__ float tile[PARTS][BLOCK];
    const int x = static_cast<int>(threadIdx.x), column = static_cast<int>(blockIdx.x) * INSIDE + x - MARGIN;
    const bool is_inside = column >= 0 && column < WIDTH;
    for (int part = 0; part < PARTS; ++part)
        if (is_inside) tile[part][x] = static_cast<float>(input[part * WIDTH + column]);
    __syncthreads();
    float own[PARTS];
    for (int part = 0; part < PARTS; ++part) own[part] = tile[part][x];
    for (int round = 0; round < ROUNDS; ++round) {
        for (int part = 0; part < PARTS; ++part) smooth(own[part], tile[part], x);
        __syncthreads();
        for (int part = 0; part < PARTS; ++part) tile[part][x] = own[part];
        __syncthreads();
    }
    const float result = tile[0][x];
    float twice = result;
    twice += result;
    const bool is_kept = x >= MARGIN && x < BLOCK - MARGIN && column >= ROUNDS && column < WIDTH - ROUNDS;
    if (is_kept) output[column] = result;
    if (is_kept) doubled[column] = twice;
}

int main() {
    const RandomNumbers input(WIDTH * PARTS);
    const DeviceArray<float> output(WIDTH);
    const DeviceArray<double> doubled(WIDTH);
    smooth_rows<<<BLOCKS, BLOCK>>>(input.get(), output.get(), doubled.get());
    finish();
    const auto once = [](int x) { return (random_number(x - 1) + 2.0f * random_number(x) + random_number(x + 1)) / 4; };
    for (int x = ROUNDS; x < WIDTH - ROUNDS; ++x) {
        const float expected = (once(x - 1) + 2 * once(x) + once(x + 1)) / 4;
        if (std::abs(output[x] - expected) > 1e-3f || std::abs(doubled[x] - 2 * static_cast<double>(expected)) > 1e-3) return 1;
    }
    return 0;
}
