// Lesson 13: how many different results can the same call have?
//
//     ./scanlab sim lessons/13_float_scan/bits.cu
//     nvcc -std=c++20 -arch=sm_90 -Icommon/include lessons/13_float_scan/bits.cu -o bits
//     ./bits 1048576 10000
//
// Each kernel scans the same floats again and again. On a GPU the blocks run in another order each
// time, and the simulator changes their order, too.
#include "any_scan.cuh"

#include <scanlab/check.cuh>

#include <cstdio>
#include <cstdlib>
#include <set>

constexpr int BLOCK = 256;
using Operator = scanlab::Sum<float>;
using Tile = scanlab::TileOf<Operator, BLOCK, 1>;

/// Lesson 08's descriptor. The status is in the upper 32 bits, and the float's bits are in the lower.
using Descriptor = unsigned long long;
using SharedDescriptor = cuda::atomic_ref<Descriptor, cuda::thread_scope_device>;
enum Status : Descriptor { EMPTY = 0, AGGREGATE = 1, PREFIX = 2 };

__device__ void publish(Descriptor* descriptor, Status status, float sum) {
    SharedDescriptor(*descriptor)
        .exchange(status << 32 | __float_as_uint(sum), cuda::memory_order_relaxed);
}

/// Lesson 08's look-back. It depends on time where it ends, and therefore which numbers it adds up.
__device__ float look_back(Descriptor* descriptors, long long tile) {
    const int lane = threadIdx.x % WARP;
    float total = Operator::identity();
    for (long long nearest = tile - 1;; nearest -= WARP) {
        Descriptor d;
        unsigned known, missing;
        do {
            const long long other = nearest - lane;
            d = PREFIX << 32 | __float_as_uint(Operator::identity()); // before tile 0
            if (other >= 0) d = SharedDescriptor(descriptors[other]).load(cuda::memory_order_relaxed);
            known = __ballot_sync(scanlab::all_lanes, d >> 32 == PREFIX);
            missing = __ballot_sync(scanlab::all_lanes, d >> 32 == EMPTY);
        } while (missing != 0 && (known == 0 || __ffs(missing) < __ffs(known)));
        const bool counts = known == 0 || lane < __ffs(known);
        const float sum = counts ? __uint_as_float(static_cast<unsigned>(d)) : Operator::identity();
        total += scanlab::warp_total<Operator>(sum);
        if (known != 0) return total;
    }
}

__global__ void look_back_scan(const float* input, float* output, long long n, Descriptor* descriptors,
                               unsigned* tickets) {
    __shared__ unsigned ticket;
    __shared__ float sums[BLOCK / WARP], prefixes[BLOCK / WARP];
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1u);
    __syncthreads();
    const long long start = static_cast<long long>(ticket) * Tile::items;
    const int size = static_cast<int>(min(static_cast<long long>(Tile::items), n - start));

    Tile tile;
    tile.load(input + start, size);
    const float total = tile.scan();
    if (lane == 0) sums[warp] = total;
    __syncthreads();
    if (warp == 0) {
        const float scanned =
            scanlab::warp_inclusive<Operator>(lane < BLOCK / WARP ? sums[lane] : Operator::identity());
        const float before_warp = scanlab::exclusive_of<Operator>(scanned);
        const float aggregate = scanlab::value_of_lane(scanned, WARP - 1);
        if (lane == 0) publish(descriptors + ticket, AGGREGATE, aggregate);
        const float before = look_back(descriptors, ticket);
        if (lane == 0) publish(descriptors + ticket, PREFIX, before + aggregate);
        if (lane < BLOCK / WARP) prefixes[lane] = before + before_warp;
    }
    __syncthreads();
    tile.put_before(prefixes[warp]);
    tile.store(output + start, size);
}

/// Mixes the bits of a number, so that each of them changes the result: the last steps of splitmix64.
__device__ unsigned long long mixed(unsigned long long z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

__global__ void make_floats(float* values, long long n) { // of either sign, from 2^-8 to 2^8
    const long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
    if (i >= n) return;
    const unsigned long long bits = mixed((i + 1) * 0x9e3779b97f4a7c15);
    const unsigned exponent = 127 - 8 + static_cast<unsigned>(bits >> 60);
    values[i] = __uint_as_float((static_cast<unsigned>(bits) & 0x807fffff) | exponent << 23);
}

/// Adds up a hash of each result and its place, so that results that differ in a bit have other hashes.
__global__ void add_hashes(const float* results, long long n, unsigned long long* hash) {
    unsigned long long sum = 0;
    for (long long i = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x; i < n;
         i += static_cast<long long>(gridDim.x) * blockDim.x)
        sum += mixed(static_cast<unsigned long long>(i) << 32 | __float_as_uint(results[i]));
    atomicAdd(hash, sum);
}

/// Calls `scan(input, output)` again and again, and counts the different results.
template <class Scan>
void count_results(const char* name, long long n, int calls, Scan scan) {
    float *input, *output;
    unsigned long long* hash;
    check("cudaMalloc", cudaMalloc(&input, n * sizeof(float)));
    check("cudaMalloc", cudaMalloc(&output, n * sizeof(float)));
    check("cudaMalloc", cudaMalloc(&hash, sizeof *hash));
    make_floats<<<static_cast<unsigned>(scanlab::ceil_div(n, BLOCK)), BLOCK>>>(input, n);
    std::set<unsigned long long> results;
    for (int call = 0; call < calls; ++call) {
        check("cudaMemset", cudaMemset(hash, 0, sizeof *hash));
        scan(input, output);
        add_hashes<<<264, BLOCK>>>(output, n, hash);
        unsigned long long result;
        check("cudaMemcpy", cudaMemcpy(&result, hash, sizeof result, cudaMemcpyDeviceToHost));
        results.insert(result);
    }
    std::printf("%-12s %d calls, %zu different result%s\n", name, calls, results.size(),
                results.size() == 1 ? "" : "s");
    cudaFree(input), cudaFree(output), cudaFree(hash);
}

int main(int argc, char** argv) {
    const long long n = argc > 1 ? std::atoll(argv[1]) : 40000;
    const int calls = argc > 2 ? std::atoi(argv[2]) : 12;
    if (n < 1 || calls < 1) return std::printf("usage: bits [elements [calls]]\n"), 2;

    const auto tiles = static_cast<unsigned>(scanlab::ceil_div(n, Tile::items));
    Descriptor* descriptors;
    check("cudaMalloc", cudaMalloc(&descriptors, (tiles + 1) * sizeof *descriptors));
    count_results("look-back", n, calls, [=](const float* input, float* output) {
        check("cudaMemset", cudaMemset(descriptors, 0, (tiles + 1) * sizeof *descriptors));
        look_back_scan<<<tiles, BLOCK>>>(input, output, n, descriptors,
                                         reinterpret_cast<unsigned*>(descriptors + tiles));
    });

    using Kernels = scanlab::OrderedKernels<Operator>;
    scanlab::Problem problem{};
    check("cudaMalloc", cudaMalloc(&problem.workspace, Kernels::workspace(n)));
    check("cudaMemset", cudaMemset(problem.workspace, 0, Kernels::workspace(n)));
    count_results("this lesson", n, calls, [&](const float* input, float* output) {
        launch_any_scan<Operator, 512>(input, output, n, Kernels::aggregates(problem), nullptr);
    });
    cudaFree(descriptors), cudaFree(problem.workspace);
}
