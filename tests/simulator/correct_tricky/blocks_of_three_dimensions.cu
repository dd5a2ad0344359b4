// A grid and blocks of three dimensions, with a barrier and a warp's vote in them: which threads are a
// warp, and which memory is a neighbour's, follows from the linear index.
#include "../corpus/device.cuh"

__global__ void mirror(const int* input, int* output, int* positive) {
    __shared__ int tile[2][3][8];
    const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const unsigned i = block * 48 + thread;

    tile[threadIdx.z][threadIdx.y][threadIdx.x] = input[i];
    const unsigned votes = __ballot_sync(0xffffffffu, input[i] > 0);
    if (thread % 32 == 0) atomicAdd(&positive[block], __popc(votes));
    __syncthreads();
    output[i] = tile[1 - threadIdx.z][2 - threadIdx.y][7 - threadIdx.x];
}

int main() {
    constexpr int blocks = 2 * 2 * 3, n = blocks * 48;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n), positive(blocks);
    positive.clear();
    mirror<<<dim3(2, 2, 3), dim3(8, 3, 2)>>>(input.get(), output.get(), positive.get());
    finish();
    const auto count = [](int block) {
        int sum = 0;
        for (int t = 0; t < 48; ++t) sum += random_number(block * 48 + t) > 0;
        return sum;
    };
    const auto mirrored = [](int i) { return random_number(i / 48 * 48 + 47 - i % 48); };
    return verdict(output, mirrored) | verdict(positive, count);
}
