/// \file
/// Reductions over the threads of a block: each warp reduces by shuffles, then the first thread the
/// warps' totals. It alone gets the result.
#pragma once

#include "../thread/thread_reduce.cuh"
#include "../warp/warp_reduce.cuh"
#include "block_id.cuh"

namespace cub {

enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
    BLOCK_REDUCE_RAKING,
    BLOCK_REDUCE_WARP_REDUCTIONS
};

template <class T, int X, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1,
          int = 0>
class BlockReduce {
    static constexpr int threads = X * Y * Z, warps = (threads + 31) / 32;

public:
    struct TempStorage {
        detail::Cells<T, warps> warp_totals;
    };
    BlockReduce(TempStorage& storage) : storage_(storage), thread_(RowMajorTid(X, Y, Z)) {}
    BlockReduce() : BlockReduce(private_storage()) {}

    T Sum(T input) { return Reduce(input, cub::Sum()); }
    T Sum(T input, int valid) { return Reduce(input, cub::Sum(), valid); }
    template <int N>
    T Sum(T (&items)[N]) {
        return Reduce(items, cub::Sum());
    }
    template <int N, class Operation>
    T Reduce(T (&items)[N], Operation operation) {
        return Reduce(ThreadReduce(items, operation), operation);
    }
    template <class Operation>
    T Reduce(T input, Operation operation) {
        detail::thread_in_block<X, Y, Z>();
        return reduce(input, operation, threads);
    }
    /// Of the first `valid` threads. The block may have fewer than the template says, but those:
    /// programs choose the largest block there, and how many threads there are at the launch.
    template <class Operation>
    T Reduce(T input, Operation operation, int valid) {
        if (blockDim.y != Y || blockDim.x > X || valid > static_cast<int>(blockDim.x * Y * Z))
            detail::thread_in_block<X, Y, Z>();
        return reduce(input, operation, valid);
    }

private:
    template <class Operation>
    T reduce(T input, Operation operation, int valid) {
        const int warp = thread_ / 32, first = warp * 32;
        typename WarpReduce<T>::TempStorage nothing;
        T total =
            WarpReduce<T>(nothing).Reduce(input, operation, valid - first < 32 ? valid - first : 32);
        if (thread_ == first && first < valid) storage_.warp_totals[warp] = total;
        __syncthreads();
        scanlab::sim::use_storage(&storage_.warp_totals[0], sizeof(T), false);
        if (thread_ == 0)
            for (int i = 1; i < warps && i * 32 < valid; ++i)
                total = operation(total, storage_.warp_totals[i]);
        return detail::if_defined(thread_ == 0, total);
    }

    static TempStorage& private_storage() {
        SCANLAB_SHARED(storage, TempStorage);
        return storage;
    }

    TempStorage& storage_;
    int thread_;
};

} // namespace cub
