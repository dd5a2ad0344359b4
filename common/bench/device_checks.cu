#include "device_checks.hpp"

#include "device.hpp"
#include "poison.hpp"
#include "task.hpp"

#include <scanlab/device_attribute.cuh>

#include <algorithm>

namespace scanlab {
namespace {

constexpr int warp = 32, threads = 256;

/// Enough blocks for n threads, but no more than any GPU runs at a time: the kernels walk in strides.
unsigned blocks_for(long long n) {
    return static_cast<unsigned>(std::clamp(ceil_div(n, threads), 1LL, 4096LL));
}

__device__ long long global_thread() {
    return blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
}
__device__ long long grid_threads() { return static_cast<long long>(gridDim.x) * blockDim.x; }

/// splitmix64's output function, as in inputs.cpp.
__device__ unsigned long long hash(unsigned long long z) {
    z = (z + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

__device__ bool keeps(Task task, int value) {
    return task == Task::compaction ? value != 0 : (value & 1) == 0;
}

__global__ void fill(Task task, int* input, long long n, int kept_percent) {
    for (long long i = global_thread(); i < n; i += grid_threads()) {
        const unsigned long long random = hash(i);
        const bool kept = static_cast<int>(random % 100) < kept_percent;
        const auto bits = static_cast<unsigned>(random >> 32);
        int value = static_cast<int>(bits);
        if (task == Task::compaction) value = kept ? static_cast<int>(bits | 1) : 0;
        if (task == Task::split) value = static_cast<int>(kept ? bits & ~1u : bits | 1);
        if (task == Task::float_scan) value = __float_as_int(static_cast<float>(random % 3) - 1);
        if (task == Task::composition) value = static_cast<int>(bits | 0x10000); // an odd factor
        input[i] = value;
    }
}

__global__ void fill_with_heads(int* heads, long long n) {
    for (long long i = global_thread(); i < n; i += grid_threads()) heads[i] = hash(~i) % 16 == 0;
}

__global__ void read(int4* memory, long long n) {
    int sum = 0;
    for (long long i = global_thread(); i < n; i += grid_threads()) sum |= memory[i].x ^ memory[i].w;
    if (sum == 1) memory[0].x = sum; // hardly ever, but the compiler has to keep the loads
}

/// A warp counts a chunk's kept elements from its begin-th on, before n.
__device__ long long kept_in(Task task, const int* input, long long begin, long long n) {
    const int lane = threadIdx.x % warp;
    long long count = 0;
    for (long long i = begin + lane; i - lane < min(begin + chunk, n); i += warp)
        count += __popc(__ballot_sync(~0u, i < n && keeps(task, input[i])));
    return count;
}

__global__ void count_in_chunks(Task task, const int* input, long long n, long long* counts) {
    const long long chunks = (n + chunk - 1) / chunk;
    for (long long c = global_thread() / warp; c < chunks; c += grid_threads() / warp) {
        const long long count = kept_in(task, input, c * chunk, n);
        if (threadIdx.x % warp == 0) counts[c] = count;
    }
}

/// x -> factor·x + term modulo 2^16, packed as Task::composition says; `first` is applied first.
__device__ int compose(unsigned first, unsigned second) {
    const unsigned factor = (first >> 16) * (second >> 16);
    const unsigned term = (first & 0xffff) * (second >> 16) + (second & 0xffff);
    return static_cast<int>(factor << 16 | (term & 0xffff));
}

__device__ int add(int a, int b) {
    return static_cast<int>(static_cast<unsigned>(a) + static_cast<unsigned>(b));
}

/// Whether output i follows from the one before it. `begins`: whether nothing precedes it.
__device__ bool is_right(Task task, const Problem& p, long long i, bool begins) {
    switch (task) {
    case Task::exclusive_scan:
        return p.output[i] == (begins ? 0 : add(p.output[i - 1], p.input[i - 1]));
    case Task::segmented_scan:
        return p.output[i] == add(begins || p.heads[i] != 0 ? 0 : p.output[i - 1], p.input[i]);
    case Task::wide_scan:
        return p.wide_output[i] == (begins ? 0 : p.wide_output[i - 1]) + p.input[i];
    case Task::composition:
        return p.output[i] == (begins ? p.input[i] : compose(p.output[i - 1], p.input[i]));
    case Task::copy:
        return p.output[i] == p.input[i];
    case Task::float_scan:
        return __int_as_float(p.output[i]) ==
               (begins ? 0 : __int_as_float(p.output[i - 1])) + __int_as_float(p.input[i]);
    default:
        return p.output[i] == add(begins ? 0 : p.output[i - 1], p.input[i]);
    }
}

/// Adds what the threads of a warp have found wrong.
__device__ void report(unsigned long long wrong, Verdict* verdict) {
    if (wrong != 0) atomicAdd(&verdict->wrong, wrong);
}

__global__ void check_each(Task task, Problem p, long long reach, Verdict* verdict) {
    unsigned long long wrong = 0;
    for (long long i = global_thread(); i < p.n; i += grid_threads())
        wrong += !is_right(task, p, i, i % reach == 0);
    const long long i = (task == Task::wide_scan ? 2 : 1) * p.n + global_thread();
    if (global_thread() < guard) wrong += p.output[i] != poison_word;
    report(wrong, verdict);
}

/// One warp: the right number of kept elements, and whether the call says so.
__global__ void check_count(Task task, Problem p, const long long* ranks, Verdict* verdict) {
    const long long last = (p.n - 1) / chunk;
    const long long kept = ranks[last] - ranks[0] + kept_in(task, p.input, last * chunk, p.n);
    if (threadIdx.x != 0) return;
    verdict->kept = kept;
    report(*p.kept != kept, verdict);
}

/// A warp a chunk: looks every element up where it has to be.
__global__ void check_places(Task task, Problem p, const long long* ranks, Verdict* verdict) {
    const int lane = threadIdx.x % warp;
    const long long kept = verdict->kept, chunks = (p.n + chunk - 1) / chunk;
    unsigned long long wrong = 0;
    for (long long c = global_thread() / warp; c < chunks; c += grid_threads() / warp) {
        long long rank = ranks[c] - ranks[0];
        for (long long i = c * chunk + lane; i - lane < min((c + 1) * chunk, p.n); i += warp) {
            const bool keep = i < p.n && keeps(task, p.input[i]);
            const unsigned kept_lanes = __ballot_sync(~0u, keep);
            const long long before = rank + __popc(kept_lanes & ((1u << lane) - 1));
            rank += __popc(kept_lanes);
            if (keep) wrong += p.output[before] != p.input[i];
            if (i < p.n && !keep && task == Task::split)
                wrong += p.output[kept + i - before] != p.input[i];
        }
    }
    const long long end = task == Task::compaction ? kept : p.n;
    for (long long i = end + global_thread(); i < p.n + guard; i += grid_threads())
        wrong += p.output[i] != poison_word;
    report(wrong, verdict);
}

__global__ void noise(int* memory, long long n, int passes) {
    for (int pass = 0; pass < passes; ++pass)
        for (long long i = global_thread(); i < n; i += grid_threads())
            memory[i] = memory[i] * 5 + pass;
}

/// Keeps its multiprocessor to itself: it takes all of the shared memory.
__global__ void __launch_bounds__(1024, 1) occupy(long long cycles) {
    extern __shared__ int all[];
    const long long start = clock64();
    while (clock64() - start < cycles) all[threadIdx.x] = static_cast<int>(cycles);
}

void require_launched(const char* what) { require(cudaGetLastError(), what); }

} // namespace

void fill_input(Task task, int* input, long long n, int kept_percent, cudaStream_t stream) {
    fill<<<blocks_for(n), threads, 0, stream>>>(task, input, n, kept_percent);
    require_launched("fill_input");
}

void fill_heads(int* heads, long long n, cudaStream_t stream) {
    fill_with_heads<<<blocks_for(n), threads, 0, stream>>>(heads, n);
    require_launched("fill_heads");
}

void read_all(void* memory, std::size_t bytes, cudaStream_t stream) {
    const auto vectors = static_cast<long long>(bytes / sizeof(int4));
    read<<<blocks_for(vectors), threads, 0, stream>>>(static_cast<int4*>(memory), vectors);
    require_launched("read_all");
}

void count_kept(Task task, const int* input, long long n, long long* counts, cudaStream_t stream) {
    count_in_chunks<<<blocks_for(n), threads, 0, stream>>>(task, input, n, counts);
    require_launched("count_kept");
}

void check_scan(Task task, const Problem& call, long long reach, Verdict* verdict) {
    check_each<<<blocks_for(call.n), threads, 0, call.stream>>>(task, call, reach, verdict);
    require_launched("check_scan");
}

void check_moved(Task task, const Problem& call, const long long* ranks, Verdict* verdict) {
    check_count<<<1, warp, 0, call.stream>>>(task, call, ranks, verdict);
    check_places<<<blocks_for(call.n), threads, 0, call.stream>>>(task, call, ranks, verdict);
    require_launched("check_moved");
}

void make_noise(int* memory, long long n, int blocks, int threads_a_block, int passes,
                cudaStream_t stream) {
    noise<<<blocks, threads_a_block, 0, stream>>>(memory, n, passes);
    require_launched("make_noise");
}

void occupy_half(long long cycles, cudaStream_t stream) {
    const int bytes = device_attribute<cudaDevAttrMaxSharedMemoryPerBlockOptin>();
    require(cudaFuncSetAttribute(occupy, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
            "cudaFuncSetAttribute");
    const int blocks = std::max(1, device_attribute<cudaDevAttrMultiProcessorCount>() / 2);
    occupy<<<blocks, 1024, static_cast<std::size_t>(bytes), stream>>>(cycles);
    require_launched("occupy_half");
}

} // namespace scanlab
