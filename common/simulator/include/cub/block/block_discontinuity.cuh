/// \file
/// Marks where runs of equal items begin or end.
#pragma once

#include "../thread/thread_operators.cuh"
#include "block_id.cuh"

namespace cub {

template <class T, int X, int Y = 1, int Z = 1, int = 0>
class BlockDiscontinuity {
    static constexpr int threads = X * Y * Z;

public:
    struct TempStorage {
        detail::Cells<T, threads> first_items, last_items;
    };
    BlockDiscontinuity(TempStorage& storage)
        : storage_(storage), thread_(detail::thread_in_block<X, Y, Z>()) {}
    BlockDiscontinuity() : BlockDiscontinuity(private_storage()) {}

    template <int N, class Flag, class Operation, class... Neighbour>
    void FlagHeads(Flag (&heads)[N], T (&input)[N], Operation differs, Neighbour... before_tile) {
        storage_.last_items[thread_] = input[N - 1];
        __syncthreads();
        flag_heads(heads, input, differs, before_tile...);
    }
    template <int N, class Flag, class Operation, class... Neighbour>
    void FlagTails(Flag (&tails)[N], T (&input)[N], Operation differs, Neighbour... after_tile) {
        storage_.first_items[thread_] = input[0];
        __syncthreads();
        flag_tails(tails, input, differs, after_tile...);
    }
    template <int N, class Flag, class Operation>
    void FlagHeadsAndTails(Flag (&heads)[N], Flag (&tails)[N], T (&input)[N], Operation differs) {
        share(input);
        flag_heads(heads, input, differs);
        flag_tails(tails, input, differs);
    }
    template <int N, class Flag, class Operation>
    void FlagHeadsAndTails(Flag (&heads)[N], Flag (&tails)[N], T after_tile, T (&input)[N],
                           Operation differs) {
        share(input);
        flag_heads(heads, input, differs);
        flag_tails(tails, input, differs, after_tile);
    }
    template <int N, class Flag, class Operation>
    void FlagHeadsAndTails(Flag (&heads)[N], T before_tile, Flag (&tails)[N], T (&input)[N],
                           Operation differs) {
        share(input);
        flag_heads(heads, input, differs, before_tile);
        flag_tails(tails, input, differs);
    }
    template <int N, class Flag, class Operation>
    void FlagHeadsAndTails(Flag (&heads)[N], T before_tile, Flag (&tails)[N], T after_tile,
                           T (&input)[N], Operation differs) {
        share(input);
        flag_heads(heads, input, differs, before_tile);
        flag_tails(tails, input, differs, after_tile);
    }

private:
    template <int N>
    void share(T (&input)[N]) {
        storage_.first_items[thread_] = input[0];
        storage_.last_items[thread_] = input[N - 1];
        __syncthreads();
    }
    /// Some operations want to know the index of the right item as well.
    template <class Operation>
    static bool differ(Operation& differs, const T& left, const T& right, int index) {
        if constexpr (std::is_invocable_v<Operation, T, T, int>)
            return differs(left, right, index);
        else
            return differs(left, right);
    }
    template <int N, class Flag, class Operation, class... Neighbour>
    void flag_heads(Flag (&heads)[N], T (&input)[N], Operation differs, Neighbour... before_tile) {
        heads[0] = 1;
        if (thread_ > 0)
            heads[0] = differ(differs, storage_.last_items[thread_ - 1], input[0], thread_ * N);
        else if constexpr (sizeof...(Neighbour) > 0)
            heads[0] = differ(differs, before_tile..., input[0], 0);
        for (int i = 1; i < N; ++i) heads[i] = differ(differs, input[i - 1], input[i], thread_ * N + i);
    }
    template <int N, class Flag, class Operation, class... Neighbour>
    void flag_tails(Flag (&tails)[N], T (&input)[N], Operation differs, Neighbour... after_tile) {
        tails[N - 1] = 1;
        if (thread_ < threads - 1)
            tails[N - 1] =
                differ(differs, input[N - 1], storage_.first_items[thread_ + 1], thread_ * N + N);
        else if constexpr (sizeof...(Neighbour) > 0)
            tails[N - 1] = differ(differs, input[N - 1], after_tile..., threads * N);
        for (int i = 0; i < N - 1; ++i)
            tails[i] = differ(differs, input[i], input[i + 1], thread_ * N + i + 1);
    }

    static TempStorage& private_storage() {
        SCANLAB_SHARED(storage, TempStorage);
        return storage;
    }

    TempStorage& storage_;
    int thread_;
};

} // namespace cub
