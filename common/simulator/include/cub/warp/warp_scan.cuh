/// \file
/// Scans over the lanes of a warp, or of a part of it: Hillis and Steele's, by shuffles.
#pragma once

#include "../thread/thread_operators.cuh"
#include "../util_ptx.cuh"

namespace cub {

template <class T, int LANES = 32, int = 0>
class WarpScan {
public:
    using TempStorage = detail::ToldStorage<LANES>;
    WarpScan(TempStorage& storage)
        : storage_(storage), lane_(static_cast<int>(LaneId()) % LANES),
          mask_(WarpMask<LANES>(LaneId() / LANES)) {}

    void InclusiveSum(T input, T& output) { InclusiveScan(input, output, cub::Sum()); }
    void InclusiveSum(T input, T& output, T& aggregate) {
        InclusiveScan(input, output, cub::Sum(), aggregate);
    }
    void ExclusiveSum(T input, T& output) { ExclusiveScan(input, output, T(), cub::Sum()); }
    void ExclusiveSum(T input, T& output, T& aggregate) {
        ExclusiveScan(input, output, T(), cub::Sum(), aggregate);
    }

    template <class Operation>
    void InclusiveScan(T input, T& output, Operation operation) {
        storage_.begin(lane_);
        for (int distance = 1; distance < LANES; distance *= 2) {
            const T left = ShuffleUp<LANES>(input, distance, 0, mask_);
            if (lane_ >= distance) input = operation(left, input);
        }
        storage_.end(lane_);
        output = input;
    }
    template <class Operation>
    void InclusiveScan(T input, T& output, Operation operation, T& aggregate) {
        InclusiveScan(input, output, operation);
        aggregate = Broadcast(output, LANES - 1);
    }

    /// The first lane gets no value.
    template <class Operation>
    void ExclusiveScan(T input, T& output, Operation operation) {
        T inclusive = input;
        Scan(input, inclusive, output, operation);
    }
    template <class Operation>
    void ExclusiveScan(T input, T& output, T initial, Operation operation) {
        T inclusive = input;
        Scan(input, inclusive, output, initial, operation);
    }
    template <class Operation>
    void ExclusiveScan(T input, T& output, Operation operation, T& aggregate) {
        T inclusive = input;
        Scan(input, inclusive, output, operation);
        aggregate = Broadcast(inclusive, LANES - 1);
    }
    template <class Operation>
    void ExclusiveScan(T input, T& output, T initial, Operation operation, T& aggregate) {
        T inclusive = input;
        InclusiveScan(input, inclusive, operation, aggregate);
        const T left = ShuffleUp<LANES>(inclusive, 1, 0, mask_);
        output = lane_ > 0 ? T(operation(initial, left)) : initial;
    }

    template <class Operation>
    void Scan(T input, T& inclusive, T& exclusive, Operation operation) {
        InclusiveScan(input, inclusive, operation);
        const T left = ShuffleUp<LANES>(inclusive, 1, 0, mask_);
        exclusive = detail::if_defined(lane_ > 0, left);
    }
    template <class Operation>
    void Scan(T input, T& inclusive, T& exclusive, T initial, Operation operation) {
        InclusiveScan(input, inclusive, operation);
        inclusive = operation(initial, inclusive);
        const T left = ShuffleUp<LANES>(inclusive, 1, 0, mask_);
        exclusive = lane_ > 0 ? left : initial;
    }

    T Broadcast(T input, unsigned lane) {
        return ShuffleIndex<LANES>(input, static_cast<int>(lane), mask_);
    }

private:
    TempStorage& storage_;
    int lane_;
    unsigned mask_;
};

} // namespace cub
