// Kernels that are wrong for some sizes only, and what `scanlab prove` says of them.

/// No barrier before other threads' elements are read.
template <int BLOCK>
__global__ void tile_sums(const int* input, int* sums, int n) {
    __shared__ int tree[BLOCK];
    const int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    tree[t] = i < n ? input[i] : 0;
    for (int distance = BLOCK / 2; distance > 0; distance /= 2) {
        if (t < distance) tree[t] += tree[t + distance];
        __syncthreads();
    }
    if (t == 0) sums[blockIdx.x] = tree[0];
}

/// Right unless n is a multiple of 64.
__global__ void differences(const int* input, int* output, int n) {
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i <= n - n % 64) output[i] = input[i];
}

void launch_tile_sums(const int* input, int* sums, int n) {
    if (n > 0) tile_sums<64><<<(n + 63) / 64, 64>>>(input, sums, n);
}

void launch_differences(const int* input, int* output, int n) {
    if (n > 0) differences<<<n / 64 + 1, 64>>>(input, output, n);
}
