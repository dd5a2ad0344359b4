/// \file
/// Stores a tile of items by a warp, or by a part of it.
#pragma once

#include "../block/block_store.cuh"
#include "warp_exchange.cuh"

namespace cub {

enum WarpStoreAlgorithm {
    WARP_STORE_DIRECT,
    WARP_STORE_STRIPED,
    WARP_STORE_VECTORIZE,
    WARP_STORE_TRANSPOSE
};

template <class T, int N, WarpStoreAlgorithm ALGORITHM = WARP_STORE_DIRECT, int LANES = 32, int = 0>
class WarpStore {
    static constexpr bool is_transposed = ALGORITHM == WARP_STORE_TRANSPOSE,
                          is_striped = is_transposed || ALGORITHM == WARP_STORE_STRIPED;
    using Exchange = WarpExchange<T, N, LANES>;

public:
    using TempStorage = std::conditional_t<is_transposed, typename Exchange::TempStorage, NullType>;
    WarpStore(TempStorage& storage) : storage_(storage), lane_(static_cast<int>(LaneId()) % LANES) {}

    /// A tile, or `valid` items of it.
    template <class Iterator, class... Valid>
    void Store(Iterator to, T (&items)[N], Valid... valid) {
        if constexpr (is_transposed) Exchange(storage_).BlockedToStriped(items, items);
        if constexpr (is_striped)
            StoreDirectStriped<LANES>(lane_, to, items, valid...);
        else
            StoreDirectBlocked(lane_, to, items, valid...);
    }

private:
    TempStorage& storage_;
    int lane_;
};

} // namespace cub
