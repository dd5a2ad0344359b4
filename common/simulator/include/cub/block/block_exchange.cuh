/// \file
/// Passes items between the threads of a block, by way of shared memory. Blocked: each thread has
/// consecutive items. Striped: consecutive threads have consecutive items.
#pragma once

#include "block_id.cuh"

namespace cub {

template <class T, int X, int N, bool = false, int Y = 1, int Z = 1, int = 0>
class BlockExchange {
    static constexpr int threads = X * Y * Z;

public:
    struct TempStorage {
        detail::Cells<T, threads * N> items;
    };
    BlockExchange(TempStorage& storage)
        : storage_(storage), thread_(detail::thread_in_block<X, Y, Z>()) {}
    BlockExchange() : BlockExchange(private_storage()) {}

    template <class U>
    void StripedToBlocked(T (&input)[N], U (&output)[N]) {
        exchange(input, output, striped, blocked);
    }
    template <class U>
    void BlockedToStriped(T (&input)[N], U (&output)[N]) {
        exchange(input, output, blocked, striped);
    }
    template <class U>
    void WarpStripedToBlocked(T (&input)[N], U (&output)[N]) {
        exchange(input, output, warp_striped, blocked);
    }
    template <class U>
    void BlockedToWarpStriped(T (&input)[N], U (&output)[N]) {
        exchange(input, output, blocked, warp_striped);
    }
    template <class U, class Rank>
    void ScatterToBlocked(T (&input)[N], U (&output)[N], Rank (&ranks)[N]) {
        exchange(
            input, output, [&](int, int i) { return static_cast<int>(ranks[i]); }, blocked);
    }
    template <class U, class Rank>
    void ScatterToStriped(T (&input)[N], U (&output)[N], Rank (&ranks)[N]) {
        exchange(
            input, output, [&](int, int i) { return static_cast<int>(ranks[i]); }, striped);
    }
    void StripedToBlocked(T (&items)[N]) { StripedToBlocked(items, items); }
    void BlockedToStriped(T (&items)[N]) { BlockedToStriped(items, items); }
    void WarpStripedToBlocked(T (&items)[N]) { WarpStripedToBlocked(items, items); }
    void BlockedToWarpStriped(T (&items)[N]) { BlockedToWarpStriped(items, items); }
    template <class Rank>
    void ScatterToBlocked(T (&items)[N], Rank (&ranks)[N]) {
        ScatterToBlocked(items, items, ranks);
    }
    template <class Rank>
    void ScatterToStriped(T (&items)[N], Rank (&ranks)[N]) {
        ScatterToStriped(items, items, ranks);
    }

private:
    // Where a thread's i-th item belongs among all.
    static int blocked(int thread, int i) { return thread * N + i; }
    static int striped(int thread, int i) { return i * threads + thread; }
    static int warp_striped(int thread, int i) {
        const int lanes = threads < 32 ? threads : 32;
        return thread / lanes * lanes * N + i * lanes + thread % lanes;
    }

    template <class U, class From, class To>
    void exchange(T (&input)[N], U (&output)[N], From from, To to) {
        for (int i = 0; i < N; ++i) storage_.items[from(thread_, i)] = input[i];
        __syncthreads();
        for (int i = 0; i < N; ++i) output[i] = storage_.items[to(thread_, i)];
    }

    static TempStorage& private_storage() {
        SCANLAB_SHARED(storage, TempStorage);
        return storage;
    }

    TempStorage& storage_;
    int thread_;
};

} // namespace cub
