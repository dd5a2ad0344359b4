// Lesson 06's exercise, Brent-Kung, without the barrier of the down-
// sweep: a node hands down a sum that it has not received yet. As long as
// few threads have work they are in one warp, and a GPU gets it right.
#include "../corpus/device.cuh"

constexpr int BLOCK = 256;

__global__ void brent_kung(const int* input, int* output, int n) {
    __shared__ int tree[BLOCK];
    const int t = threadIdx.x;
    const int i = blockIdx.x * BLOCK + t;

    tree[t] = i < n ? input[i] : 0;

    for (int stride = 1; stride < BLOCK; stride *= 2) {
        __syncthreads();
        const int node = (t + 1) * 2 * stride - 1;
        if (node < BLOCK) tree[node] += tree[node - stride];
    }
    __syncthreads();

    for (int stride = BLOCK / 4; stride >= 1; stride /= 2) {
        const int node = (t + 1) * 2 * stride - 1;
        if (node + stride < BLOCK) tree[node + stride] += tree[node]; // finds: race-shared
    }

    __syncthreads();
    if (i < n) output[i] = tree[t];
}

int main() {
    constexpr int n = 1000;
    const RandomNumbers input(n);
    const DeviceArray<int> output(n);
    brent_kung<<<4, BLOCK>>>(input.get(), output.get(), n);
    finish();
}
