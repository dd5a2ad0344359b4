// Weights from -2 to 2 are indexed as they are written, by a pointer to the middle one: of a thread, of
// the block and of the device.
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, RADIUS = 2, WEIGHTS = 2 * RADIUS + 1;

__device__ int device_weights[WEIGHTS] = {1, 2, 3, 2, 1};

__global__ void smooth(const int* input, int* output) {
    __shared__ int tile[BLOCK + 2 * RADIUS];
    int weights[WEIGHTS];
    const int t = threadIdx.x;
    int* const centre = weights + RADIUS;
    const int* const from = device_weights + RADIUS;
    for (int k = -RADIUS; k <= RADIUS; ++k) centre[k] = from[k];
    int* const place = tile + RADIUS + t;
    *place = input[t];
    if (t < RADIUS) place[-RADIUS] = place[BLOCK] = 0;
    __syncthreads();
    int sum = 0;
    for (int k = -RADIUS; k <= RADIUS; ++k) sum += centre[k] * place[k];
    output[t] = sum;
}

int main() {
    const RandomNumbers input(BLOCK);
    const DeviceArray<int> output(BLOCK);
    smooth<<<1, BLOCK>>>(input.get(), output.get());
    finish();
    return verdict(output, [](int i) {
        int sum = 0;
        for (int k = -RADIUS; k <= RADIUS; ++k)
            if (i + k >= 0 && i + k < BLOCK) sum += (3 - (k < 0 ? -k : k)) * random_number(i + k);
        return sum;
    });
}
