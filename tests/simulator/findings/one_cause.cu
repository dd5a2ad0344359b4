// Kernels that lack one synchronisation each, and their neighbours that have it. Each gives one finding, in the lines
// that are marked with its kind, and what else is unordered belongs to it. With an argument the neighbours run.
#include <cstdio>
#include <cuda_runtime.h>

constexpr int threads = 128, tile = 16;

#define MISSING_BARRIER                                                                                                                    \
    if (COMPLETE) __syncthreads()

/// Two arrays are filled, and read by others.
template <bool COMPLETE>
__global__ void before_use(const int* in, int* out) {
    __shared__ int a[threads], b[threads];
    const int t = threadIdx.x;
    a[t] = in[t];     // one cause: race-shared
    b[t] = in[t] * 2; // one cause: race-shared
    MISSING_BARRIER;
    int sum = a[(t + 40) % threads]; // one cause: race-shared
    sum += b[(t + 41) % threads];    // one cause: race-shared
    out[t] = sum;
}

/// A tile is overwritten in the next round while others still read it.
template <bool COMPLETE>
__global__ void at_the_end_of_a_round(const int* in, int* out) {
    __shared__ int a[threads], b[threads];
    const int t = threadIdx.x;
    int sum = 0;
    for (int round = 0; round < 4; ++round) {
        a[t] = in[t] + round; // one cause: race-shared
        b[t] = in[t] - round; // one cause: race-shared
        __syncthreads();
        sum += a[(t + 40) % threads]; // one cause: race-shared
        sum += b[(t + 41) % threads]; // one cause: race-shared
        MISSING_BARRIER;
    }
    out[t] = sum;
}

/// Of two barriers of a round the second one is missing (Hillis and Steele).
template <bool COMPLETE>
__global__ void between_write_and_read(const int* in, int* out) {
    __shared__ int sums[threads];
    const int t = threadIdx.x;
    sums[t] = in[t];
    __syncthreads();
    for (int distance = 1; distance < threads; distance *= 2) {
        const int left = t >= distance ? sums[t - distance] : 0; // one cause: race-shared
        __syncthreads();
        sums[t] += left; // one cause: race-shared
        MISSING_BARRIER;
    }
    out[t] = sums[t];
}

/// A stencil reads three elements of which others have written two, and the halo.
template <bool COMPLETE>
__global__ void around_a_halo(const int* in, int* out) {
    __shared__ int cells[threads + 2];
    const int t = threadIdx.x;
    cells[t + 1] = in[t]; // one cause: race-shared
    if (t == 0) cells[0] = in[threads - 1];
    if (t == 31) cells[threads + 1] = in[0];
    MISSING_BARRIER;
    int sum = cells[t];  // one cause: race-shared
    sum += cells[t + 1]; // one cause: race-shared
    sum += cells[t + 2]; // one cause: race-shared
    out[t] = sum;
}

/// The bins have to be empty before anybody counts.
template <bool COMPLETE>
__global__ void after_clearing(const int* in, int* out) {
    __shared__ int bins[threads], most[threads];
    const int t = threadIdx.x;
    bins[t] = 0; // one cause: race-shared
    most[t] = 0; // one cause: race-shared
    MISSING_BARRIER;
    atomicMax(&most[in[t] % 7], t); // one cause: race-shared
    atomicAdd(&bins[in[t] % 5], 1); // one cause: race-shared
    __syncthreads();
    out[t] = bins[t] + most[t];
}

__device__ int sum_of_block(int value, int* scratch) {
    const int t = threadIdx.x;
    scratch[t] = value; // one cause: race-shared
    __syncthreads();
    int sum = scratch[(t + 64) % threads];
    sum += scratch[(t + 32) % threads];
    return sum + scratch[(t + 96) % threads]; // one cause: race-shared
}

/// A function is called twice with the same scratch memory.
template <bool COMPLETE>
__global__ void between_two_calls(const int* in, int* out) {
    __shared__ int scratch[threads];
    const int t = threadIdx.x;
    const int first = sum_of_block(in[t], scratch);
    MISSING_BARRIER;
    out[t] = first + sum_of_block(in[t] + 1, scratch);
}

/// A matrix is turned by way of a tile.
template <bool COMPLETE>
__global__ void inside_a_tile(const int* in, int* out) {
    __shared__ int of_tile[tile][tile + 1];
    const int x = threadIdx.x % tile, y = threadIdx.x / tile;
    of_tile[y][x] = in[threadIdx.x];         // one cause: race-shared
    of_tile[y + 8][x] = in[threadIdx.x] + 1; // one cause: race-shared
    MISSING_BARRIER;
    int sum = of_tile[x][y];  // one cause: race-shared
    sum += of_tile[x][y + 8]; // one cause: race-shared
    out[threadIdx.x] = sum;
}

/// The threads of a block talk by way of global memory.
template <bool COMPLETE>
__global__ void in_global_memory(const int* in, int* out, int* scratch) {
    const int t = threadIdx.x;
    scratch[t] = in[t];               // one cause: race-global
    scratch[t + threads] = in[t] + 1; // one cause: race-global
    MISSING_BARRIER;
    int sum = scratch[(t + 64) % threads];        // one cause: race-global
    sum += scratch[threads + (t + 64) % threads]; // one cause: race-global
    out[t] = sum;
}

/// The last block reads what others have written, without a fence between that and their tickets.
template <bool COMPLETE>
__global__ void before_the_ticket(const int* in, int* out, int* scratch) {
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        scratch[2 * blockIdx.x] = in[blockIdx.x];         // one cause: race-global
        scratch[2 * blockIdx.x + 1] = in[blockIdx.x] + 1; // one cause: race-global
        if (COMPLETE) __threadfence();
        is_last = atomicAdd(&scratch[255], 1) == static_cast<int>(gridDim.x) - 1;
        if (COMPLETE) __threadfence();
    }
    __syncthreads();
    if (!is_last || threadIdx.x >= gridDim.x) return;
    int sum = scratch[2 * threadIdx.x];  // one cause: race-global
    sum += scratch[2 * threadIdx.x + 1]; // one cause: race-global
    out[threadIdx.x] = sum;
}

/// Half of the threads do not come to the barrier: what it does not order is no other mistake.
template <bool COMPLETE>
__global__ void by_a_barrier_for_some(const int* in, int* out) {
    __shared__ int a[threads], b[threads];
    const int t = threadIdx.x;
    a[t] = in[t];
    b[t] = in[t] * 2;
    if (COMPLETE || t < threads / 2) __syncthreads(); // one cause: warning: barrier-divergence
    int sum = a[(t + 40) % threads];
    sum += b[(t + 41) % threads];
    out[t] = sum;
}

/// Each warp makes its own number of rounds, with a barrier in each: what comes after is no other mistake.
template <bool COMPLETE>
__global__ void in_rounds_of_its_own(const int* in, int* out) {
    __shared__ int a[threads];
    const int t = threadIdx.x, rounds = !COMPLETE && t >= threads / 2 ? 3 : 2;
    for (int round = 0; round < rounds; ++round) {
        a[t] = in[t] + round;
        __syncthreads(); // one cause: barrier-divergence
        out[t] = a[(t + 40) % threads];
        __syncthreads();
    }
    out[t] += 1;
    __syncthreads();
    if (t == 0) out[0] = out[threads - 1];
}

/// Two barriers are missing: two findings.
template <bool COMPLETE>
__global__ void twice(const int* in, int* out) {
    __shared__ int a[threads], b[threads];
    const int t = threadIdx.x;
    a[t] = in[t]; // one cause: race-shared
    MISSING_BARRIER;
    const int other = a[(t + 40) % threads]; // one cause: race-shared
    __syncthreads();
    b[t] = other; // one cause: race-shared
    MISSING_BARRIER;
    out[t] = b[(t + 41) % threads]; // one cause: race-shared
}

__global__ void fill(int* first, int* second) {
    first[threadIdx.x] = static_cast<int>(threadIdx.x); // one cause: race-stream
    second[threadIdx.x] = 1;                            // one cause: race-stream
}

/// The host reads two arrays before the kernel has ended.
template <bool COMPLETE>
void by_the_host(int* first, int* second, int* sum) {
    fill<<<1, threads>>>(first, second);
    if (COMPLETE) cudaDeviceSynchronize();
    *sum += first[3];  // one cause: race-host
    *sum += second[3]; // one cause: race-host
    cudaDeviceSynchronize();
}

__global__ void add(const int* first, const int* second, int* out) {
    int sum = first[threadIdx.x]; // one cause: race-stream
    sum += second[threadIdx.x];   // one cause: race-stream
    out[threadIdx.x] = sum;
}

/// A kernel in another stream does not wait.
template <bool COMPLETE>
void by_a_stream(int* first, int* second, int* out) {
    cudaStream_t one, other;
    cudaStreamCreate(&one);
    cudaStreamCreate(&other);
    fill<<<1, threads, 0, one>>>(first, second);
    if (COMPLETE) cudaStreamSynchronize(one);
    add<<<1, threads, 0, other>>>(first, second, out);
    cudaDeviceSynchronize();
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
}

template <bool COMPLETE>
void run_all(int* in, int* out, int* scratch) {
    before_use<COMPLETE><<<1, threads>>>(in, out);
    at_the_end_of_a_round<COMPLETE><<<1, threads>>>(in, out);
    between_write_and_read<COMPLETE><<<1, threads>>>(in, out);
    around_a_halo<COMPLETE><<<1, threads>>>(in, out);
    after_clearing<COMPLETE><<<1, threads>>>(in, out);
    between_two_calls<COMPLETE><<<1, threads>>>(in, out);
    inside_a_tile<COMPLETE><<<1, threads>>>(in, out);
    in_global_memory<COMPLETE><<<1, threads>>>(in, out, scratch);
    cudaMemset(scratch, 0, 256 * sizeof(int));
    before_the_ticket<COMPLETE><<<16, threads>>>(in, out, scratch);
    by_a_barrier_for_some<COMPLETE><<<1, threads>>>(in, out);
    in_rounds_of_its_own<COMPLETE><<<1, threads>>>(in, out);
    twice<COMPLETE><<<1, threads>>>(in, out);
    cudaDeviceSynchronize();
    int sum = 0;
    by_the_host<COMPLETE>(in, out, &sum);
    by_a_stream<COMPLETE>(in, scratch, out);
    std::printf("%d\n", sum);
}

int main(int argc, char**) {
    int *in, *out, *scratch;
    cudaMallocManaged(&in, threads * sizeof(int));
    cudaMallocManaged(&out, threads * sizeof(int));
    cudaMallocManaged(&scratch, 256 * sizeof(int));
    for (int i = 0; i < threads; ++i) in[i] = i * 7 % 13;
    argc > 1 ? run_all<true>(in, out, scratch) : run_all<false>(in, out, scratch);
    cudaFree(in);
    cudaFree(out);
    cudaFree(scratch);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
