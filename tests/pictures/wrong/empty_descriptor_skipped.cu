// Look-back that passes a tile which has not published anything yet, instead of waiting for it: its sum
// is missing.
#include <scanlab/lesson.hpp>
#include <scanlab/tile.cuh>

#include <cuda/atomic>

using Descriptor = unsigned long long; // a status (empty, aggregate, prefix) above 32 bits of sum
using SharedDescriptor = cuda::atomic_ref<Descriptor, cuda::thread_scope_device>;

__device__ void publish(Descriptor* descriptor, Descriptor status, int sum) {
    SharedDescriptor(*descriptor)
        .exchange(status << 32 | static_cast<unsigned>(sum), cuda::memory_order_relaxed);
}

__device__ int look_back(Descriptor* descriptors, long long tile) {
    int total = 0;
    for (long long other = tile - 1; other >= 0; --other) {
        const Descriptor d = SharedDescriptor(descriptors[other]).load(cuda::memory_order_relaxed);
        total += static_cast<int>(d & 0xffffffff);
        if (d >> 32 == 2) break; // and if it is 0, wait
    }
    return total;
}

template <int BLOCK>
__global__ void empty_descriptor_skipped(const int* input, int* output, long long n,
                                         Descriptor* descriptors, unsigned* tickets) {
    using Tile = scanlab::Tile<BLOCK, 1>;
    __shared__ unsigned ticket;
    __shared__ int before_tile;
    if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1u);
    __syncthreads();
    const long long tile = ticket;

    Tile items;
    items.load(input, tile * Tile::items, n);
    items.scan();
    int aggregate;
    const int before_warp = scanlab::block_prefix_of_warp<BLOCK>(items.rows[0].w, aggregate);
    if (threadIdx.x == 0) {
        publish(descriptors + tile, 1, aggregate);
        before_tile = look_back(descriptors, tile);
        publish(descriptors + tile, 2, before_tile + aggregate);
    }
    __syncthreads();
    items.add(before_tile + before_warp);
    items.store(output, tile * Tile::items, n);
}

template <int BLOCK>
struct EmptyDescriptorSkipped {
    static constexpr int items_per_thread = 4;
    static long long tiles(long long n) { return scanlab::ceil_div(n, BLOCK * items_per_thread); }
    static std::size_t workspace(long long n) { return (tiles(n) + 1) * sizeof(Descriptor); }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        auto* const descriptors = static_cast<Descriptor*>(p.workspace);
        cudaMemsetAsync(p.workspace, 0, workspace(p.n), p.stream);
        empty_descriptor_skipped<BLOCK><<<tiles(p.n), BLOCK, 0, p.stream>>>(
            p.input, p.output, p.n, descriptors, reinterpret_cast<unsigned*>(descriptors + tiles(p.n)));
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<EmptyDescriptorSkipped>(
        {.number = 8, .name = "empty_descriptor_skipped", .title = "Look-back that does not wait"},
        argc, argv);
}
