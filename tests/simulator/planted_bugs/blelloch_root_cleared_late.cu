// Lesson 06 without the barrier after the root is cleared. The owner of the last leaf clears it, which
// here is another thread than the one that takes the down-sweep's first step from there.
#include "../corpus/device.cuh"

constexpr int BLOCK = 128;

__global__ void blelloch(const int* input, int* output, int n) {
    constexpr int TILE = 2 * BLOCK;
    __shared__ int tree[TILE];
    const int t = threadIdx.x;
    const int first = blockIdx.x * TILE + 2 * t;

    tree[2 * t] = first < n ? input[first] : 0;
    tree[2 * t + 1] = first + 1 < n ? input[first + 1] : 0;
    __syncthreads();

    for (int stride = 1; stride < TILE; stride *= 2) {
        const int node = (t + 1) * 2 * stride - 1;
        if (node < TILE) tree[node] += tree[node - stride];
        __syncthreads();
    }

    if (t == BLOCK - 1) tree[TILE - 1] = 0; // finds: race-shared (1) (2)

    for (int stride = TILE / 2; stride >= 1; stride /= 2) {
        const int node = (t + 1) * 2 * stride - 1;
        if (node < TILE) {
            const int left_sum = tree[node - stride];
            tree[node - stride] = tree[node]; // finds: race-shared (1)
            tree[node] += left_sum;           // finds: race-shared (2)
        }
        __syncthreads();
    }

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
