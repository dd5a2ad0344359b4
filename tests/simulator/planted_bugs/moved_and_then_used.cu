// Threads beside the image move what they have never set along, as their neighbours do with what they have. It is one plane too many
// that they store; a branch and an index that come from it are found as well, and what another thread finds in shared memory.
// every marked place has to be found
#include "../corpus/device.cuh"

constexpr int BLOCK = 64, WIDTH = BLOCK - 24, RADIUS = 3;

__global__ void store_too_much(const int* input, float* output) {
    float behind[RADIUS];
    if (threadIdx.x < WIDTH)
        for (int i = 0; i < RADIUS; ++i) behind[i] = static_cast<float>(input[i * WIDTH + threadIdx.x]);
    for (int i = RADIUS - 1; i > 0; --i) behind[i] = behind[i - 1];
    const float half = behind[2] * 0.5f;
    output[threadIdx.x] = half; // finds: uninitialized
}

__global__ void branch_and_index(const int* input, int* output) {
    int from, limit;
    if (threadIdx.x < WIDTH) {
        from = static_cast<int>(threadIdx.x) + 1;
        limit = 7;
    }
    const int begin = from, end = limit;
    if (end == 7) // finds: uninitialized
        output[threadIdx.x] = 1;
    output[threadIdx.x] = input[begin & 31]; // finds: uninitialized
}

__global__ void neighbours(const int* input, float* output) {
    __shared__ float tile[BLOCK];
    float own;
    if (threadIdx.x < WIDTH) own = static_cast<float>(input[threadIdx.x]);
    tile[threadIdx.x] = own;
    __syncthreads();
    if (threadIdx.x < WIDTH) output[threadIdx.x] = own + tile[threadIdx.x + 1]; // finds: uninitialized
}

__global__ void from_memory(const int* input, float* output) {
    __shared__ float tile[BLOCK];
    __shared__ double weights[BLOCK];
    const int x = static_cast<int>(threadIdx.x);
    if (x < WIDTH) {
        tile[x] = static_cast<float>(input[x]);
        weights[x] = 2;
    }
    __syncthreads();
    float sum = tile[x]; // finds: uninitialized
    for (int i = 1; i < RADIUS; ++i) sum += static_cast<float>(i);
    output[x] = sum;
    const double weight = weights[BLOCK - 1 - x]; // finds: uninitialized
    if (weight > 1) output[x] = 1;
}

int main() {
    const RandomNumbers input(WIDTH * RADIUS);
    const DeviceArray<float> output(BLOCK);
    const DeviceArray<int> chosen(BLOCK);
    store_too_much<<<1, BLOCK>>>(input.get(), output.get());
    branch_and_index<<<1, BLOCK>>>(input.get(), chosen.get());
    neighbours<<<1, BLOCK>>>(input.get(), output.get());
    from_memory<<<1, BLOCK>>>(input.get(), output.get());
    finish();
}
