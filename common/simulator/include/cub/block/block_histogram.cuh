/// \file
/// Counts, in shared memory, how many items fall into each bin: by atomic additions.
#pragma once

#include "block_id.cuh"

namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

template <class T, int X, int N, int BINS, BlockHistogramAlgorithm = BLOCK_HISTO_SORT, int Y = 1,
          int Z = 1, int = 0>
class BlockHistogram {
    static constexpr int threads = X * Y * Z;

public:
    using TempStorage = detail::ToldStorage<threads>;
    BlockHistogram(TempStorage& storage)
        : storage_(storage), thread_(detail::thread_in_block<X, Y, Z>()) {}
    BlockHistogram() : BlockHistogram(private_storage()) {}

    template <class Counter>
    void InitHistogram(Counter (&histogram)[BINS]) {
        for (int bin = thread_; bin < BINS; bin += threads) histogram[bin] = 0;
    }
    template <class Counter>
    void Histogram(T (&items)[N], Counter (&histogram)[BINS]) {
        storage_.begin(thread_);
        InitHistogram(histogram);
        __syncthreads();
        storage_.end(thread_);
        Composite(items, histogram);
    }
    template <class Counter>
    void Composite(T (&items)[N], Counter (&histogram)[BINS]) {
        for (const T& item : items) atomicAdd(&histogram[item], Counter(1));
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
