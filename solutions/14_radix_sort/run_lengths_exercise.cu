// Exercise 14: run lengths. 5 5 5 2 7 7 becomes 3 times 5, 1 time 2, 2 times 7.
//
// An element that differs from the one before it begins a run. A scan counts the runs before it, and
// so gives its run a number. Then the indices of these elements are compacted, as in lesson 09, and
// the length of a run is the difference of two neighbouring indices.
//
// What it costs: 4 bytes per element, and 24 per run (4 for its beginning, 12 to read that, the next
// one and its value, 8 for both results).
// Shared work: at most 130 steps per thread (accesses, barriers, shuffles) for 65536 elements.
#include <scanlab/exercise.hpp>
#include <scanlab/look_back.cuh>
#include <scanlab/tile.cuh>

constexpr int ITEMS = 4; // elements per thread: one 16-byte vector

using Descriptor = unsigned long long; // which a tile publishes

/// Writes the index where run r begins to begins[r], and the number of runs to *runs.
template <int BLOCK>
__global__ void find_runs(const int* input, int* begins, long long* runs, long long n,
                          Descriptor* descriptors, unsigned* tickets) {
    // BEGIN SOLUTION take a ticket, load the tile, and flag elements that begin a run. Which element
    //| is before a thread's first one? Count the flags. scanlab::look_back_counts() returns
    //| how many the earlier tiles have. Write the indices. The last tile knows how many runs there are.
    __shared__ unsigned ticket;
    __shared__ long long before_tile;
    if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1u);
    __syncthreads();
    const long long tile = ticket;
    const long long first = (tile * BLOCK + threadIdx.x) * ITEMS;

    // Flag: an element begins a run if the one before it differs.
    const int4 v = scanlab::load_vector(input, first, n);
    int left = __shfl_up_sync(scanlab::all_lanes, v.w, 1);
    if (threadIdx.x % scanlab::warp_size == 0 && first > 0 && first < n) left = input[first - 1];
    const bool begins_run[ITEMS]{first < n && (first == 0 || v.x != left), first + 1 < n && v.y != v.x,
                                 first + 2 < n && v.z != v.y, first + 3 < n && v.w != v.z};
    const int count = begins_run[0] + begins_run[1] + begins_run[2] + begins_run[3];

    // Scan the flags: in the warp, over the warps, over the tiles.
    const int scanned = scanlab::warp_inclusive_scan(count);
    int in_tile;
    const int before_warp = scanlab::block_prefix_of_warp<BLOCK>(scanned, in_tile);
    if (threadIdx.x < scanlab::warp_size) {
        const long long before = scanlab::look_back_counts(descriptors, tile, in_tile);
        if (threadIdx.x == 0) {
            before_tile = before;
            if (tile == gridDim.x - 1) *runs = before + in_tile;
        }
    }
    __syncthreads();

    // Write the indices.
    long long run = before_tile + before_warp + scanned - count;
    for (int c = 0; c < ITEMS; ++c)
        if (begins_run[c]) begins[run++] = static_cast<int>(first + c);
    // END SOLUTION
}

/// Writes the value and the length of run r to results[r].
template <int BLOCK>
__global__ void measure_runs(const int* input, const int* begins, const long long* runs, int2* results,
                             long long n) {
    // BEGIN SOLUTION let each thread take runs in strides of the grid, because there may be more runs
    //| than threads. Where does the last run end?
    const long long count = *runs, stride = static_cast<long long>(gridDim.x) * BLOCK;
    for (long long r = blockIdx.x * static_cast<long long>(BLOCK) + threadIdx.x; r < count;
         r += stride) {
        const int begin = begins[r];
        const int end = r + 1 < count ? begins[r + 1] : static_cast<int>(n);
        results[r] = int2{input[begin], end - begin};
    }
    // END SOLUTION
}

template <int BLOCK>
struct RunLengths {
    static constexpr int items_per_thread = ITEMS;
    static constexpr long long TILE = BLOCK * ITEMS;

    static std::size_t scan_bytes(long long n) {
        return static_cast<std::size_t>(scanlab::ceil_div(n, TILE) + 1) * sizeof(Descriptor);
    }

    /// A descriptor for each tile, the ticket counter, and the indices where runs begin.
    static std::size_t workspace(long long n) {
        return scan_bytes(n) + static_cast<std::size_t>(n) * sizeof(int);
    }

    static void launch(const scanlab::Problem& p) {
        if (p.n == 0) {
            cudaMemsetAsync(p.kept, 0, sizeof *p.kept, p.stream);
            return;
        }
        const long long tiles = scanlab::ceil_div(p.n, TILE);
        auto* const descriptors = static_cast<Descriptor*>(p.workspace);
        int* const begins = reinterpret_cast<int*>(descriptors + tiles + 1);
        cudaMemsetAsync(p.workspace, 0, scan_bytes(p.n), p.stream);
        find_runs<BLOCK>
            <<<tiles, BLOCK, 0, p.stream>>>(p.input, begins, p.kept, p.n, descriptors,
                                            reinterpret_cast<unsigned*>(descriptors + tiles));
        measure_runs<BLOCK><<<tiles, BLOCK, 0, p.stream>>>(p.input, begins, p.kept,
                                                           reinterpret_cast<int2*>(p.wide_output), p.n);
    }
};

SCANLAB_EXERCISE(run_lengths, RunLengths);
