/// \file
/// Scans over the threads of a block: each warp scans by shuffles, and what the warps' totals add up to
/// is added.
#pragma once

#include "../thread/thread_reduce.cuh"
#include "../warp/warp_scan.cuh"
#include "block_id.cuh"

namespace cub {

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T, int X, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int = 0>
class BlockScan {
    static constexpr int threads = X * Y * Z, warps = (threads + 31) / 32;

public:
    struct TempStorage {
        detail::Cells<T, warps> warp_totals;
        detail::Cells<T, 1> prefix;
    };
    BlockScan(TempStorage& storage) : storage_(storage), thread_(detail::thread_in_block<X, Y, Z>()) {}
    BlockScan() : BlockScan(private_storage()) {}

    // --- sums
    // ---------------------------------------------------------------------------------------------

    void InclusiveSum(T input, T& output) { InclusiveScan(input, output, cub::Sum()); }
    void InclusiveSum(T input, T& output, T& aggregate) {
        InclusiveScan(input, output, cub::Sum(), aggregate);
    }
    template <class Callback>
    void InclusiveSum(T input, T& output, Callback& prefix) {
        InclusiveScan(input, output, cub::Sum(), prefix);
    }
    template <int N>
    void InclusiveSum(T (&input)[N], T (&output)[N]) {
        InclusiveScan(input, output, cub::Sum());
    }
    template <int N, class AggregateOrCallback>
    void InclusiveSum(T (&input)[N], T (&output)[N], AggregateOrCallback& other) {
        InclusiveScan(input, output, cub::Sum(), other);
    }
    void ExclusiveSum(T input, T& output) { ExclusiveScan(input, output, T(), cub::Sum()); }
    void ExclusiveSum(T input, T& output, T& aggregate) {
        ExclusiveScan(input, output, T(), cub::Sum(), aggregate);
    }
    template <class Callback>
    void ExclusiveSum(T input, T& output, Callback& prefix) {
        ExclusiveScan(input, output, cub::Sum(), prefix);
    }
    template <int N>
    void ExclusiveSum(T (&input)[N], T (&output)[N]) {
        ExclusiveScan(input, output, T(), cub::Sum());
    }
    template <int N>
    void ExclusiveSum(T (&input)[N], T (&output)[N], T& aggregate) {
        ExclusiveScan(input, output, T(), cub::Sum(), aggregate);
    }
    template <int N, class Callback>
    void ExclusiveSum(T (&input)[N], T (&output)[N], Callback& prefix) {
        ExclusiveScan(input, output, cub::Sum(), prefix);
    }

    // --- scans: one item per thread
    // -----------------------------------------------------------------------

    template <class Operation>
    void InclusiveScan(T input, T& output, Operation operation) {
        InclusiveScan(one(input), one(output), operation);
    }
    template <class Operation, class AggregateOrCallback>
    void InclusiveScan(T input, T& output, Operation operation, AggregateOrCallback& other) {
        InclusiveScan(one(input), one(output), operation, other);
    }
    template <class Operation>
    requires std::is_invocable_v<Operation, T, T>
    void ExclusiveScan(T input, T& output, Operation operation) {
        ExclusiveScan(one(input), one(output), operation);
    }
    template <class Operation, class AggregateOrCallback>
    requires std::is_invocable_v<Operation, T, T>
    void ExclusiveScan(T input, T& output, Operation operation, AggregateOrCallback& other) {
        ExclusiveScan(one(input), one(output), operation, other);
    }
    template <class Operation>
    requires std::is_invocable_v<Operation, T, T>
    void ExclusiveScan(T input, T& output, T initial, Operation operation) {
        ExclusiveScan(one(input), one(output), initial, operation);
    }
    template <class Operation>
    void ExclusiveScan(T input, T& output, T initial, Operation operation, T& aggregate) {
        ExclusiveScan(one(input), one(output), initial, operation, aggregate);
    }

    // --- scans: N items per thread
    // ------------------------------------------------------------------------

    template <int N, class Operation>
    void InclusiveScan(T (&input)[N], T (&output)[N], Operation operation) {
        inclusive(input, output, scan(ThreadReduce(input, operation), operation), operation);
    }
    template <int N, class Operation>
    void InclusiveScan(T (&input)[N], T (&output)[N], Operation operation, T& aggregate) {
        const Prefix prefix = scan(ThreadReduce(input, operation), operation);
        aggregate = prefix.aggregate;
        inclusive(input, output, prefix, operation);
    }
    template <int N, class Operation, class Callback>
    void InclusiveScan(T (&input)[N], T (&output)[N], Operation operation, Callback& callback) {
        Prefix prefix = scan(ThreadReduce(input, operation), operation);
        prefix.begin_with(called(callback, prefix.aggregate), operation);
        inclusive(input, output, prefix, operation);
    }
    /// The first thread's first output gets no value.
    template <int N, class Operation>
    requires std::is_invocable_v<Operation, T, T>
    void ExclusiveScan(T (&input)[N], T (&output)[N], Operation operation) {
        exclusive(input, output, scan(ThreadReduce(input, operation), operation), operation);
    }
    template <int N, class Operation>
    requires std::is_invocable_v<Operation, T, T>
    void ExclusiveScan(T (&input)[N], T (&output)[N], Operation operation, T& aggregate) {
        const Prefix prefix = scan(ThreadReduce(input, operation), operation);
        aggregate = prefix.aggregate;
        exclusive(input, output, prefix, operation);
    }
    template <int N, class Operation, class Callback>
    requires std::is_invocable_v<Operation, T, T>
    void ExclusiveScan(T (&input)[N], T (&output)[N], Operation operation, Callback& callback) {
        Prefix prefix = scan(ThreadReduce(input, operation), operation);
        prefix.begin_with(called(callback, prefix.aggregate), operation);
        exclusive(input, output, prefix, operation);
    }
    template <int N, class Operation>
    requires std::is_invocable_v<Operation, T, T>
    void ExclusiveScan(T (&input)[N], T (&output)[N], T initial, Operation operation) {
        Prefix prefix = scan(ThreadReduce(input, operation), operation);
        prefix.begin_with(initial, operation);
        exclusive(input, output, prefix, operation);
    }
    template <int N, class Operation>
    void ExclusiveScan(T (&input)[N], T (&output)[N], T initial, Operation operation, T& aggregate) {
        Prefix prefix = scan(ThreadReduce(input, operation), operation);
        aggregate = prefix.aggregate;
        prefix.begin_with(initial, operation);
        exclusive(input, output, prefix, operation);
    }

private:
    /// What comes before a thread's items.
    struct Prefix {
        bool is_empty;
        T value, aggregate;

        template <class Operation>
        void begin_with(T first, Operation operation) {
            value = is_empty ? first : T(operation(first, value));
            is_empty = false;
        }
    };

    static T (&one(T& value))[1] { return reinterpret_cast<T(&)[1]>(value); }

    /// Where each thread has one value.
    template <class Operation>
    Prefix scan(T value, Operation operation) {
        const int warp = thread_ / 32, lane = thread_ % 32;
        typename WarpScan<T>::TempStorage nothing;
        T inclusive = value, before = value;
        WarpScan<T>(nothing).Scan(value, inclusive, before, operation);
        if (lane == 31 || thread_ == threads - 1) storage_.warp_totals[warp] = inclusive;
        __syncthreads();

        T aggregate = storage_.warp_totals[0], before_warp = aggregate;
        for (int i = 1; i < warps; ++i) {
            if (i == warp) before_warp = aggregate;
            aggregate = operation(aggregate, storage_.warp_totals[i]);
        }
        if (warp == 0) return {lane == 0, lane == 0 ? value : before, aggregate};
        return {false, lane == 0 ? before_warp : T(operation(before_warp, before)), aggregate};
    }

    /// The first warp calls it, and what it returns to the first thread counts.
    template <class Callback>
    T called(Callback& callback, T aggregate) {
        if (thread_ < 32) {
            const T prefix = callback(aggregate);
            if (thread_ == 0) storage_.prefix[0] = prefix;
        }
        __syncthreads();
        return storage_.prefix[0];
    }

    template <int N, class Operation>
    static void inclusive(T (&input)[N], T (&output)[N], const Prefix& prefix, Operation operation) {
        T sum = prefix.is_empty ? input[0] : T(operation(prefix.value, input[0]));
        output[0] = sum;
        for (int i = 1; i < N; ++i) output[i] = sum = operation(sum, input[i]);
    }
    template <int N, class Operation>
    static void exclusive(T (&input)[N], T (&output)[N], const Prefix& prefix, Operation operation) {
        T sum = input[0];
        if (!prefix.is_empty) sum = operation(prefix.value, input[0]);
        output[0] = detail::if_defined(!prefix.is_empty, prefix.value);
        for (int i = 1; i < N; ++i) {
            const T item = input[i];
            output[i] = sum;
            sum = operation(sum, item);
        }
    }

    static TempStorage& private_storage() {
        SCANLAB_SHARED(storage, TempStorage);
        return storage;
    }

    TempStorage& storage_;
    int thread_;
};

} // namespace cub
