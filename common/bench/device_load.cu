#include "device_load.hpp"

#include "check/device.hpp"
#include "task/recipe.hpp"

#include <scanlab/device_attribute.cuh>

#include <algorithm>

namespace scanlab {
namespace {

constexpr int threads = 256;

/// Enough blocks for n threads, but no more than any GPU runs at a time: the kernels walk in strides.
unsigned blocks_for(long long n) {
    return static_cast<unsigned>(std::clamp(ceil_div(n, threads), 1LL, 4096LL));
}

__device__ long long global_thread() {
    return blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
}
__device__ long long grid_threads() { return static_cast<long long>(gridDim.x) * blockDim.x; }

__global__ void fill(ElementKind elements, Kept what, int* input, long long n, Filling filling) {
    constexpr long long run = 1024;
    const int kept_percent = filling.kept_percent;
    for (long long at = global_thread(); at < n; at += grid_threads()) {
        const long long i = filling.first + at;
        const std::uint64_t random = random_bits(0, static_cast<std::uint64_t>(i));
        const std::uint64_t chance =
            filling.data == Data::runs ? random_bits(1, static_cast<std::uint64_t>(i / run)) : random;
        const bool kept = static_cast<int>(chance % 100) < kept_percent;
        const auto bits = static_cast<unsigned>(random >> 32);
        int value = static_cast<int>(bits);
        if (what == Kept::not_zero) value = kept ? static_cast<int>(bits | 1) : 0;
        if (what == Kept::even) value = static_cast<int>(kept ? bits & ~1u : bits | 1);
        if (what == Kept::run_starts) // runs of one length
            value =
                static_cast<int>(random_bits(0, static_cast<std::uint64_t>(i * kept_percent / 100)));
        if (are_floats(elements)) value = __float_as_int(static_cast<float>(random % 3) - 1);
        if (elements == ElementKind::maps) value = static_cast<int>(bits | 0x10000); // an odd factor
        if (filling.data == Data::sorted) // over the whole range of an int
            value = static_cast<int>(
                static_cast<double>(i) / static_cast<double>(filling.all) * 0x1p32 - 0x1p31);
        if (filling.data == Data::equal) value = 1;
        if (filling.data == Data::few) value = static_cast<int>(bits % 4);
        input[at] = value;
    }
}

__global__ void fill_with_heads(int* heads, long long n) {
    for (long long i = global_thread(); i < n; i += grid_threads())
        heads[i] = random_bits(0, ~static_cast<std::uint64_t>(i)) % 16 == 0;
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

void fill_input(Task task, int* input, long long n, const Filling& filling, cudaStream_t stream) {
    const TaskTraits& row = traits(task);
    fill<<<blocks_for(n), threads, 0, stream>>>(row.elements, row.kept, input, n, filling);
    require_launched("fill_input");
}

void fill_heads(int* heads, long long n, cudaStream_t stream) {
    fill_with_heads<<<blocks_for(n), threads, 0, stream>>>(heads, n);
    require_launched("fill_heads");
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
