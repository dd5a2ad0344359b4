// Lesson 06 without the barrier of those steps up in which only the first warp has work: a warp has not
// run in step since Volta.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void blelloch(const int* input, int* output, int n) {
    constexpr int TILE = 2 * BLOCK;
    __shared__ int tree[TILE];
    const int t = threadIdx.x;
    const int first = blockIdx.x * TILE + 2 * t;

    tree[2 * t] = first < n ? input[first] : 0;
    tree[2 * t + 1] = first + 1 < n ? input[first + 1] : 0;

    for (int stride = 1; stride < TILE; stride *= 2) {
        const int nodes_below = TILE / stride;
        if (nodes_below > 32) __syncthreads();
        const int node = (t + 1) * 2 * stride - 1;
        if (node < TILE) tree[node] += tree[node - stride]; // finds: race-shared
    }

    __syncthreads();
    if (t == 0) tree[TILE - 1] = 0;

    for (int stride = TILE / 2; stride >= 1; stride /= 2) {
        __syncthreads();
        const int node = (t + 1) * 2 * stride - 1;
        if (node < TILE) {
            const int left_sum = tree[node - stride];
            tree[node - stride] = tree[node];
            tree[node] += left_sum;
        }
    }

    __syncthreads();
    if (first < n) output[first] = tree[2 * t];
    if (first + 1 < n) output[first + 1] = tree[2 * t + 1];
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    blelloch<<<4, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
