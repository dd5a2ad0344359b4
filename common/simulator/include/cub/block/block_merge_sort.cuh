/// \file
/// Sorts a block's items by a comparison of the program's own; equal ones keep their order.
#pragma once

#include "../thread/merge_sort.cuh"

namespace cub {

template <class Key, int X, int N, class Value = NullType, int Y = 1, int Z = 1>
class BlockMergeSort
    : public detail::MergeSortInterface<BlockMergeSort<Key, X, N, Value, Y, Z>, Key, Value, N> {
    using Merge = detail::MergeSort<Key, Value, X * Y * Z, N>;

public:
    using TempStorage = typename Merge::TempStorage;
    BlockMergeSort(TempStorage& storage)
        : storage_(storage), thread_(detail::thread_in_block<X, Y, Z>()) {}
    BlockMergeSort() : BlockMergeSort(private_storage()) {}

private:
    friend detail::MergeSortInterface<BlockMergeSort, Key, Value, N>;
    int thread() const { return thread_; }
    template <class Compare>
    void sort(Key (&keys)[N], Value (&values)[N], Compare less) {
        Merge(storage_, thread_).sort(keys, values, less, [] { __syncthreads(); });
    }

    static TempStorage& private_storage() {
        SCANLAB_SHARED(storage, TempStorage);
        return storage;
    }

    TempStorage& storage_;
    int thread_;
};

} // namespace cub
