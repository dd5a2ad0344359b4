/// \file
/// Stores a tile of items by a block.
#pragma once

#include "../thread/thread_store.cuh"
#include "block_exchange.cuh"

namespace cub {

enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT,
    BLOCK_STORE_STRIPED,
    BLOCK_STORE_VECTORIZE,
    BLOCK_STORE_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int N, class Iterator>
void StoreDirectBlocked(int thread, Iterator to, T (&items)[N]) {
    for (int i = 0; i < N; ++i) to[thread * N + i] = items[i];
}
template <class T, int N, class Iterator>
void StoreDirectBlocked(int thread, Iterator to, T (&items)[N], int valid) {
    for (int i = 0; i < N; ++i)
        if (thread * N + i < valid) to[thread * N + i] = items[i];
}
template <int THREADS, class T, int N, class Iterator>
void StoreDirectStriped(int thread, Iterator to, T (&items)[N]) {
    for (int i = 0; i < N; ++i) to[thread + i * THREADS] = items[i];
}
template <int THREADS, class T, int N, class Iterator>
void StoreDirectStriped(int thread, Iterator to, T (&items)[N], int valid) {
    for (int i = 0; i < N; ++i)
        if (thread + i * THREADS < valid) to[thread + i * THREADS] = items[i];
}

template <class T, int X, int N, BlockStoreAlgorithm ALGORITHM = BLOCK_STORE_DIRECT, int Y = 1,
          int Z = 1, int = 0>
class BlockStore {
    static constexpr int threads = X * Y * Z;
    static constexpr bool is_striped =
                              ALGORITHM == BLOCK_STORE_STRIPED || ALGORITHM >= BLOCK_STORE_TRANSPOSE,
                          is_transposed = ALGORITHM >= BLOCK_STORE_TRANSPOSE;
    using Exchange = BlockExchange<T, X, N, false, Y, Z>;

public:
    using TempStorage = std::conditional_t<is_transposed, typename Exchange::TempStorage, NullType>;
    BlockStore(TempStorage& storage) : storage_(storage), thread_(detail::thread_in_block<X, Y, Z>()) {}
    BlockStore() : BlockStore(private_storage()) {}

    /// A tile, or `valid` items of it.
    template <class Iterator, class... Valid>
    void Store(Iterator to, T (&items)[N], Valid... valid) {
        if constexpr (is_transposed) Exchange(storage_).BlockedToStriped(items);
        if constexpr (is_striped)
            StoreDirectStriped<threads>(thread_, to, items, valid...);
        else
            StoreDirectBlocked(thread_, to, items, valid...);
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
