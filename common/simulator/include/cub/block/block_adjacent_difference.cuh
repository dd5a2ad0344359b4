/// \file
/// Differences of neighbouring items.
#pragma once

#include "block_id.cuh"

namespace cub {

template <class T, int X, int Y = 1, int Z = 1, int = 0>
class BlockAdjacentDifference {
    static constexpr int threads = X * Y * Z;

public:
    struct TempStorage {
        detail::Cells<T, threads> first_items, last_items;
    };
    BlockAdjacentDifference(TempStorage& storage)
        : storage_(storage), thread_(detail::thread_in_block<X, Y, Z>()) {}

    /// Of each item and the one on its left; the very first stays, unless the item before the tile is
    /// given.
    template <int N, class U, class Operation, class... Neighbour>
    void SubtractLeft(T (&input)[N], U (&output)[N], Operation difference, Neighbour... before_tile) {
        storage_.last_items[thread_] = input[N - 1];
        __syncthreads();
        for (int i = N - 1; i > 0; --i) output[i] = difference(input[i], input[i - 1]);
        if (thread_ > 0)
            output[0] = difference(input[0], storage_.last_items[thread_ - 1]);
        else if constexpr (sizeof...(Neighbour) > 0)
            output[0] = difference(input[0], before_tile...);
        else
            output[0] = input[0];
    }
    /// Of each item and the one on its right; the very last stays, unless the item after the tile is
    /// given.
    template <int N, class U, class Operation, class... Neighbour>
    void SubtractRight(T (&input)[N], U (&output)[N], Operation difference, Neighbour... after_tile) {
        storage_.first_items[thread_] = input[0];
        __syncthreads();
        for (int i = 0; i < N - 1; ++i) output[i] = difference(input[i], input[i + 1]);
        if (thread_ < threads - 1)
            output[N - 1] = difference(input[N - 1], storage_.first_items[thread_ + 1]);
        else if constexpr (sizeof...(Neighbour) > 0)
            output[N - 1] = difference(input[N - 1], after_tile...);
        else
            output[N - 1] = input[N - 1];
    }

private:
    TempStorage& storage_;
    int thread_;
};

} // namespace cub
