/// \file
/// Makes a block's items of runs: values, and how often each comes.
#pragma once

#include "block_scan.cuh"

#include <cstdint>

namespace cub {

template <class Item, int X, int RUNS, int N, class Offset = std::uint32_t, int Y = 1, int Z = 1>
class BlockRunLengthDecode {
    static constexpr int runs = X * Y * Z * RUNS;
    using Scan = BlockScan<Offset, X, BLOCK_SCAN_WARP_SCANS, Y, Z>;

public:
    struct TempStorage {
        typename Scan::TempStorage scan;
        detail::Cells<Item, runs> values;
        detail::Cells<Offset, runs> offsets;
    };

    /// By the runs' lengths; `total` becomes the number of items.
    template <class Length, class Total>
    BlockRunLengthDecode(TempStorage& storage, Item (&values)[RUNS], Length (&lengths)[RUNS],
                         Total& total)
        : storage_(storage), thread_(detail::thread_in_block<X, Y, Z>()) {
        Offset offsets[RUNS], sum;
        for (int i = 0; i < RUNS; ++i) offsets[i] = static_cast<Offset>(lengths[i]);
        Scan(storage_.scan).ExclusiveSum(offsets, offsets, sum);
        total = static_cast<Total>(sum);
        put(values, offsets);
    }
    /// By where the runs begin.
    template <class Begin>
    BlockRunLengthDecode(TempStorage& storage, Item (&values)[RUNS], Begin (&offsets)[RUNS])
        : storage_(storage), thread_(detail::thread_in_block<X, Y, Z>()) {
        put(values, offsets);
    }

    /// The items from the given one on, and each one's number in its run.
    template <class Number>
    void RunLengthDecode(Item (&items)[N], Number (&numbers)[N], Offset from = 0) {
        for (int i = 0; i < N; ++i) {
            const Offset at = from + static_cast<Offset>(thread_ * N + i);
            const int run = run_of(at);
            items[i] = storage_.values[run];
            numbers[i] = static_cast<Number>(at - storage_.offsets[run]);
        }
    }
    void RunLengthDecode(Item (&items)[N], Offset from = 0) {
        Offset numbers[N];
        RunLengthDecode(items, numbers, from);
    }

private:
    template <class Begin>
    void put(Item (&values)[RUNS], Begin (&offsets)[RUNS]) {
        for (int i = 0; i < RUNS; ++i) {
            storage_.values[thread_ * RUNS + i] = values[i];
            storage_.offsets[thread_ * RUNS + i] = static_cast<Offset>(offsets[i]);
        }
        __syncthreads();
    }
    /// The last run that begins there or before.
    int run_of(Offset at) {
        int low = 0, high = runs;
        while (high - low > 1) {
            const int middle = (low + high) / 2;
            (at < storage_.offsets[middle] ? high : low) = middle;
        }
        return low;
    }

    TempStorage& storage_;
    int thread_;
};

} // namespace cub
