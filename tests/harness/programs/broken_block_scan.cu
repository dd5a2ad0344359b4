// Block scans with one mistake each, named by the first argument: what the harness must catch and
// explain.
#include "scanlab/lesson.hpp"
#include "scanlab/overlapping_launch.cuh"

#include <array>
#include <map>
#include <string>

enum class Bug {
    none,
    exclusive,        // the wrong kind of scan
    copies,           // adds nothing
    silent,           // writes nothing
    one_block,        // forgets blockIdx in the index it writes to
    skips_tail,       // does not write a last tile that is partly filled
    wrong_tail,       // gets a last tile that is partly filled wrong
    warps_only,       // does not add the totals of the warps before
    stops_early,      // one doubling too few
    runs_on,          // carries the sum on from tile to tile
    past_the_end,     // writes output[n]
    before_the_start, // writes output[-1]
    spoils_input,     // overwrites an input
    race,             // lacks a barrier
    too_many_threads, // asks for 2048 threads per block
    empty_grid,       // launches nothing at n = 0
    much_shared,      // asks for more shared memory than a block can have, by launch_overlapping()
    endless           // waits for what never comes
};

template <int BLOCK, Bug BUG>
__global__ void scan_tile(const int* input, int* output, long long n) {
    __shared__ int sums[BLOCK];
    const int t = threadIdx.x;
    const long long first = static_cast<long long>(blockIdx.x) * BLOCK;
    const long long i = first + t;
    const bool partly_filled = first + BLOCK > n;

    sums[t] = i < n ? input[i] : 0;
    __syncthreads();
    const int reach = BUG == Bug::warps_only ? 32 : BLOCK;
    const int last_stride = BUG == Bug::stops_early ? BLOCK / 4 : BLOCK / 2;
    for (int stride = 1; stride <= last_stride && BUG != Bug::copies; stride *= 2) {
        const int left = t % reach >= stride ? sums[t - stride] : 0;
        if (BUG != Bug::race) __syncthreads();
        sums[t] += left;
        __syncthreads();
    }
    int result = sums[t];
    if (BUG == Bug::exclusive) result = t > 0 ? sums[t - 1] : 0;
    if (BUG == Bug::wrong_tail && partly_filled) result += 1;
    if (BUG == Bug::runs_on) {
        result = 0;
        for (long long k = 0; k <= i && k < n; ++k) result += input[k];
    }

    if (BUG == Bug::silent || (BUG == Bug::skips_tail && partly_filled)) return;
    if (BUG == Bug::one_block) {
        if (i < n && blockIdx.x == 0) output[t] = result;
    } else if (i < n) {
        output[i] = result;
    }
    if (BUG == Bug::past_the_end && i == n - 1) output[n] = 7;
    if (BUG == Bug::before_the_start && i == 0) output[-1] = 7;
    if (BUG == Bug::spoils_input && i == 5 && i < n) const_cast<int*>(input)[i] = 77;
    if (BUG == Bug::endless && i == 100) {
        volatile int* flag = output;
        while (flag[0] != 123456789) {}
    }
}

template <Bug BUG>
struct Broken {
    template <int BLOCK>
    struct Kernels {
        static void launch(const scanlab::Problem& p) {
            if (p.n == 0 && BUG != Bug::empty_grid) return;
            const auto tiles = static_cast<unsigned>(scanlab::ceil_div(p.n, BLOCK));
            const int threads = BUG == Bug::too_many_threads ? 2048 : BLOCK;
            if (BUG == Bug::much_shared)
                scanlab::launch_overlapping(
                    scan_tile<BLOCK, BUG>,
                    {.blocks = static_cast<int>(tiles), .threads = BLOCK, .shared_bytes = 1 << 20},
                    p.stream, p.input, p.output, p.n);
            else
                scan_tile<BLOCK, BUG><<<tiles, threads, 0, p.stream>>>(p.input, p.output, p.n);
        }
    };
    static scanlab::Variant variant() { return scanlab::variant<Kernels, 256>(); }
};

int main(int argc, char** argv) {
    const std::map<std::string, scanlab::Variant> variants{
        {"none", Broken<Bug::none>::variant()},
        {"exclusive", Broken<Bug::exclusive>::variant()},
        {"copies", Broken<Bug::copies>::variant()},
        {"silent", Broken<Bug::silent>::variant()},
        {"one_block", Broken<Bug::one_block>::variant()},
        {"skips_tail", Broken<Bug::skips_tail>::variant()},
        {"wrong_tail", Broken<Bug::wrong_tail>::variant()},
        {"warps_only", Broken<Bug::warps_only>::variant()},
        {"stops_early", Broken<Bug::stops_early>::variant()},
        {"runs_on", Broken<Bug::runs_on>::variant()},
        {"past_the_end", Broken<Bug::past_the_end>::variant()},
        {"before_the_start", Broken<Bug::before_the_start>::variant()},
        {"spoils_input", Broken<Bug::spoils_input>::variant()},
        {"race", Broken<Bug::race>::variant()},
        {"too_many_threads", Broken<Bug::too_many_threads>::variant()},
        {"empty_grid", Broken<Bug::empty_grid>::variant()},
        {"much_shared", Broken<Bug::much_shared>::variant()},
        {"endless", Broken<Bug::endless>::variant()},
    };
    const scanlab::Variant& variant = variants.at(argv[1]);
    argv[1] = argv[0];
    return scanlab::run({.number = 2,
                         .name = "broken_block_scan",
                         .title = "A broken block scan",
                         .scope = scanlab::Scope::block},
                        std::array{variant}, argc - 1, argv + 1);
}
