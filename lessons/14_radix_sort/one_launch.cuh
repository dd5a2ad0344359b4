/// \file
/// The kernel of one_launch.cu, which makes all passes, and how its blocks tell each other of counts.
#pragma once

#include "digit_counts.cuh"

#include <cuda/atomic>

constexpr int MOST_BLOCKS = 256;
constexpr int PAIRS = RADIX / 2; // of neighbouring digits, whose counts share a message
template <class T>
using Told = cuda::atomic_ref<T, cuda::thread_scope_device>;
using Message = unsigned long long;

/// The memory for messages: all zeros before the first call, and never cleared. Each pass of each call
/// has a number of its own, its tag, and a message is there when it bears the right one. (After 2^30
/// calls tags come again. Who sorts so often clears the memory in between.)
struct alignas(128) Messages {
    unsigned epoch;                     // the tag of the last pass of the last call
    unsigned done[MOST_BLOCKS];         // the tag of the last pass that a block has made
    Message counts[MOST_BLOCKS][PAIRS]; // a tag, and how many keys of two digits a block has
};

/// Waits until all blocks have made the pass, and sees what they have written.
template <int BLOCK>
__device__ void wait_for_all_blocks(Messages& messages, unsigned tag) {
    const int me = blockIdx.x, blocks = gridDim.x;
    __syncthreads();
    if (threadIdx.x == 0) Told<unsigned>(messages.done[me]).store(tag, cuda::memory_order_release);
    for (int b = threadIdx.x; b < blocks; b += BLOCK)
        while (Told<unsigned>(messages.done[b]).load(cuda::memory_order_acquire) != tag) {}
    __syncthreads();
}

template <int BLOCK, int ROWS>
struct SmallTile {
    static constexpr int WARPS = BLOCK / WARP, SIZE = BLOCK * ROWS;
    static constexpr int GROUPS = BLOCK > PAIRS ? BLOCK / PAIRS : 1; // of threads that hear all pairs
    int staged[SIZE];                                                // the tile, sorted by digit
    int places[WARPS][RADIX]; // first counts, then the places of a warp's first keys
    int counts[RADIX];        // of the tile
    int run[RADIX];           // staged[i], if its digit is d, goes to place run[d] + i
    int2 before[GROUPS][PAIRS], all[GROUPS][PAIRS]; // keys in a group's blocks: in earlier ones, in all
};

/// Sorts n keys, at most a tile for each block. Passes write to `between` and to the output in turns.
template <int BLOCK, int ROWS>
__global__ void __launch_bounds__(BLOCK)
    sort_all(const int* input, int* output, int n, Messages* messages, int* between) {
    using T = SmallTile<BLOCK, ROWS>;
    extern __shared__ int4 dynamic[];
    T& s = *reinterpret_cast<T*>(dynamic);
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    const int me = blockIdx.x, blocks = gridDim.x;
    const int start = me * T::SIZE, size = min(T::SIZE, n - start);
    const int first = warp * WARP * ROWS + lane;
    const OwnDigits<BLOCK> digits;
    const unsigned lanes_before = (1u << lane) - 1;
    for (int d = digits.first; d < digits.end; ++d) s.counts[d] = 0;
    for (int d = lane; d < RADIX; d += WARP) s.places[warp][d] = 0;
    scanlab::wait_for_kernels_before();
    unsigned tag = Told<unsigned>(messages->epoch).load(cuda::memory_order_relaxed) + 1;
    __syncthreads();

    for (int pass = 0; pass < PASSES; ++pass, ++tag) {
        const Digit digit{pass};

        // Rank the keys in their warps, as in radix_sort.cu.
        int keys[ROWS], ranks[ROWS];
        const int* const from = pass == 0 ? input : pass % 2 == PASSES % 2 ? output : between;
#pragma unroll
        for (int row = 0; row < ROWS; ++row) {
            const int i = first + row * WARP;
            keys[row] = i < size ? from[start + i] : LARGEST;
        }
#pragma unroll
        for (int row = 0; row < ROWS; ++row) {
            int& count = s.places[warp][digit.of(keys[row])];
            const unsigned same = lanes_with_digit(digit.of(keys[row]));
            const int rows_before = count, in_row = __popc(same & lanes_before);
            ranks[row] = rows_before + in_row;
            __syncwarp(); // all have read the count before one of them changes it
            if (in_row == 0) count = rows_before + __popc(same);
            __syncwarp();
        }
        __syncthreads();

        // Scan the counts, by digit first and then by warp. Tell the others the tile's.
        constexpr int OWN = OwnDigits<BLOCK>::COUNT;
        int of_warps[OWN][T::WARPS], own = 0;
#pragma unroll
        for (int k = 0; k < OWN; ++k) {
            int count = 0;
            if (digits.first + k < digits.end)
#pragma unroll
                for (int w = 0; w < T::WARPS; ++w)
                    count += of_warps[k][w] = s.places[w][digits.first + k];
            if (digits.first + k < digits.end) s.counts[digits.first + k] = count;
            own += count;
        }
        int place = scanlab::block_exclusive_scan<BLOCK>(own); // its barrier is for the counts, too
        const auto tell = [&](int pair, int count, int next) {
            Told<Message>(messages->counts[me][pair])
                .store(static_cast<Message>(tag) << 32 | static_cast<unsigned>(count | next << 16),
                       cuda::memory_order_relaxed);
        };
        for (int pair = threadIdx.x; pair < PAIRS; pair += BLOCK)
            tell(pair, s.counts[2 * pair], s.counts[2 * pair + 1]);
#pragma unroll
        for (int k = 0; k < OWN; ++k)
            if (digits.first + k < digits.end)
#pragma unroll
                for (int w = 0; w < T::WARPS; ++w) {
                    s.places[w][digits.first + k] = place;
                    place += of_warps[k][w];
                }
        __syncthreads();

        // Sort the tile by digit, in shared memory.
#pragma unroll
        for (int row = 0; row < ROWS; ++row)
            s.staged[s.places[warp][digit.of(keys[row])] + ranks[row]] = keys[row];

        // Add up what all blocks have told. Each thread asks several of them at once, as a look-back.
        for (int pair = threadIdx.x % PAIRS; pair < PAIRS; pair += BLOCK) {
            constexpr int AT_ONCE = 8;
            const int group = threadIdx.x / PAIRS;
            const auto ask = [&](int block) {
                return Told<Message>(messages->counts[block][pair]).load(cuda::memory_order_relaxed);
            };
            int2 before{0, 0}, all{0, 0};
            for (int b = group; b < blocks; b += AT_ONCE * T::GROUPS) {
                Message seen[AT_ONCE];
#pragma unroll
                for (int i = 0; i < AT_ONCE; ++i)
                    if (const int block = b + i * T::GROUPS; block < blocks) seen[i] = ask(block);
#pragma unroll
                for (int i = 0; i < AT_ONCE; ++i)
                    if (const int block = b + i * T::GROUPS; block < blocks) {
                        while (seen[i] >> 32 != tag) seen[i] = ask(block);
                        const int x = seen[i] & 0xffff, y = static_cast<unsigned>(seen[i]) >> 16;
                        all.x += x;
                        all.y += y;
                        if (block < me) {
                            before.x += x;
                            before.y += y;
                        }
                    }
            }
            s.before[group][pair] = before;
            s.all[group][pair] = all;
        }
        __syncthreads();

        // A run comes after all smaller digits, and after the same digit in earlier blocks.
        int sum = 0;
        for (int d = digits.first; d < digits.end; ++d)
            for (int g = 0; g < T::GROUPS; ++g) sum += (&s.all[g][0].x)[d];
        int smaller = scanlab::block_exclusive_scan<BLOCK>(sum);
        for (int d = digits.first; d < digits.end; ++d) {
            int before = 0;
            for (int g = 0; g < T::GROUPS; ++g) before += (&s.before[g][0].x)[d];
            s.run[d] = smaller + before - s.places[0][d];
            for (int g = 0; g < T::GROUPS; ++g) smaller += (&s.all[g][0].x)[d];
        }
        __syncthreads();

        // Scatter, into memory from which nobody reads in this pass.
        int* const to = pass % 2 == PASSES % 2 ? between : output;
#pragma unroll
        for (int row = 0; row < ROWS; ++row)
            if (const int i = row * BLOCK + threadIdx.x; i < size)
                to[s.run[digit.of(s.staged[i])] + i] = s.staged[i];
        if (pass == PASSES - 1) break;
        for (int d = lane; d < RADIX; d += WARP) s.places[warp][d] = 0;
        wait_for_all_blocks<BLOCK>(*messages, tag);
    }
    if (me == 0 && threadIdx.x == 0) // all blocks have read the last one
        Told<unsigned>(messages->epoch).store(tag, cuda::memory_order_relaxed);
}
