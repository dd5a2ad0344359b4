/// \file
/// Loads a tile of items by a warp, or by a part of it.
#pragma once

#include "../block/block_load.cuh"
#include "warp_exchange.cuh"

namespace cub {

enum WarpLoadAlgorithm {
    WARP_LOAD_DIRECT,
    WARP_LOAD_STRIPED,
    WARP_LOAD_VECTORIZE,
    WARP_LOAD_TRANSPOSE
};

template <class T, int N, WarpLoadAlgorithm ALGORITHM = WARP_LOAD_DIRECT, int LANES = 32, int = 0>
class WarpLoad {
    static constexpr bool is_transposed = ALGORITHM == WARP_LOAD_TRANSPOSE,
                          is_striped = is_transposed || ALGORITHM == WARP_LOAD_STRIPED;
    using Exchange = WarpExchange<T, N, LANES>;

public:
    using TempStorage = std::conditional_t<is_transposed, typename Exchange::TempStorage, NullType>;
    WarpLoad(TempStorage& storage) : storage_(storage), lane_(static_cast<int>(LaneId()) % LANES) {}

    /// A tile; of a tile, `valid` items; and of the rest, a value.
    template <class Iterator, class... Rest>
    void Load(Iterator from, T (&items)[N], Rest... rest) {
        if constexpr (is_striped)
            LoadDirectStriped<LANES>(lane_, from, items, rest...);
        else
            LoadDirectBlocked(lane_, from, items, rest...);
        if constexpr (is_transposed) Exchange(storage_).StripedToBlocked(items, items);
    }

private:
    TempStorage& storage_;
    int lane_;
};

} // namespace cub
