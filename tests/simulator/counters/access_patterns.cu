// Kernels whose memory transactions, bank conflicts and barriers can be worked out by hand:
// test_counters.cpp has the answers. They are written so that a compiler neither merges nor removes an
// access, and the same program can be profiled on a GPU.
#include "../expect.hpp"

#include <cuda/atomic>

// --- global memory: one warp -------------------------------------------------------------------------

template <int STRIDE>
__global__ void strided(const int* in, int* out) {
    out[threadIdx.x] = in[threadIdx.x * STRIDE];
}
__global__ void misaligned(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
__global__ void broadcast(const int* in, int* out) { out[threadIdx.x] = in[0]; }

template <class T>
__global__ void copy(const T* in, T* out) {
    out[threadIdx.x] = in[threadIdx.x];
}

struct Triple {
    int x, y, z;
};
__global__ void copy_triples(const Triple* in, Triple* out) { out[threadIdx.x] = in[threadIdx.x]; }

// --- shared memory: one warp -------------------------------------------------------------------------

template <class T, int STRIDE>
__global__ void shared_strided(const T* in, T* out) {
    __shared__ T values[31 * STRIDE + 1];
    values[threadIdx.x * STRIDE] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = values[threadIdx.x * STRIDE];
}
template <class T>
__global__ void shared_broadcast(const T* in, T* out) {
    __shared__ T values[32];
    values[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = values[7];
}
/// Only the first lanes.
template <class T, int LANES>
__global__ void shared_by_few(const T* in, T* out) {
    __shared__ T values[32];
    if (threadIdx.x < LANES) values[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < LANES) out[threadIdx.x] = values[threadIdx.x];
}

// --- atomics -----------------------------------------------------------------------------------------

__global__ void atomics_side_by_side(int* out) { atomicAdd(&out[threadIdx.x], 1 + threadIdx.x); }
__global__ void atomics_at_one_place(int* out) { atomicMax(&out[0], threadIdx.x); }
template <int STRIDE>
__global__ void shared_atomics(int* out) {
    __shared__ int values[31 * STRIDE + 1];
    if (threadIdx.x == 0) values[0] = 0;
    values[threadIdx.x * STRIDE] = 0;
    __syncthreads();
    out[threadIdx.x] = atomicAdd(&values[threadIdx.x * STRIDE], 1 + threadIdx.x);
}
__global__ void atomic_loads(int* in, int* out) {
    using Atomic = cuda::atomic_ref<int, cuda::thread_scope_device>;
    out[threadIdx.x] = Atomic(in[threadIdx.x]).load(cuda::memory_order_relaxed);
}

// --- which lanes take part ---------------------------------------------------------------------------

__global__ void two_branches(const int* in, int* out) {
    if (threadIdx.x % 2)
        out[threadIdx.x] = in[threadIdx.x];
    else
        out[threadIdx.x + 64] = in[threadIdx.x + 64];
}
__global__ void tail(const int* in, int* out, int n) {
    if (static_cast<int>(threadIdx.x) >= n) return;
    out[threadIdx.x] = in[threadIdx.x];
}
__global__ void loop(const int* in, int* out, int rounds) {
    for (int i = 0; i < rounds; ++i) out[threadIdx.x + 32 * (i % 32)] = in[threadIdx.x + 32 * (i % 32)];
}
/// In every round another quarter of the lanes stores.
__global__ void loop_with_branch(const int* in, int* out, int rounds) {
    for (int i = 0; i < rounds; ++i) {
        const int value = in[threadIdx.x + 32 * (i % 32)];
        if ((value + i) % 4 == 0) out[threadIdx.x] = value;
    }
}
/// Every lane goes round as often as its number tells, up to three times.
__global__ void uneven_loop(const int* in, int* out) {
    const int rounds = threadIdx.x % 4;
    for (int i = 0; i < rounds; ++i) out[threadIdx.x + 32 * i] = in[threadIdx.x + 32 * i];
    out[threadIdx.x] = rounds;
}

template <int STRIDE>
__device__ int element(const int* in) {
    return in[threadIdx.x * STRIDE]; // one line, several instantiations
}
__global__ void one_line_twice(const int* in, int* out) { out[threadIdx.x] = element<1>(in) + element<2>(in); }

// --- synchronisations ----------------------------------------------------------------------------------------

__global__ void collectives(const int* in, int* out) {
    int value = in[threadIdx.x];
    value += __shfl_xor_sync(0xffffffffu, value, 1);
    if (threadIdx.x < 16) value += __shfl_xor_sync(0xffffu, value, 2);
    __syncwarp();
    out[threadIdx.x] = value + (__ballot_sync(0xffffffffu, value > 3) != 0);
}
__global__ void barriers(int* out) {
    for (int i = 0; i < 5; ++i) __syncthreads();
    out[threadIdx.x] = __syncthreads_count(threadIdx.x % 2);
}

int main() {
    std::vector<int> numbers(4096);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int>(i % 32);
    test::DeviceArray<int> in(numbers), out(4096);
    int *a = in.data(), *b = out.data();
    auto *double_in = reinterpret_cast<double*>(a), *double_out = reinterpret_cast<double*>(b);
    auto *int4_in = reinterpret_cast<int4*>(a), *int4_out = reinterpret_cast<int4*>(b);
    auto *char_in = reinterpret_cast<char*>(a), *char_out = reinterpret_cast<char*>(b);

    strided<1><<<1, 32>>>(a, b);
    strided<2><<<1, 32>>>(a, b);
    strided<4><<<1, 32>>>(a, b);
    strided<8><<<1, 32>>>(a, b);
    strided<32><<<1, 32>>>(a, b);
    misaligned<<<1, 32>>>(a, b);
    broadcast<<<1, 32>>>(a, b);
    copy<int><<<2, 64>>>(a, b);
    copy<int4><<<1, 32>>>(int4_in, int4_out);
    copy<double><<<1, 32>>>(double_in, double_out);
    copy<char><<<1, 32>>>(char_in, char_out);
    copy_triples<<<1, 32>>>(reinterpret_cast<Triple*>(a), reinterpret_cast<Triple*>(b));

    shared_strided<int, 1><<<1, 32>>>(a, b);
    shared_strided<int, 2><<<1, 32>>>(a, b);
    shared_strided<int, 4><<<1, 32>>>(a, b);
    shared_strided<int, 16><<<1, 32>>>(a, b);
    shared_strided<int, 32><<<1, 32>>>(a, b);
    shared_strided<int, 33><<<1, 32>>>(a, b);
    shared_strided<char, 1><<<1, 32>>>(char_in, char_out);
    shared_strided<double, 1><<<1, 32>>>(double_in, double_out);
    shared_strided<double, 2><<<1, 32>>>(double_in, double_out);
    shared_strided<int4, 1><<<1, 32>>>(int4_in, int4_out);
    shared_strided<int4, 2><<<1, 32>>>(int4_in, int4_out);
    shared_broadcast<int><<<1, 32>>>(a, b);
    shared_broadcast<double><<<1, 32>>>(double_in, double_out);
    shared_broadcast<int4><<<1, 32>>>(int4_in, int4_out);
    shared_by_few<double, 16><<<1, 32>>>(double_in, double_out);
    shared_by_few<double, 17><<<1, 32>>>(double_in, double_out);
    shared_by_few<int4, 9><<<1, 32>>>(int4_in, int4_out);

    atomics_side_by_side<<<1, 32>>>(b);
    atomics_at_one_place<<<1, 32>>>(b);
    shared_atomics<0><<<1, 32>>>(b);
    shared_atomics<1><<<1, 32>>>(b);
    shared_atomics<2><<<1, 32>>>(b);
    atomic_loads<<<1, 32>>>(a, b);

    two_branches<<<1, 32>>>(a, b);
    tail<<<1, 40>>>(a, b, 40);
    tail<<<1, 32>>>(a, b, 20);
    for (const int rounds : {10, 1000}) loop<<<1, 32>>>(a, b, rounds);
    for (const int rounds : {8, 1000}) loop_with_branch<<<1, 32>>>(a, b, rounds);
    uneven_loop<<<1, 32>>>(a, b);
    one_line_twice<<<1, 32>>>(a, b);

    collectives<<<1, 32>>>(a, b);
    barriers<<<3, 96>>>(b);
    for (int i = 0; i < 4; ++i) broadcast<<<2, 64>>>(a, b);

    test::must(cudaGetLastError());
    test::must(cudaDeviceSynchronize());
}
