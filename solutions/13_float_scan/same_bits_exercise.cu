// Exercise 13: floats, the same bits on every GPU.
//
// New since lesson 13: the shape of the sums does not depend on the number of blocks, either. Tiles
// take tickets, as in lesson 08, but their look-backs always end at the same places. Tile t adds up
// the tiles from the last multiple of 32 before t on, and then adds the prefix there.
//
// What it costs: 8 bytes per element, and a chain, in which each group waits for the group before it.
// Shared work: at most 250 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/exercise.hpp>
#include <scanlab/operators.cuh>
#include <scanlab/tile_of.cuh>

#include <cuda/atomic>

constexpr int WARP = scanlab::warp_size; // 32

using Sum = scanlab::Sum<float>;
template <int BLOCK>
using Tile = scanlab::TileOf<Sum, BLOCK, 1>; // four floats per thread

/// A float in the lower 32 bits, and a 1 above them as soon as it is known.
using Message = unsigned long long;
using SharedMessage = cuda::atomic_ref<Message, cuda::thread_scope_device>;

__device__ void publish(Message* message, float value) {
    SharedMessage(*message).exchange(Message{1} << 32 | __float_as_uint(value),
                                     cuda::memory_order_relaxed);
}

/// Waits until the value is known.
__device__ float wait_for(Message* message) {
    Message m;
    do m = SharedMessage(*message).load(cuda::memory_order_relaxed);
    while (m >> 32 == 0);
    return __uint_as_float(static_cast<unsigned>(m));
}

/// Returns the sum of all tiles before `tile` to all lanes of the warp that calls it. aggregates[t] is
/// the sum of tile t, and prefixes[g] is the sum of all tiles before tile 32·g.
__device__ float look_back(Message* aggregates, Message* prefixes, long long tile) {
    // BEGIN SOLUTION add the prefix of a group, 32 tiles that begin at the last multiple of 32 before
    //| `tile`, to the sum of its aggregates up to `tile`, which scanlab::warp_total<Sum>() adds up.
    //| If tile is the first of a group, publish the sum that you have found.
    //> return 0;
    if (tile == 0) return Sum::identity();
    const int lane = threadIdx.x % WARP;
    const long long group = (tile - 1) / WARP, other = group * WARP + lane;
    const float aggregate = other < tile ? wait_for(aggregates + other) : Sum::identity();
    const float in_group = scanlab::warp_total<Sum>(aggregate);
    const float before_group = group == 0 ? Sum::identity() : wait_for(prefixes + group);
    const float before = before_group + in_group;
    if (tile % WARP == 0 && lane == 0) publish(prefixes + tile / WARP, before);
    return before;
    // END SOLUTION
}

template <int BLOCK>
__global__ void same_bits(const float* input, float* output, long long n, Message* aggregates,
                          Message* prefixes, unsigned* tickets) {
    constexpr int WARPS = BLOCK / WARP;
    __shared__ unsigned ticket;
    __shared__ float warp_sums[WARPS], warp_prefixes[WARPS];
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;

    if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1u);
    __syncthreads();
    const long long start = static_cast<long long>(ticket) * Tile<BLOCK>::items;
    const int size = static_cast<int>(min(n - start, static_cast<long long>(Tile<BLOCK>::items)));

    Tile<BLOCK> tile;
    tile.load(input + start, size);
    const float sum = tile.scan();
    if (lane == 0) warp_sums[warp] = sum;
    __syncthreads();

    if (warp == 0) {
        const float scanned =
            scanlab::warp_inclusive<Sum>(lane < WARPS ? warp_sums[lane] : Sum::identity());
        const float before_warp = scanlab::exclusive_of<Sum>(scanned);
        if (lane == WARP - 1) publish(aggregates + ticket, scanned);
        const float before_tile = look_back(aggregates, prefixes, ticket);
        if (lane < WARPS) warp_prefixes[lane] = before_tile + before_warp;
    }
    __syncthreads();
    tile.put_before(warp_prefixes[warp]);
    tile.store(output + start, size);
}

template <int BLOCK>
struct SameBits {
    static constexpr int items_per_thread = Tile<BLOCK>::items_per_thread;

    static long long tiles(long long n) { return scanlab::ceil_div(n, Tile<BLOCK>::items); }

    /// An aggregate per tile, a prefix per 32 tiles, and the ticket counter after them.
    static std::size_t workspace(long long n) {
        return static_cast<std::size_t>(tiles(n) + scanlab::ceil_div(tiles(n), WARP) + 1) *
               sizeof(Message);
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        auto* const aggregates = static_cast<Message*>(p.workspace);
        Message* const prefixes = aggregates + tiles(p.n);
        Message* const after = prefixes + scanlab::ceil_div(tiles(p.n), WARP);
        cudaMemsetAsync(p.workspace, 0, workspace(p.n), p.stream);
        same_bits<BLOCK><<<tiles(p.n), BLOCK, 0, p.stream>>>(
            reinterpret_cast<const float*>(p.input), reinterpret_cast<float*>(p.output), p.n,
            aggregates, prefixes, reinterpret_cast<unsigned*>(after));
    }
};

SCANLAB_EXERCISE(same_bits, SameBits);
