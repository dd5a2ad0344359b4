/// \file
/// Passes items between the lanes of a warp, or of a part of it, by way of shared memory.
#pragma once

#include "../block/block_id.cuh"

namespace cub {

template <class T, int N, int LANES = 32, int = 0>
class WarpExchange {
public:
    struct TempStorage {
        detail::Cells<T, LANES * N> items;
    };
    WarpExchange(TempStorage& storage)
        : storage_(storage), lane_(static_cast<int>(LaneId()) % LANES),
          mask_(WarpMask<LANES>(LaneId() / LANES)) {}

    template <class U>
    void BlockedToStriped(const T (&input)[N], U (&output)[N]) {
        exchange(input, output, blocked, striped);
    }
    template <class U>
    void StripedToBlocked(const T (&input)[N], U (&output)[N]) {
        exchange(input, output, striped, blocked);
    }
    template <class U, class Rank>
    void ScatterToStriped(const T (&input)[N], U (&output)[N], Rank (&ranks)[N]) {
        exchange(
            input, output, [&](int, int i) { return static_cast<int>(ranks[i]); }, striped);
    }
    template <class Rank>
    void ScatterToStriped(T (&items)[N], Rank (&ranks)[N]) {
        ScatterToStriped(items, items, ranks);
    }

private:
    static int blocked(int lane, int i) { return lane * N + i; }
    static int striped(int lane, int i) { return i * LANES + lane; }

    template <class U, class From, class To>
    void exchange(const T (&input)[N], U (&output)[N], From from, To to) {
        for (int i = 0; i < N; ++i) storage_.items[from(lane_, i)] = input[i];
        __syncwarp(mask_);
        for (int i = 0; i < N; ++i) output[i] = storage_.items[to(lane_, i)];
    }

    TempStorage& storage_;
    int lane_;
    unsigned mask_;
};

} // namespace cub
