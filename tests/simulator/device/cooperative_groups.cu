// Cooperative groups: ranks and sizes of every kind of group, their collectives, partitions, grid
// barriers.
#include "../expect.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>

namespace cg = cooperative_groups;

__global__ void block_group(unsigned* results) {
    const cg::thread_block block = cg::this_thread_block();
    const dim3 t = block.thread_index(), extent = block.dim_threads();
    const unsigned rank = t.x + extent.x * (t.y + extent.y * t.z);
    __shared__ unsigned values[64];
    values[block.thread_rank()] = rank;
    block.sync();
    results[block.group_index().x * block.size() + rank] = values[block.num_threads() - 1 - rank];
}

/// Tiles of several warps, whose warps meet at barriers of their own.
template <unsigned SIZE>
__global__ void large_tiles(int* wrong) {
    __shared__ cg::block_tile_memory<256> memory;
    __shared__ unsigned values[256];
    const auto tile = cg::tiled_partition<SIZE>(cg::this_thread_block(memory));
    const unsigned t = threadIdx.x, rank = t % SIZE, first = t - rank;
    const auto check = [&](bool holds, int what) {
        if (!holds) atomicExch(wrong, what);
    };
    check(tile.size() == SIZE && tile.num_threads() == SIZE && tile.thread_rank() == rank, 1);
    check(tile.meta_group_rank() == t / SIZE && tile.meta_group_size() == blockDim.x / SIZE, 2);
    values[t] = t;
    tile.sync();
    check(values[first + SIZE - 1 - rank] == first + SIZE - 1 - rank, 3);
    check(tile.shfl(1.5 * t, 37) == 1.5 * (first + 37), 4);
    check((tile.any(t == SIZE) != 0) == (t / SIZE == 1) && (tile.all(t < SIZE) != 0) == (t < SIZE), 5);
    check(cg::reduce(tile, t, cg::plus<unsigned>()) == SIZE * first + SIZE * (SIZE - 1) / 2, 6);
    check(cg::inclusive_scan(tile, 1) == static_cast<int>(rank) + 1, 7);
    const auto warp = cg::tiled_partition<32>(tile);
    check(warp.meta_group_rank() == rank / 32 && warp.meta_group_size() == SIZE / 32, 8);
}

/// Every tile operation, each against its definition, computed by the thread itself.
template <unsigned SIZE>
__global__ void tile_operations(int* wrong) {
    const auto tile = cg::tiled_partition<SIZE>(cg::this_thread_block());
    const unsigned t = threadIdx.x, rank = t % SIZE, first = t - rank;
    const auto check = [&](bool holds, int what) {
        if (!holds) atomicExch(wrong, what);
    };
    const auto value = [](unsigned thread) { return static_cast<int>(thread * thread + 1); };
    check(tile.size() == SIZE && tile.num_threads() == SIZE, 1);
    check(tile.thread_rank() == rank, 2);
    check(tile.meta_group_rank() == t / SIZE && tile.meta_group_size() == blockDim.x / SIZE, 3);
    for (unsigned k = 0; k < SIZE; ++k) {
        check(tile.shfl(value(t), k) == value(first + k), 4);
        check(tile.shfl_up(value(t), k) == value(rank < k ? t : t - k), 5);
        check(tile.shfl_down(value(t), k) == value(rank + k < SIZE ? t + k : t), 6);
        check(tile.shfl_xor(value(t), k) == value(first + (rank ^ k)), 7);
    }
    unsigned odd = 0, same = 0;
    for (unsigned k = 0; k < SIZE; ++k) {
        odd |= (value(first + k) / 2 % 2 != 0 ? 1u : 0u) << k;
        same |= (k % 3 == rank % 3 ? 1u : 0u) << k;
    }
    const unsigned all = SIZE == 32 ? ~0u : (1u << SIZE % 32) - 1;
    check(tile.ballot(value(t) / 2 % 2 != 0) == odd, 8);
    check((tile.any(value(t) / 2 % 2 != 0) != 0) == (odd != 0), 9);
    check((tile.all(value(t) / 2 % 2 != 0) != 0) == (odd == all), 10);
    check(tile.match_any(rank % 3) == same, 11);
    int equal = 0;
    check(tile.match_all(first, equal) == all && equal, 12);
    tile.sync();

    int sum = 0, before = 0, least = value(first), greatest = 0;
    for (unsigned k = 0; k < SIZE; ++k) {
        if (k == rank) before = sum;
        sum += value(first + k);
        least = min(least, value(first + k));
        greatest = max(greatest, value(first + k));
    }
    check(cg::reduce(tile, value(t), cg::plus<int>()) == sum, 13);
    check(cg::reduce(tile, value(t), cg::less<int>()) == least, 14);
    check(cg::reduce(tile, value(t), cg::greater<int>()) == greatest, 15);
    check(cg::inclusive_scan(tile, value(t)) == before + value(t), 16);
    check(cg::exclusive_scan(tile, value(t)) == before, 17);
    check(cg::inclusive_scan(tile, value(t), cg::plus<int>()) == before + value(t), 18);
    check(cg::reduce(tile, 1u << rank, cg::bit_or<unsigned>()) == all, 19);
    check(cg::reduce(tile, 0.5, cg::plus<double>()) == 0.5 * SIZE, 20);
}

struct Triple {
    double a;
    int b;
    char c;
};

__global__ void shuffle_struct(int* wrong) {
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int rank = static_cast<int>(tile.thread_rank());
    const Triple got = tile.shfl_xor(Triple{rank + 0.25, -rank, static_cast<char>(rank)}, 1);
    if (got.a != (rank ^ 1) + 0.25 || got.b != -(rank ^ 1) || got.c != (rank ^ 1)) *wrong = 1;
}

/// Every third lane of each warp forms a group.
__global__ void coalesced(int* wrong) {
    const unsigned lane = threadIdx.x % 32;
    if (lane % 3 != 0) return;
    const cg::coalesced_group group = cg::coalesced_threads();
    const unsigned rank = lane / 3;
    if (group.size() != 11 || group.thread_rank() != rank) atomicExch(wrong, 1);
    for (unsigned k = 0; k < 11; ++k)
        if (group.shfl(lane, static_cast<int>(k)) != 3 * k) atomicExch(wrong, 2);
    if (group.shfl_up(lane, 2) != (rank < 2 ? lane : lane - 6)) atomicExch(wrong, 3);
    if (group.shfl_down(lane, 2) != (rank + 2 < 11 ? lane + 6 : lane)) atomicExch(wrong, 4);
    if (group.ballot(rank % 2) != 0x2AAu) atomicExch(wrong, 5);
    if (!group.any(rank == 10) || group.all(rank == 10)) atomicExch(wrong, 6);
    group.sync();
    if (cg::reduce(group, static_cast<int>(rank), cg::plus<int>()) != 55) atomicExch(wrong, 7);
    if (cg::inclusive_scan(group, 1) != static_cast<int>(rank) + 1) atomicExch(wrong, 8);
    if (cg::exclusive_scan(group, 2) != 2 * static_cast<int>(rank)) atomicExch(wrong, 9);

    const cg::coalesced_group pair = cg::tiled_partition(group, 4);
    if (pair.size() != (rank < 8 ? 4u : 3u) || pair.thread_rank() != rank % 4) atomicExch(wrong, 10);
}

/// The usual way to spend one atomic a warp where every lane wants one.
__device__ int aggregated_increment(int* counter) {
    const cg::coalesced_group group = cg::coalesced_threads();
    int first = 0;
    if (group.thread_rank() == 0) first = atomicAdd(counter, static_cast<int>(group.size()));
    return group.shfl(first, 0) + static_cast<int>(group.thread_rank());
}

__global__ void keep_odd(const int* in, int* out, int* kept) {
    const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (value % 2 != 0) out[aggregated_increment(kept)] = value;
}

__global__ void partitions(int* wrong) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const unsigned lane = warp.thread_rank();
    const cg::coalesced_group half = cg::binary_partition(warp, lane < 5);
    if (half.size() != (lane < 5 ? 5u : 27u) || half.thread_rank() != (lane < 5 ? lane : lane - 5)) atomicExch(wrong, 1);
    const cg::coalesced_group column = cg::labeled_partition(warp, static_cast<int>(lane % 4));
    if (column.size() != 8 || column.thread_rank() != lane / 4) atomicExch(wrong, 2);
    if (cg::reduce(column, static_cast<int>(lane), cg::plus<int>()) != static_cast<int>(8 * (lane % 4) + 112)) atomicExch(wrong, 3);
    const auto quarter = cg::tiled_partition<8>(warp);
    if (quarter.meta_group_rank() != lane / 8 || quarter.meta_group_size() != 4) atomicExch(wrong, 4);
    const cg::thread_group tile = cg::tiled_partition(cg::this_thread_block(), 16);
    if (tile.size() != 16 || tile.thread_rank() != lane % 16) atomicExch(wrong, 5);
    tile.sync();
}

/// Smooths an array again and again; every round needs the whole grid's last one.
#if defined(SCANLAB_SIMULATOR) || CUDART_VERSION >= 12000
/// Tiles reserve places in an array with what they scan, and one thread of each calls a function.
__global__ void updates(int* wrong) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> used, most;
    __shared__ int taken[64], calls;
    const cg::thread_block block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<16>(block);
    if (threadIdx.x == 0) used = 0, most = 0, calls = 0;
    if (threadIdx.x < 64) taken[threadIdx.x] = 0;
    auto arrival = block.barrier_arrive();
    block.barrier_wait(std::move(arrival));

    const int wanted = static_cast<int>(threadIdx.x) % 3, number = static_cast<int>(threadIdx.x);
    const int place = cg::exclusive_scan_update(tile, used, wanted);
    for (int i = place; i < place + wanted; ++i) atomicAdd(taken + i, 1);
    cg::reduce_update_async(tile, most, number, cg::greater<int>());
    cg::invoke_one(
        tile, [&](int by) { atomicAdd(&calls, by); }, 2);
    const int first = cg::invoke_one_broadcast(tile, [&] { return number; });
    block.sync();
    if (first != number / 16 * 16 || calls != 8 || most != 63) *wrong = 1;
    if (taken[threadIdx.x] != (threadIdx.x < 63 ? 1 : 0)) *wrong = 2;
    const int end = cg::inclusive_scan_update(tile, used, 1);
    if (end <= 63 || end > 63 + 64) *wrong = 3;
}
#else
__global__ void updates(int*) {}
#endif

__global__ void rounds(int* a, int* b, int n, int count, int* valid) {
    const cg::grid_group grid = cg::this_grid();
    if (!grid.is_valid()) return;
    if (grid.thread_rank() == 0) *valid = 1;
    for (int round = 0; round < count; ++round) {
        for (unsigned long long i = grid.thread_rank(); i < static_cast<unsigned long long>(n); i += grid.size())
            b[i] = a[i] + a[(i + 1) % static_cast<unsigned long long>(n)];
        grid.sync();
        int* swap = a;
        a = b;
        b = swap;
    }
}

template <class Kernel>
void expect_right(Kernel kernel, int blocks, int threads, const std::string& what) {
    test::DeviceArray<int> wrong(1);
    kernel<<<blocks, threads>>>(wrong.data());
    test::expect_equal(wrong.read()[0], 0, what);
}

void check_grid_barrier() {
    constexpr int n = 700, count = 9;
    std::vector<int> expected(n), next(n);
    for (int i = 0; i < n; ++i) expected[static_cast<std::size_t>(i)] = i % 13;
    test::DeviceArray<int> a(expected), b(n), valid(1);
    int *pa = a.data(), *pb = b.data(), *pvalid = valid.data(), size = n, rounds_wanted = count;
    void* arguments[] = {&pa, &pb, &size, &rounds_wanted, &pvalid};
    test::must(cudaLaunchCooperativeKernel(rounds, dim3(6), dim3(64), arguments));
    for (int round = 0; round < count; ++round) {
        for (int i = 0; i < n; ++i)
            next[static_cast<std::size_t>(i)] = expected[static_cast<std::size_t>(i)] + expected[static_cast<std::size_t>((i + 1) % n)];
        expected.swap(next);
    }
    test::expect_equal(valid.read()[0], 1, "the grid of a cooperative launch");
    test::expect((count % 2 ? b : a).read() == expected, "rounds between grid barriers");
}

int main() {
    test::DeviceArray<unsigned> ranks(2 * 60);
    block_group<<<2, dim3(5, 4, 3)>>>(ranks.data());
    const std::vector<unsigned> got = ranks.read();
    for (unsigned i = 0; i < 120; ++i) test::expect_equal(got[i], 59 - i % 60, "ranks in a block");

    expect_right(tile_operations<1>, 1, 64, "tiles of 1");
    expect_right(tile_operations<2>, 1, 64, "tiles of 2");
    expect_right(tile_operations<4>, 2, 64, "tiles of 4");
    expect_right(tile_operations<8>, 2, 96, "tiles of 8");
    expect_right(tile_operations<16>, 1, 64, "tiles of 16");
    expect_right(tile_operations<32>, 2, 128, "tiles of 32");
    expect_right(large_tiles<64>, 2, 256, "tiles of 64");
    expect_right(large_tiles<128>, 1, 256, "tiles of 128");
    expect_right(shuffle_struct, 1, 32, "a struct shuffled");
    expect_right(coalesced, 2, 64, "coalesced groups");
    expect_right(partitions, 1, 32, "partitions");
    expect_right(updates, 1, 64, "updates by tiles");

    std::vector<int> numbers(512);
    int odd = 0;
    for (std::size_t i = 0; i < numbers.size(); ++i) odd += (numbers[i] = static_cast<int>(i * 7 % 31)) % 2;
    test::DeviceArray<int> in(numbers), out(512, -2), kept(1);
    keep_odd<<<4, 128>>>(in.data(), out.data(), kept.data());
    test::expect_equal(kept.read()[0], odd, "the numbers kept by an aggregated atomic");
    const std::vector<int> chosen = out.read();
    for (std::size_t i = 0; i < chosen.size(); ++i)
        test::expect(static_cast<int>(i) < odd ? chosen[i] % 2 == 1 : chosen[i] == -2, "the place of a kept number");

    check_grid_barrier();
    return test::verdict();
}
