/// \file
/// Moves items to neighbouring threads of the block.
#pragma once

#include "block_id.cuh"

namespace cub {

template <class T, int X, int Y = 1, int Z = 1, int = 0>
class BlockShuffle {
    static constexpr int threads = X * Y * Z;

public:
    struct TempStorage {
        detail::Cells<T, threads> items;
    };
    BlockShuffle(TempStorage& storage)
        : storage_(storage), thread_(detail::thread_in_block<X, Y, Z>()) {}

    /// The item of the thread `distance` further on, if there is one.
    void Offset(T input, T& output, int distance = 1) {
        share(input);
        if (thread_ + distance >= 0 && thread_ + distance < threads)
            output = storage_.items[thread_ + distance];
    }
    void Rotate(T input, T& output, unsigned distance = 1) {
        share(input);
        output = storage_.items[(thread_ + static_cast<int>(distance)) % threads];
    }
    /// All items one place up, or down, in the order of the tile.
    template <int N>
    void Up(T (&input)[N], T (&previous)[N]) {
        share(input[N - 1]);
        for (int i = N - 1; i > 0; --i) previous[i] = input[i - 1];
        if (thread_ > 0) previous[0] = storage_.items[thread_ - 1];
    }
    template <int N>
    void Down(T (&input)[N], T (&next)[N]) {
        share(input[0]);
        for (int i = 0; i < N - 1; ++i) next[i] = input[i + 1];
        if (thread_ < threads - 1) next[N - 1] = storage_.items[thread_ + 1];
    }

private:
    void share(T item) {
        storage_.items[thread_] = item;
        __syncthreads();
    }

    TempStorage& storage_;
    int thread_;
};

} // namespace cub
