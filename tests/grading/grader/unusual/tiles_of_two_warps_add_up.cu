// exercise: scan_then_propagate
// tiles of two warps shuffle, vote, add up and scan
#include <scanlab/exercise.hpp>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

template <int BLOCK>
constexpr int SIZE = BLOCK >= 64 ? 64 : 32;

__device__ int4 load(const int* from, long long i, long long n) {
    if (i + 4 <= n) return *reinterpret_cast<const int4*>(from + i);
    const auto at = [&](int k) { return i + k < n ? from[i + k] : 0; };
    return {at(0), at(1), at(2), at(3)};
}
__device__ void store(int* to, long long i, long long n, int before, int4 v) {
    v = {v.x + before, v.y + before, v.z + before, v.w + before};
    if (i + 4 <= n) return void(*reinterpret_cast<int4*>(to + i) = v);
    if (i < n) to[i] = v.x;
    if (i + 1 < n) to[i + 1] = v.y;
    if (i + 2 < n) to[i + 2] = v.z;
}

template <int BLOCK>
__global__ void scan_tiles(const int* input, int* output, int* totals, long long n) {
    constexpr int PARTS = BLOCK / SIZE<BLOCK>;
    __shared__ int part_totals[PARTS];
    const cg::thread_block block = cg::this_thread_block();
    const auto part = cg::tiled_partition<SIZE<BLOCK>>(block);
    const long long i = 4 * (static_cast<long long>(blockIdx.x) * BLOCK + block.thread_rank());

    int4 v = load(input, i, n);
    int own[4]{v.x, v.y, v.z, v.w};
    for (int k = 1; k < 4; ++k) own[k] += own[k - 1];
    const int before = cg::exclusive_scan(part, own[3], cg::plus<int>());
    const int total = part.shfl(before + own[3], part.size() - 1);
    if (part.thread_rank() == 0) part_totals[part.meta_group_rank()] = total;
    block.sync();
    int before_part = 0;
    for (unsigned other = 0; other < part.meta_group_rank(); ++other) before_part += part_totals[other];
    if (part.any(i < n))
        store(output, i, n, before_part + before, int4{own[0], own[1], own[2], own[3]});
    if (totals != nullptr && block.thread_rank() == BLOCK - 1) totals[blockIdx.x] = before_part + total;
}

template <int BLOCK>
__global__ void propagate(int* output, const int* totals, long long n) {
    const long long i = 4 * ((static_cast<long long>(blockIdx.x) + 1) * BLOCK + threadIdx.x);
    store(output, i, n, totals[blockIdx.x], load(output, i, n));
}

template <int BLOCK>
struct ScanThenPropagate {
    static constexpr int items_per_thread = 4;
    static constexpr long long TILE = BLOCK * 4;

    static std::size_t workspace(long long n) {
        const long long tiles = scanlab::ceil_div(n, TILE);
        return tiles <= 1 ? 0 : static_cast<std::size_t>((tiles + 3) / 4 * 4) * sizeof(int) + workspace(tiles);
    }
    static void scan(const int* input, int* output, long long n, int* workspace, cudaStream_t stream) {
        const long long tiles = scanlab::ceil_div(n, TILE);
        int* const totals = tiles > 1 ? workspace : nullptr;
        scan_tiles<BLOCK><<<tiles, BLOCK, 0, stream>>>(input, output, totals, n);
        if (tiles == 1) return;
        scan(totals, totals, tiles, workspace + (tiles + 3) / 4 * 4, stream);
        propagate<BLOCK><<<tiles - 1, BLOCK, 0, stream>>>(output, totals, n);
    }
    static void launch(const scanlab::Problem& p) {
        if (p.n > 0) scan(p.input, p.output, p.n, static_cast<int*>(p.workspace), p.stream);
    }
};

SCANLAB_EXERCISE(scan_then_propagate, ScanThenPropagate);
