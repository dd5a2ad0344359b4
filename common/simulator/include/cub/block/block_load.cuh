/// \file
/// Loads a tile of items by a block. The algorithms differ in which thread loads which item: what is
/// transposed is loaded striped, and passed on by way of shared memory.
#pragma once

#include "../thread/thread_load.cuh"
#include "block_exchange.cuh"

namespace cub {

enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT,
    BLOCK_LOAD_STRIPED,
    BLOCK_LOAD_VECTORIZE,
    BLOCK_LOAD_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int N, class Iterator>
void LoadDirectBlocked(int thread, Iterator from, T (&items)[N]) {
    for (int i = 0; i < N; ++i) items[i] = from[thread * N + i];
}
template <class T, int N, class Iterator>
void LoadDirectBlocked(int thread, Iterator from, T (&items)[N], int valid) {
    for (int i = 0; i < N; ++i)
        if (thread * N + i < valid) items[i] = from[thread * N + i];
}
template <class T, int N, class Iterator, class Default>
void LoadDirectBlocked(int thread, Iterator from, T (&items)[N], int valid, Default missing) {
    for (T& item : items) item = missing;
    LoadDirectBlocked(thread, from, items, valid);
}
template <int THREADS, class T, int N, class Iterator>
void LoadDirectStriped(int thread, Iterator from, T (&items)[N]) {
    for (int i = 0; i < N; ++i) items[i] = from[thread + i * THREADS];
}
template <int THREADS, class T, int N, class Iterator>
void LoadDirectStriped(int thread, Iterator from, T (&items)[N], int valid) {
    for (int i = 0; i < N; ++i)
        if (thread + i * THREADS < valid) items[i] = from[thread + i * THREADS];
}
template <int THREADS, class T, int N, class Iterator, class Default>
void LoadDirectStriped(int thread, Iterator from, T (&items)[N], int valid, Default missing) {
    for (T& item : items) item = missing;
    LoadDirectStriped<THREADS>(thread, from, items, valid);
}

template <class T, int X, int N, BlockLoadAlgorithm ALGORITHM = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1,
          int = 0>
class BlockLoad {
    static constexpr int threads = X * Y * Z;
    static constexpr bool is_striped =
                              ALGORITHM == BLOCK_LOAD_STRIPED || ALGORITHM >= BLOCK_LOAD_TRANSPOSE,
                          is_transposed = ALGORITHM >= BLOCK_LOAD_TRANSPOSE;
    using Exchange = BlockExchange<T, X, N, false, Y, Z>;

public:
    using TempStorage = std::conditional_t<is_transposed, typename Exchange::TempStorage, NullType>;
    BlockLoad(TempStorage& storage) : storage_(storage), thread_(detail::thread_in_block<X, Y, Z>()) {}
    BlockLoad() : BlockLoad(private_storage()) {}

    /// A tile; of a tile, `valid` items; and of the rest, a value.
    template <class Iterator, class... Rest>
    void Load(Iterator from, T (&items)[N], Rest... rest) {
        if constexpr (is_striped)
            LoadDirectStriped<threads>(thread_, from, items, rest...);
        else
            LoadDirectBlocked(thread_, from, items, rest...);
        if constexpr (is_transposed) Exchange(storage_).StripedToBlocked(items);
    }

private:
    static TempStorage& private_storage() {
        SCANLAB_SHARED(storage, TempStorage);
        return storage;
    }

    TempStorage& storage_;
    int thread_;
};

} // namespace cub
