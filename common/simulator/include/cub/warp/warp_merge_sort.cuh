/// \file
/// Sorts the items of a warp, or of a part of it, by a comparison of the program's own; equal ones keep
/// their order.
#pragma once

#include "../thread/merge_sort.cuh"

namespace cub {

template <class Key, int N, int LANES = 32, class Value = NullType, int = 1>
class WarpMergeSort
    : public detail::MergeSortInterface<WarpMergeSort<Key, N, LANES, Value>, Key, Value, N> {
    using Merge = detail::MergeSort<Key, Value, LANES, N>;

public:
    using TempStorage = typename Merge::TempStorage;
    WarpMergeSort(TempStorage& storage)
        : storage_(storage), lane_(static_cast<int>(LaneId()) % LANES),
          mask_(WarpMask<LANES>(LaneId() / LANES)) {}

private:
    friend detail::MergeSortInterface<WarpMergeSort, Key, Value, N>;
    int thread() const { return lane_; }
    template <class Compare>
    void sort(Key (&keys)[N], Value (&values)[N], Compare less) {
        Merge(storage_, lane_).sort(keys, values, less, [this] { __syncwarp(mask_); });
    }

    TempStorage& storage_;
    int lane_;
    unsigned mask_;
};

} // namespace cub
