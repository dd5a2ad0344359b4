/// \file
/// Reductions over the lanes of a warp, or of a part of it, by shuffles. The first lane gets the
/// result.
#pragma once

#include "../thread/thread_operators.cuh"
#include "../util_ptx.cuh"

namespace cub {

template <class T, int LANES = 32, int = 0>
class WarpReduce {
public:
    using TempStorage = detail::ToldStorage<LANES>;
    WarpReduce(TempStorage& storage)
        : storage_(storage), lane_(static_cast<int>(LaneId()) % LANES),
          mask_(WarpMask<LANES>(LaneId() / LANES)) {}

    T Sum(T input) { return Reduce(input, cub::Sum()); }
    T Sum(T input, int valid) { return Reduce(input, cub::Sum(), valid); }

    template <class Operation>
    T Reduce(T input, Operation operation) {
        return Reduce(input, operation, LANES);
    }
    /// Of the first `valid` lanes.
    template <class Operation>
    T Reduce(T input, Operation operation, int valid) {
        return detail::if_defined(lane_ == 0, up_to(input, valid - 1, operation));
    }

    /// The first lane of each segment gets its result; a flag marks where one begins.
    template <class Flag>
    T HeadSegmentedSum(T input, Flag flag) {
        return HeadSegmentedReduce(input, flag, cub::Sum());
    }
    template <class Flag, class Operation>
    T HeadSegmentedReduce(T input, Flag flag, Operation operation) {
        const unsigned all = heads(flag), later = all & after(lane_);
        const int last = later ? __ffs(static_cast<int>(later)) - 2 : LANES - 1;
        return detail::if_defined(((all | 1) >> lane_ & 1) != 0, up_to(input, last, operation));
    }
    /// The same; a flag marks where one ends.
    template <class Flag>
    T TailSegmentedSum(T input, Flag flag) {
        return TailSegmentedReduce(input, flag, cub::Sum());
    }
    template <class Flag, class Operation>
    T TailSegmentedReduce(T input, Flag flag, Operation operation) {
        const unsigned all = heads(flag), tails = all & (after(lane_) | 1u << lane_);
        const int last = tails ? __ffs(static_cast<int>(tails)) - 1 : LANES - 1;
        return detail::if_defined(((all << 1 | 1) >> lane_ & 1) != 0, up_to(input, last, operation));
    }

private:
    /// Of this lane and those up to `last`.
    template <class Operation>
    T up_to(T input, int last, Operation operation) {
        storage_.begin(lane_);
        for (int distance = 1; distance < LANES; distance *= 2) {
            const bool has_right = lane_ + distance <= last; // else that lane may not exist
            const T right = ShuffleIndex<LANES>(input, has_right ? lane_ + distance : lane_, mask_);
            if (has_right) input = operation(input, right);
        }
        storage_.end(lane_);
        return input;
    }
    template <class Flag>
    unsigned heads(Flag flag) {
        return (__ballot_sync(mask_, static_cast<bool>(flag)) & mask_) >> (LaneId() / LANES * LANES);
    }
    static unsigned after(int lane) { return ~0u << lane << 1; }

    TempStorage& storage_;
    int lane_;
    unsigned mask_;
};

} // namespace cub
