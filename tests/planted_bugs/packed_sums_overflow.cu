// Lesson 08 with status and sum packed into 32 bits, which leaves 30 for the sum: enough for small
// numbers, and for every test that used only those. Nothing is out of order or out of bounds here; just
// the sums are wrong, and only a comparison with the CPU, on inputs with large numbers, can tell.
#include <scanlab/collectives.cuh>
#include <scanlab/lesson.hpp>

#include <cuda/atomic>

using Descriptor = unsigned; // 2 bits of status above 30 bits of sum
using SharedDescriptor = cuda::atomic_ref<Descriptor, cuda::thread_scope_device>;

__device__ Descriptor packed(int sum) {
    return 1u << 30 | (static_cast<unsigned>(sum) & 0x3fffffff); // finds: wrong-result
}
__device__ int unpacked(Descriptor d) { return static_cast<int>(d << 2) >> 2; }

template <int BLOCK>
__global__ void chained_scan(const int* input, int* output, int n, Descriptor* descriptors) {
    __shared__ int tile, before_tile;
    auto* tickets = reinterpret_cast<int*>(descriptors + gridDim.x);
    if (threadIdx.x == 0) tile = atomicAdd(tickets, 1);
    __syncthreads();
    const int i = tile * BLOCK + threadIdx.x;
    const int value = i < n ? input[i] : 0;
    const int sum = scanlab::block_exclusive_scan<BLOCK>(value) + value;

    if (threadIdx.x == BLOCK - 1) {
        Descriptor before = packed(0);
        if (tile > 0) {
            const SharedDescriptor descriptor(descriptors[tile - 1]);
            while ((before = descriptor.load(cuda::memory_order_relaxed)) == 0) {}
        }
        before_tile = unpacked(before);
        SharedDescriptor(descriptors[tile]).store(packed(before_tile + sum), cuda::memory_order_relaxed);
    }
    __syncthreads();
    if (i < n) output[i] = before_tile + sum;
}

template <int BLOCK>
struct ChainedScan {
    static std::size_t workspace(long long n) { return (scanlab::ceil_div(n, BLOCK) + 1) * sizeof(Descriptor); }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        cudaMemsetAsync(p.workspace, 0, workspace(p.n), p.stream);
        chained_scan<BLOCK><<<scanlab::ceil_div(p.n, BLOCK), BLOCK, 0, p.stream>>>(p.input, p.output, static_cast<int>(p.n),
                                                                                   static_cast<Descriptor*>(p.workspace));
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<ChainedScan>({.number = 8, .name = "packed_sums_overflow", .title = "Look-back with 30-bit sums"}, argc,
                                             argv);
}
