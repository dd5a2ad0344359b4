/// \file
/// The kernels of one_sweep.cu: a pass reads each key once and writes it once.
#pragma once

#include "digit_counts.cuh"

#include <scanlab/bulk_copy.cuh>

template <int BLOCK>
struct Shared {
    static constexpr int WARPS = BLOCK / WARP, TILE = BLOCK * ITEMS;
    int staged[TILE];         // the tile, sorted by digit
    int places[WARPS][RADIX]; // first counts, then the places of a warp's first keys
    int* run[RADIX];          // staged[i], if its digit is d, goes to run[d][i]
    unsigned tile;
};

/// Moves every key to its place. Other tiles still read the descriptors of this pass, so a tile clears
/// those of the next one. When it ends, the tile that is `at_once` after it begins, more or less.
template <int BLOCK>
__global__ void __launch_bounds__(BLOCK, BLOCK == 512 ? 2 : 1)
    sort_pass(const int* input, int* output, long long n, Digit digit, ForPasses* passes,
              Descriptor* descriptors, Descriptor* next_descriptors, int at_once) {
    using S = Shared<BLOCK>;
    extern __shared__ int4 dynamic[];
    S& s = *reinterpret_cast<S*>(dynamic);
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    for (int d = lane; d < RADIX; d += WARP) s.places[warp][d] = 0;
    scanlab::wait_for_kernels_before();
    if (threadIdx.x == 0) s.tile = atomicAdd(&passes->tickets[digit.pass], 1u);
    __syncthreads();
    const long long tile = s.tile, start = tile * S::TILE, later = start + at_once * S::TILE;
    const int size = static_cast<int>(min(static_cast<long long>(S::TILE), n - start));
    if (threadIdx.x == 0 && later + S::TILE <= n) scanlab::prefetch_bulk(input + later, S::TILE);
    scanlab::let_next_kernel_begin();

    // Rank the keys in their warps, as in radix_sort.cu. Two ranks share a register.
    int keys[ITEMS], ranks[ITEMS / 2];
    const int first = warp * WARP * ITEMS + lane;
#pragma unroll
    for (int row = 0; row < ITEMS; ++row)
        keys[row] = first + row * WARP < size ? input[start + first + row * WARP] : LARGEST;
    const unsigned lanes_before = (1u << lane) - 1;
#pragma unroll
    for (int row = 0; row < ITEMS; ++row) {
        int& count = s.places[warp][digit.of(keys[row])];
        const unsigned same = lanes_with_digit(digit.of(keys[row]));
        const int rows_before = count, in_row = __popc(same & lanes_before);
        const int rank = rows_before + in_row;
        ranks[row / 2] = row % 2 == 0 ? rank : ranks[row / 2] | rank << 16;
        __syncwarp(); // all have read the count before one of them changes it
        if (in_row == 0) count = rows_before + __popc(same);
        __syncwarp();
    }
    __syncthreads();

    // Publish the tile's counts, and scan them, by digit first and then by warp.
    const OwnDigits<BLOCK> digits;
    int own = 0;
    for (int d = digits.first; d < digits.end; ++d) {
        int count = 0;
        for (int w = 0; w < S::WARPS; ++w) count += s.places[w][d];
        descriptors[tile * RADIX + d].publish(Descriptor::aggregate, count);
        next_descriptors[tile * RADIX + d].word = 0;
        own += count;
    }
    int place = scanlab::block_exclusive_scan<BLOCK>(own);
    for (int d = digits.first; d < digits.end; ++d)
        for (int w = 0; w < S::WARPS; ++w) {
            const int count = s.places[w][d];
            s.places[w][d] = place;
            place += count;
        }
    __syncthreads();

    // Sort the tile by digit, in shared memory, while other tiles publish their counts. Then look back.
#pragma unroll
    for (int row = 0; row < ITEMS; ++row) {
        const int rank = row % 2 == 0 ? ranks[row / 2] & 0xffff : ranks[row / 2] >> 16;
        s.staged[s.places[warp][digit.of(keys[row])] + rank] = keys[row];
    }
    for (int d = digits.first; d < digits.end; ++d) {
        const int here = s.places[0][d], end = d + 1 < RADIX ? s.places[0][d + 1] : S::TILE;
        const long long earlier = look_back(descriptors, tile, d);
        descriptors[tile * RADIX + d].publish(Descriptor::prefix, earlier + end - here);
        const auto smaller = static_cast<long long>(passes->before[digit.pass][d]);
        s.run[d] = output + (smaller + earlier - here);
    }
    __syncthreads();

    // Scatter: keys of one digit are a run, in the tile and in the output.
#pragma unroll
    for (int row = 0; row < ITEMS; ++row)
        if (const int i = row * BLOCK + threadIdx.x; i < size)
            s.run[digit.of(s.staged[i])][i] = s.staged[i];
}

template <int BLOCK>
struct OneSweep {
    static constexpr int items_per_thread = ITEMS;
    static constexpr auto arrangement = scanlab::Arrangement::warp_striped;
    static constexpr int largest_block = 512; // two of them fit on a multiprocessor of an H200
    static long long tiles(long long n) { return scanlab::ceil_div(n, Shared<BLOCK>::TILE); }

    /// The workspace: a copy of the keys, in whole lines of the cache; all that has to be zero before
    /// the first pass, a ForPasses and descriptors; and the descriptors of every other pass.
    static std::size_t copy(long long n) { return scanlab::ceil_div(n, 32) * 128; }
    static std::size_t descriptors(long long n) { return tiles(n) * RADIX * sizeof(Descriptor); }
    static std::size_t workspace(long long n) {
        return copy(n) + sizeof(ForPasses) + 2 * descriptors(n);
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        auto* const passes = reinterpret_cast<ForPasses*>(static_cast<char*>(p.workspace) + copy(p.n));
        auto* const words = reinterpret_cast<Descriptor*>(passes + 1);
        Descriptor* const of_pass[2] = {words, words + tiles(p.n) * RADIX};
        cudaMemsetAsync(passes, 0, sizeof(ForPasses) + descriptors(p.n), p.stream);

        const int blocks = static_cast<int>(tiles(p.n));
        const int at_once = 2 * scanlab::device_attribute<cudaDevAttrMultiProcessorCount>();
        scanlab::launch_overlapping(count_digits<BLOCK>,
                                    {.blocks = min(blocks, 2 * at_once), .threads = BLOCK}, p.stream,
                                    p.input, p.n, passes);
        const scanlab::LaunchShape shape{
            .blocks = blocks, .threads = BLOCK, .shared_bytes = sizeof(Shared<BLOCK>)};
        const int* from = p.input;
        for (int pass = 0; pass < PASSES; ++pass) { // the last one writes the output
            int* const to = (PASSES - pass) % 2 == 0 ? static_cast<int*>(p.workspace) : p.output;
            scanlab::launch_overlapping(sort_pass<BLOCK>, shape, p.stream, from, to, p.n, Digit{pass},
                                        passes, of_pass[pass % 2], of_pass[(pass + 1) % 2], at_once);
            from = to;
        }
    }
};
