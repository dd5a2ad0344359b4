/// \file
/// Sorts a tile, a bit per pass from the lowest on: a scan of those whose bit is 0 tells where each
/// item goes.
#pragma once

#include "block_exchange.cuh"
#include "block_scan.cuh"

#include <cstdint>

namespace cub {

namespace detail {

/// A key's bits, so that unsigned comparison orders them as the key's type does.
template <class Key>
auto ordered_bits(const Key& key) {
    using Bits = std::conditional_t<
        sizeof(Key) == 1, std::uint8_t,
        std::conditional_t<sizeof(Key) == 2, std::uint16_t,
                           std::conditional_t<sizeof(Key) == 4, std::uint32_t, std::uint64_t>>>;
    static_assert(sizeof(Key) == sizeof(Bits));
    constexpr Bits sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
    Bits bits;
    __builtin_memcpy(&bits, &key, sizeof bits);
    if constexpr (std::is_floating_point_v<Key>)
        return static_cast<Bits>(bits & sign ? ~bits : bits | sign);
    else if constexpr (std::is_signed_v<Key>)
        return static_cast<Bits>(bits ^ sign);
    else
        return bits;
}

} // namespace detail

template <class Key, int X, int N, class Value = NullType, int = 4, bool = true,
          BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, auto = 0, int Y = 1, int Z = 1, int = 0>
class BlockRadixSort {
    static constexpr int threads = X * Y * Z, all_bits = 8 * static_cast<int>(sizeof(Key));
    static constexpr bool has_values = !std::is_same_v<Value, NullType>;
    using Scan = BlockScan<int, X, BLOCK_SCAN_WARP_SCANS, Y, Z>;
    using KeyExchange = BlockExchange<Key, X, N, false, Y, Z>;
    using ValueExchange = BlockExchange<Value, X, N, false, Y, Z>;

public:
    union TempStorage {
        typename Scan::TempStorage scan;
        typename KeyExchange::TempStorage keys;
        typename ValueExchange::TempStorage values;
    };
    BlockRadixSort(TempStorage& storage)
        : storage_(storage), thread_(detail::thread_in_block<X, Y, Z>()) {}
    BlockRadixSort() : BlockRadixSort(private_storage()) {}

    void Sort(Key (&keys)[N], int begin = 0, int end = all_bits) {
        sort<false, false>(keys, nothing_, begin, end);
    }
    void Sort(Key (&keys)[N], Value (&values)[N], int begin = 0, int end = all_bits) {
        sort<false, false>(keys, values, begin, end);
    }
    void SortDescending(Key (&keys)[N], int begin = 0, int end = all_bits) {
        sort<true, false>(keys, nothing_, begin, end);
    }
    void SortDescending(Key (&keys)[N], Value (&values)[N], int begin = 0, int end = all_bits) {
        sort<true, false>(keys, values, begin, end);
    }
    void SortBlockedToStriped(Key (&keys)[N], int begin = 0, int end = all_bits) {
        sort<false, true>(keys, nothing_, begin, end);
    }
    void SortBlockedToStriped(Key (&keys)[N], Value (&values)[N], int begin = 0, int end = all_bits) {
        sort<false, true>(keys, values, begin, end);
    }
    void SortDescendingBlockedToStriped(Key (&keys)[N], int begin = 0, int end = all_bits) {
        sort<true, true>(keys, nothing_, begin, end);
    }
    void SortDescendingBlockedToStriped(Key (&keys)[N], Value (&values)[N], int begin = 0,
                                        int end = all_bits) {
        sort<true, true>(keys, values, begin, end);
    }

private:
    template <bool DESCENDING, bool TO_STRIPED, class Values>
    void sort(Key (&keys)[N], Values& values, int begin, int end) {
        for (int bit = begin; bit < end; ++bit) {
            int is_low[N], ranks[N], lows;
            for (int i = 0; i < N; ++i)
                is_low[i] = (detail::ordered_bits(keys[i]) >> bit & 1) == DESCENDING;
            Scan(storage_.scan).ExclusiveSum(is_low, ranks, lows);
            for (int i = 0; i < N; ++i)
                if (!is_low[i]) ranks[i] = lows + thread_ * N + i - ranks[i];
            const bool is_last = bit + 1 == end;
            move<TO_STRIPED>(storage_.keys, keys, ranks, is_last);
            if constexpr (std::is_same_v<Values, Value[N]>)
                move<TO_STRIPED>(storage_.values, values, ranks, is_last);
            if (!is_last) __syncthreads();
        }
    }
    template <bool TO_STRIPED, class Storage, class T>
    void move(Storage& storage, T (&items)[N], int (&ranks)[N], bool is_last) {
        __syncthreads();
        BlockExchange<T, X, N, false, Y, Z> exchange(storage);
        if (TO_STRIPED && is_last)
            exchange.ScatterToStriped(items, ranks);
        else
            exchange.ScatterToBlocked(items, ranks);
    }

    static TempStorage& private_storage() {
        SCANLAB_SHARED(storage, TempStorage);
        return storage;
    }

    TempStorage& storage_;
    int thread_;
    NullType nothing_;
};

} // namespace cub
