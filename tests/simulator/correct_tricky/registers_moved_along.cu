// Threads beside the image move values along that they have never set, multiply them, and put them into shared memory: none of that
// counts, as no thread of the image looks at it.
#include "../corpus/device.cuh"

#include <algorithm>

constexpr int BLOCK = 64, BLOCKS = 4, WIDTH = BLOCK * BLOCKS - 40, DEPTH = 8, RADIUS = 2;

struct Ahead {
    float value;
    double planes;
};

__global__ void weigh_planes(const int* input, float* output) {
    __shared__ float tile[BLOCK];
    const int x = static_cast<int>(blockIdx.x * BLOCK + threadIdx.x);
    const bool is_inside = x < WIDTH;
    float behind[RADIUS], current;
    Ahead ahead;
    int steps;
    if (is_inside) {
        for (int i = 0; i < RADIUS; ++i) behind[i] = 0;
        current = static_cast<float>(input[x]);
        ahead.value = static_cast<float>(input[WIDTH + x]);
        ahead.planes = 1;
        steps = 2;
    }
    const int* next = &input[2 * WIDTH + x];
    for (int z = 0; z < DEPTH; ++z) {
        __syncthreads();
        tile[threadIdx.x] = current;
        __syncthreads();
        const float neighbours = tile[(threadIdx.x + 1) % BLOCK] + behind[1] - behind[0];
        const float sum = ahead.value + neighbours;
        ahead.planes += 1;
        if (is_inside) output[z * WIDTH + x] = x % BLOCK < BLOCK - 1 && x < WIDTH - 1 ? sum : 0;
        for (int i = RADIUS - 1; i > 0; --i) behind[i] = behind[i - 1];
        behind[0] = current;
        current = ahead.value;
        const int as_before = steps;
        steps = as_before;
        if (is_inside && ahead.planes < DEPTH) ahead.value = static_cast<float>(*next);
        if (is_inside) next += WIDTH * (steps - 1);
    }
}

int main() {
    const RandomNumbers input(WIDTH * DEPTH);
    const DeviceArray<float> output(WIDTH * DEPTH);
    weigh_planes<<<BLOCKS, BLOCK>>>(input.get(), output.get());
    finish();
    const auto plane = [](int z, int x) { return z < 0 ? 0.0f : static_cast<float>(random_number(std::min(z, DEPTH - 1) * WIDTH + x)); };
    for (int z = 0; z < DEPTH; ++z)
        for (int x = 0; x < WIDTH; ++x) {
            const bool has_neighbour = x % BLOCK < BLOCK - 1 && x < WIDTH - 1;
            const float expected = plane(z + 1, x) + plane(z, x + 1) + plane(z - 2, x) - plane(z - 1, x);
            if (output[z * WIDTH + x] != (has_neighbour ? expected : 0)) return 1;
        }
    return 0;
}
