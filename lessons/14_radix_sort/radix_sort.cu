// Lesson 14: radix sort. The whole course in one application: sort 32-bit keys by scans.
//
// New since lesson 09: a pass sorts by a digit of several bits, so that keys form RADIX runs instead of
// two. The exclusive scan of all tiles' counts, by digit first and then by tile, is the place in the
// output where a tile's keys of a digit begin.
//
// What it costs: 12 bytes per key and pass (4 to count, 8 to move), which are 48 with digits of 8 bits,
// and 24 bytes per digit, tile and pass for the counts and their scan. (Satish, Harris, Garland, 2009;
// Merrill, Grimshaw, 2011.)
#include <scanlab/lesson.hpp>
#include <scanlab/scan_counts.cuh>

constexpr int WARP = scanlab::warp_size;           // 32
constexpr int BITS = scanlab::for_picture ? 2 : 8; // of a digit: 1, 2, 4 or 8
constexpr int RADIX = 1 << BITS;                   // how many digits there are
constexpr int PASSES = scanlab::for_picture ? 2 : 32 / BITS;
constexpr int LARGEST = 0x7fffffff; // missing keys of the last tile count as this one, so they go last

/// Keys per thread. They are few enough for a tile's keys and its warps' counts to fit into 48 KiB.
template <int BLOCK>
constexpr int ITEMS = 4 * scanlab::vectors(BLOCK <= 256 ? 4 : 2);

/// The digit of a key in a pass. The sign bit is flipped, so that negative keys come first.
__device__ int digit_of(int key, int pass) {
    const unsigned ordered = static_cast<unsigned>(key) ^ 0x80000000;
    return static_cast<int>((ordered >> (pass * BITS)) % RADIX);
}

/// Writes how many keys of the tile have digit d to counts[d * tiles + tile].
template <int BLOCK>
__global__ void __launch_bounds__(BLOCK)
    count_digits(const int* input, long long n, int pass, int* counts) {
    __shared__ int histogram[RADIX];
    int keys[ITEMS<BLOCK>];
    scanlab::load_warp_striped<BLOCK>(input, n, LARGEST, keys);
    for (int d = threadIdx.x; d < RADIX; d += BLOCK) histogram[d] = 0;
    __syncthreads();
#pragma unroll
    for (const int key : keys) atomicAdd(&histogram[digit_of(key, pass)], 1);
    __syncthreads();
    for (int d = threadIdx.x; d < RADIX; d += BLOCK)
        counts[d * static_cast<long long>(gridDim.x) + blockIdx.x] = histogram[d];
}

/// Sets ranks[row] to the number of keys of the warp that come before this thread's key of that row and
/// have the same digit, and counts[d] to the number of the warp's keys with digit d.
template <int BLOCK>
__device__ void rank_in_warp(const int (&keys)[ITEMS<BLOCK>], int pass, int* counts,
                             int (&ranks)[ITEMS<BLOCK>]) {
    const unsigned lanes_before = (1u << (threadIdx.x % WARP)) - 1;
    for (int d = threadIdx.x % WARP; d < RADIX; d += WARP) counts[d] = 0;
    __syncwarp();
#pragma unroll
    for (int row = 0; row < ITEMS<BLOCK>; ++row) {
        const int digit = digit_of(keys[row], pass);
        const unsigned same = scanlab::lanes_with<BITS>(digit);
        const int rows_before = counts[digit], in_row = __popc(same & lanes_before);
        ranks[row] = rows_before + in_row;
        __syncwarp(); // all have read the count before one of them changes it
        if (in_row == 0) counts[digit] = rows_before + __popc(same);
        __syncwarp();
    }
}

/// Moves every key to its place. `before` is the exclusive scan of the counts.
template <int BLOCK>
__global__ void __launch_bounds__(BLOCK)
    scatter(const int* input, int* output, long long n, int pass, const long long* before) {
    constexpr int TILE = BLOCK * ITEMS<BLOCK>, WARPS = BLOCK / WARP;
    constexpr int DIGITS = RADIX > BLOCK ? RADIX / BLOCK : 1; // that each thread scans
    __shared__ int places[WARPS][RADIX]; // first counts, then the places of a warp's first keys
    __shared__ int staged[TILE];         // the tile, sorted by digit
    __shared__ long long run[RADIX];     // staged[i], if its digit is d, goes to output[run[d] + i]
    const int warp = threadIdx.x / WARP;

    // Rank the keys in their warps.
    int keys[ITEMS<BLOCK>], ranks[ITEMS<BLOCK>];
    scanlab::load_warp_striped<BLOCK>(input, n, LARGEST, keys);
    rank_in_warp<BLOCK>(keys, pass, places[warp], ranks);
    __syncthreads();

    // Scan the counts, by digit first and then by warp. Each thread sums the counts of its digits.
    const int first_digit = threadIdx.x * DIGITS, end_digit = min(first_digit + DIGITS, RADIX);
    int own = 0;
    for (int d = first_digit; d < end_digit; ++d)
        for (int w = 0; w < WARPS; ++w) own += places[w][d];
    int place = scanlab::block_exclusive_scan<BLOCK>(own);
    for (int d = first_digit; d < end_digit; ++d) {
        run[d] = before[d * static_cast<long long>(gridDim.x) + blockIdx.x] - place;
        for (int w = 0; w < WARPS; ++w) {
            const int count = places[w][d];
            places[w][d] = place;
            place += count;
        }
    }
    __syncthreads();

    // Sort the tile by digit, in shared memory.
#pragma unroll
    for (int row = 0; row < ITEMS<BLOCK>; ++row)
        staged[places[warp][digit_of(keys[row], pass)] + ranks[row]] = keys[row];
    __syncthreads();

    // Scatter: keys of one digit are a run, in the tile and in the output.
    const long long rest = n - blockIdx.x * static_cast<long long>(TILE);
    for (int i = threadIdx.x; i < TILE && i < rest; i += BLOCK)
        output[run[digit_of(staged[i], pass)] + i] = staged[i];
}

template <int BLOCK>
struct RadixSort {
    static constexpr int items_per_thread = ITEMS<BLOCK>;
    static constexpr auto arrangement = scanlab::Arrangement::warp_striped;
    static constexpr int largest_block = 512; // whose warps' counts fit into shared memory
    static constexpr long long TILE = BLOCK * ITEMS<BLOCK>;
    static long long counts(long long n) { return RADIX * scanlab::ceil_div(n, TILE); }

    /// The counts, their scan, and the workspace of that scan, in whole lines of the cache: otherwise
    /// the keys after them would begin in the middle of a line, and a warp's keys reach into one more.
    static std::size_t before_copy(long long n) {
        constexpr std::size_t LINE = 128;
        const std::size_t bytes = counts(n) * (sizeof(int) + sizeof(long long)) +
                                  scanlab::scan_counts_workspace<BLOCK>(counts(n));
        return (bytes + LINE - 1) / LINE * LINE;
    }

    /// All that, and a copy of the keys.
    static std::size_t workspace(long long n) { return before_copy(n) + n * sizeof(int); }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) return;
        const long long all = counts(p.n);
        int* const digits = static_cast<int*>(p.workspace);
        auto* const before = reinterpret_cast<long long*>(digits + all);
        auto* const for_scan = reinterpret_cast<char*>(before + all);
        int* const copy = reinterpret_cast<int*>(static_cast<char*>(p.workspace) + before_copy(p.n));
        const auto tiles = static_cast<unsigned>(scanlab::ceil_div(p.n, TILE));
        const int* from = p.input;
        for (int pass = 0; pass < PASSES; ++pass) { // the last one writes the output
            int* const to = (PASSES - pass) % 2 == 0 ? copy : p.output;
            count_digits<BLOCK><<<tiles, BLOCK, 0, p.stream>>>(from, p.n, pass, digits);
            scanlab::launch_scan_counts<BLOCK>(digits, before, all, for_scan, p.stream);
            scatter<BLOCK><<<tiles, BLOCK, 0, p.stream>>>(from, to, p.n, pass, before);
            from = to;
        }
    }
};

int main(int argc, char** argv) {
    return scanlab::lesson_main<RadixSort>({.number = 14,
                                            .name = "radix_sort",
                                            .title = "Radix sort",
                                            .task = scanlab::Task::sort,
                                            .scope = scanlab::Scope::device,
                                            .compute_capability = 7},
                                           argc, argv);
}
