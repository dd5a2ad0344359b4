// Kernels that are right for all sizes, as `scanlab prove` shows.

/// Sums of each tile, in a tree. The block's size is the template's.
template <int BLOCK>
__global__ void tile_sums(const int* input, int* sums, int n) {
    __shared__ int tree[BLOCK];
    const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    tree[t] = i < static_cast<unsigned>(n) ? input[i] : 0;
    for (int distance = BLOCK / 2; distance > 0; distance /= 2) {
        __syncthreads();
        if (t < static_cast<unsigned>(distance)) tree[t] += tree[t + distance];
    }
    if (t == 0) sums[blockIdx.x] = tree[0];
}

/// In blocks of any size that is a power of two, with as much shared memory.
__global__ void reversed(int* numbers, long long n) {
    extern __shared__ int tile[];
    const long long first = static_cast<long long>(blockIdx.x) * blockDim.x, i = first + threadIdx.x;
    const long long here = n - first < blockDim.x ? n - first : blockDim.x;
    if (i < n) tile[threadIdx.x] = numbers[i];
    __syncthreads();
    if (i < n) numbers[i] = tile[here - 1 - threadIdx.x];
}

namespace {

/// A warp adds by itself.
__global__ void warp_sums(const int* input, int* sums, int n) {
    __shared__ int warps[8][32];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const long long i = static_cast<long long>(blockIdx.x) * 256 + threadIdx.x;
    warps[warp][lane] = i < n ? input[i] : 0;
    for (int distance = 16; distance > 0; distance /= 2) {
        __syncwarp();
        if (lane < distance) warps[warp][lane] += warps[warp][lane + distance];
    }
    if (lane == 0 && i < n) atomicAdd(&sums[0], warps[warp][0]);
}

} // namespace

void launch_tile_sums(const int* input, int* sums, int n) {
    if (n < 1) return;
    tile_sums<64><<<(n - 1) / 64 + 1, 64>>>(input, sums, n);
    tile_sums<256><<<(n - 1) / 256 + 1, 256>>>(input, sums, n);
}

void launch_reversed(int* numbers, long long n, int block) {
    reversed<<<(n + block - 1) / block, block, block * sizeof(int)>>>(numbers, n);
}

void launch_warp_sums(const int* input, int* sums, int n) { warp_sums<<<n / 256 + 1, 256>>>(input, sums, n); }
