// Mistakes in the fragment that `scanlab prove` decides. Each is refuted, and the simulator finds it in the sizes that z3 names.
// The target prove_bugs of the build tries that.

// --- a barrier or a warp's barrier is missing, or is at the wrong place ------------------------------------------------

template <int BLOCK>
__global__ void first_barrier_missing(const int* input, int* output, int n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    sums[t] = i < n ? input[i] : 0;
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const int left = t >= distance ? sums[t - distance] : 0;
        __syncthreads();
        sums[t] += left;
        __syncthreads();
    }
    if (i < n) output[i] = sums[t];
}

template <int BLOCK>
__global__ void second_barrier_missing(const int* input, int* output, int n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    sums[t] = i < n ? input[i] : 0;
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const int left = t >= distance ? sums[t - distance] : 0;
        sums[t] += left;
        __syncthreads();
    }
    if (i < n) output[i] = sums[t];
}

template <int BLOCK>
__global__ void one_buffer(const int* input, int* output, int n) {
    __shared__ int buffers[2][BLOCK];
    const int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    buffers[0][t] = i < n ? input[i] : 0;
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const int* from = buffers[0];
        int* to = buffers[0];
        to[t] = t >= distance ? from[t] + from[t - distance] : from[t];
        __syncthreads();
    }
    if (i < n) output[i] = buffers[0][t];
}

template <int BLOCK>
__global__ void root_cleared_late(const int* input, int* output, int n) {
    __shared__ int tree[2 * BLOCK];
    const int t = threadIdx.x;
    const long long first = static_cast<long long>(blockIdx.x) * 2 * BLOCK + 2 * t;
    tree[2 * t] = first < n ? input[first] : 0;
    tree[2 * t + 1] = first + 1 < n ? input[first + 1] : 0;
    for (int stride = 1; stride < 2 * BLOCK; stride *= 2) {
        __syncthreads();
        const int node = (t + 1) * 2 * stride - 1;
        if (node < 2 * BLOCK) tree[node] += tree[node - stride];
    }
    if (t == 1) tree[2 * BLOCK - 1] = 0;
    __syncthreads();
    if (first < n) output[first] = tree[2 * t];
}

__global__ void shuffle_orders_nothing(const int* input, int* output, int n) {
    __shared__ int lanes[32];
    const int t = threadIdx.x;
    lanes[t] = t < n ? input[t] : 0;
    __shfl_sync(0xffffffff, t, 0);
    if (t < n) output[t] = lanes[31 - t];
}

__global__ void warp_barrier_for_a_block(const int* input, int* output, int n) {
    __shared__ int tile[64];
    const int t = threadIdx.x;
    tile[t] = t < n ? input[t] : 0;
    __syncwarp();
    if (t < n) output[t] = tile[63 - t];
}

__global__ void barrier_of_half_a_warp(const int* input, int* output, int n) {
    __shared__ int lanes[32];
    const int t = threadIdx.x;
    lanes[t] = t < n ? input[t] : 0;
    __syncwarp(t < 16 ? 0x0000ffffu : 0xffff0000u);
    if (t < n) output[t] = lanes[31 - t];
}

__global__ void mask_of_a_whole_warp(const int* input, int* output, int n) {
    const int t = threadIdx.x;
    int sum = t < n ? input[t] : 0;
    if (t < 16) sum += __shfl_down_sync(0xffffffff, sum, 8);
    if (t < n) output[t] = sum;
}

__global__ void read_only_load_then_write(const int*, int* output, int n) {
    const int t = threadIdx.x;
    const int value = t < n ? __ldg(output + t) : 0;
    __syncthreads();
    if (63 - t < n) output[63 - t] = value;
}

__global__ void barrier_in_branch(const int* input, int* output, int n) {
    __shared__ int tile[64];
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n) {
        tile[threadIdx.x] = input[i];
        __syncthreads();
        output[i] = tile[threadIdx.x];
    }
}

__global__ void barrier_in_uneven_loop(int* numbers, int n) {
    for (int i = threadIdx.x; i < 100; i += 64) {
        if (i < n) numbers[i] += 1;
        __syncthreads();
    }
}

__global__ void block_barrier_for_a_grid(const int* input, int* sums, int n) {
    const int i = blockIdx.x * 64;
    const bool adds = threadIdx.x == 0 && i < n;
    if (adds) sums[i] = input[i];
    __syncthreads();
    if (adds && i > 0 && i + 1 < n) sums[i + 1] = sums[i - 64];
}

// --- two threads have one element ------------------------------------------------------------------------------------

__global__ void all_blocks_one_sum(const int* input, int* sums, int n) {
    if (threadIdx.x == 0 && blockIdx.x * 64 < n) sums[0] += input[blockIdx.x * 64];
}

__global__ void in_place(int* numbers, int n) {
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i > 0 && i < n) numbers[i] += numbers[i - 1];
}

__global__ void tiles_overlap(const int* input, int* output, int n) {
    const int i = blockIdx.x * 63 + threadIdx.x;
    if (i < n) output[i] = input[i] + blockIdx.x;
}

__global__ void padded_wrongly(const int* input, int* output, int n) {
    __shared__ int tile[66];
    const int t = threadIdx.x;
    tile[t + t / 32 * (31 - 32)] = t < n ? input[t] : 0;
    __syncthreads();
    if (t < n) output[t] = tile[t];
}

__global__ void atomic_of_block_scope(int* sums, int n) {
    if (threadIdx.x < n) atomicAdd_block(&sums[0], 1);
}

__global__ void atomics_of_two_sizes(int* words, int n) {
    if (n < 2) return;
    if (threadIdx.x == 0)
        atomicExch(reinterpret_cast<unsigned long long*>(words), 5ull);
    else
        atomicMax(words + 1, 2);
}

__global__ void plain_beside_atomic(int* sums, int n) {
    if (n > 0) atomicAdd(&sums[0], 1);
    if (threadIdx.x == 1 && n > 0) sums[0] = 5;
}

// --- an index is outside ---------------------------------------------------------------------------------------------

__global__ void no_bound(const int* input, int* output, int n) {
    const int i = blockIdx.x * 64 + threadIdx.x;
    output[i] = input[i] + n;
}

__global__ void one_too_far(const int* input, int* output, int n) {
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i <= n) output[i] = input[i];
}

__global__ void element_before_the_first(const int* input, int* output, int n) {
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n) output[i] = input[i] + input[i - 1];
}

__global__ void tile_too_small(const int* input, int* output, int n) {
    __shared__ int tile[63];
    const int t = threadIdx.x, i = blockIdx.x * 64 + t;
    if (i < n) tile[t] = input[i];
    __syncthreads();
    if (i < n) output[i] = tile[t];
}

__global__ void vector_over_the_end(const int* input, int* output, int n) {
    const int i = (blockIdx.x * 64 + threadIdx.x) * 4;
    if (i < n) *reinterpret_cast<int4*>(output + i) = *reinterpret_cast<const int4*>(input + i);
}

#define LAUNCH(kernel, ...)                                                                                                                \
    void launch_##kernel(const int* input, int* output, int n) {                                                                           \
        if (n > 0) __VA_ARGS__<<<(n + 63) / 64, 64>>>(input, output, n);                                                                   \
    }
#define LAUNCH_OF_ONE_BLOCK(kernel, threads)                                                                                               \
    void launch_##kernel(const int* input, int* output, int n) { kernel<<<1, threads>>>(input, output, n); }
#define LAUNCH_IN_PLACE(kernel)                                                                                                            \
    void launch_##kernel(int* numbers, int n) {                                                                                            \
        if (n > 0) kernel<<<(n + 63) / 64, 64>>>(numbers, n);                                                                              \
    }

LAUNCH(first_barrier_missing, first_barrier_missing<64>)
LAUNCH(second_barrier_missing, second_barrier_missing<64>)
LAUNCH(one_buffer, one_buffer<64>)
LAUNCH(root_cleared_late, root_cleared_late<64>)
LAUNCH_OF_ONE_BLOCK(shuffle_orders_nothing, 32)
LAUNCH_OF_ONE_BLOCK(warp_barrier_for_a_block, 64)
LAUNCH_OF_ONE_BLOCK(barrier_of_half_a_warp, 32)
LAUNCH_OF_ONE_BLOCK(mask_of_a_whole_warp, 32)
LAUNCH_OF_ONE_BLOCK(read_only_load_then_write, 64)
LAUNCH(barrier_in_branch, barrier_in_branch)
LAUNCH_IN_PLACE(barrier_in_uneven_loop)
LAUNCH(block_barrier_for_a_grid, block_barrier_for_a_grid)
LAUNCH(all_blocks_one_sum, all_blocks_one_sum)
LAUNCH_IN_PLACE(in_place)
LAUNCH(tiles_overlap, tiles_overlap)
LAUNCH_OF_ONE_BLOCK(padded_wrongly, 64)
LAUNCH_IN_PLACE(atomic_of_block_scope)
LAUNCH_IN_PLACE(atomics_of_two_sizes)
LAUNCH_IN_PLACE(plain_beside_atomic)
LAUNCH(no_bound, no_bound)
LAUNCH(one_too_far, one_too_far)
LAUNCH(element_before_the_first, element_before_the_first)
LAUNCH(tile_too_small, tile_too_small)
LAUNCH(vector_over_the_end, vector_over_the_end)
