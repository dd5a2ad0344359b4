/// \file
/// CUDA's cooperative groups: the block, tiles of a warp, the lanes that run together, and the grid.
#pragma once

#include "cuda_runtime.h"

namespace cooperative_groups {

SCANLAB_DEVICE_ONLY_BEGIN

namespace detail {

/// The running thread's number in its block, x running fastest.
SCANLAB_UNOBSERVED inline unsigned rank_in_block() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

/// Moves any trivially copyable value, a word at a time if it is not a number.
template <class T>
SCANLAB_CALL_SITE T shuffle(unsigned mask, T value, unsigned source_lane) {
    if constexpr (scanlab::sim::WarpValue<T>) {
        return static_cast<T>(__shfl_sync(mask, value, static_cast<int>(source_lane)));
    } else {
        static_assert(std::is_trivially_copyable_v<T>);
        unsigned words[(sizeof(T) + 3) / 4] = {};
        __builtin_memcpy(words, &value, sizeof(T));
        for (unsigned& word : words) word = __shfl_sync(mask, word, static_cast<int>(source_lane));
        __builtin_memcpy(&value, words, sizeof(T));
        return value;
    }
}

} // namespace detail

// --- lanes of one warp ---------------------------------------------------------------------------

/// What tiles and coalesced groups have in common: some lanes of a warp, ranked in the lanes' order.
class lane_group {
public:
    SCANLAB_UNOBSERVED unsigned size() const { return static_cast<unsigned>(__popc(mask_)); }
    SCANLAB_UNOBSERVED unsigned num_threads() const { return size(); }
    SCANLAB_UNOBSERVED unsigned thread_rank() const {
        return static_cast<unsigned>(__popc(mask_ & ((1u << scanlab::sim::lane()) - 1)));
    }
    /// The group's number among those that its parent was divided into, and how many those are.
    SCANLAB_UNOBSERVED unsigned meta_group_rank() const { return meta_group_rank_; }
    SCANLAB_UNOBSERVED unsigned meta_group_size() const { return meta_group_size_; }

    SCANLAB_CALL_SITE void sync() const { __syncwarp(mask_); }

    /// The value of the thread with that rank.
    template <class T>
    SCANLAB_CALL_SITE T shfl(T value, unsigned source_rank) const {
        return detail::shuffle(mask_, value, lane_of(source_rank % size()));
    }
    template <class T>
    SCANLAB_CALL_SITE T shfl_up(T value, unsigned delta) const {
        const unsigned rank = thread_rank();
        return detail::shuffle(mask_, value, lane_of(rank < delta ? rank : rank - delta));
    }
    template <class T>
    SCANLAB_CALL_SITE T shfl_down(T value, unsigned delta) const {
        const unsigned rank = thread_rank();
        return detail::shuffle(mask_, value, lane_of(delta < size() - rank ? rank + delta : rank));
    }

    SCANLAB_CALL_SITE int any(int predicate) const { return __any_sync(mask_, predicate); }
    SCANLAB_CALL_SITE int all(int predicate) const { return __all_sync(mask_, predicate); }
    // Masks have one bit for each rank.
    SCANLAB_CALL_SITE unsigned ballot(int predicate) const {
        return by_rank(__ballot_sync(mask_, predicate));
    }
    template <class T>
    SCANLAB_CALL_SITE unsigned match_any(T value) const {
        return by_rank(__match_any_sync(mask_, value));
    }
    template <class T>
    SCANLAB_CALL_SITE unsigned match_all(T value, int& equal) const {
        return by_rank(__match_all_sync(mask_, value, &equal));
    }

    /// The lanes themselves, one bit each.
    SCANLAB_UNOBSERVED unsigned lane_mask() const { return mask_; }

protected:
    SCANLAB_UNOBSERVED lane_group(unsigned mask, unsigned meta_group_rank, unsigned meta_group_size)
        : mask_(mask), meta_group_rank_(meta_group_rank), meta_group_size_(meta_group_size) {}

    SCANLAB_UNOBSERVED unsigned lane_of(unsigned rank) const {
        return __fns(mask_, 0, static_cast<int>(rank) + 1);
    }
    SCANLAB_UNOBSERVED unsigned by_rank(unsigned lanes) const {
        unsigned ranks = 0;
        for (unsigned rank = 0; rank < size(); ++rank) ranks |= (lanes >> lane_of(rank) & 1) << rank;
        return ranks;
    }

private:
    unsigned mask_;
    unsigned meta_group_rank_, meta_group_size_;
};

/// The lanes that came to the same place together.
class coalesced_group : public lane_group {
public:
    SCANLAB_UNOBSERVED explicit coalesced_group(unsigned mask, unsigned meta_group_rank = 0,
                                                unsigned meta_group_size = 1)
        : lane_group(mask, meta_group_rank, meta_group_size) {}
};

SCANLAB_CALL_SITE coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

/// SIZE consecutive lanes of a warp.
template <unsigned SIZE, class Parent = void>
class thread_block_tile : public thread_block_tile<SIZE, void> {
public:
    using thread_block_tile<SIZE, void>::thread_block_tile;
};
template <unsigned SIZE>
class thread_block_tile<SIZE, void> : public lane_group {
    static_assert(SIZE > 0 && SIZE <= 32 && (SIZE & (SIZE - 1)) == 0,
                  "a tile has 1, 2, 4, 8, 16 or 32 threads");

public:
    /// The tile of the running thread, `parent_rank` of `parent_size` threads.
    SCANLAB_UNOBSERVED thread_block_tile(unsigned parent_rank, unsigned parent_size)
        : lane_group((~0u >> (32 - SIZE)) << (scanlab::sim::lane() / SIZE * SIZE), parent_rank / SIZE,
                     (parent_size + SIZE - 1) / SIZE) {}

    static constexpr unsigned size() { return SIZE; }
    static constexpr unsigned num_threads() { return SIZE; }

    template <class T>
    SCANLAB_CALL_SITE T shfl_xor(T value, unsigned rank_mask) const {
        const unsigned rank = this->thread_rank(), other = rank ^ rank_mask;
        return detail::shuffle(this->lane_mask(), value, this->lane_of(other < SIZE ? other : rank));
    }
};

/// SIZE consecutive threads of a block: several warps, which meet at a barrier of their own.
template <unsigned SIZE>
requires(SIZE > 32) class thread_block_tile<SIZE, void> {
    static_assert(SIZE <= 1024 && (SIZE & (SIZE - 1)) == 0,
                  "a tile has a power of two of threads, and at most 1024");

public:
    SCANLAB_UNOBSERVED thread_block_tile(unsigned parent_rank, unsigned parent_size)
        : meta_group_rank_(parent_rank / SIZE), meta_group_size_((parent_size + SIZE - 1) / SIZE) {}

    static constexpr unsigned size() { return SIZE; }
    static constexpr unsigned num_threads() { return SIZE; }
    SCANLAB_UNOBSERVED unsigned thread_rank() const { return detail::rank_in_block() % SIZE; }
    SCANLAB_UNOBSERVED unsigned meta_group_rank() const { return meta_group_rank_; }
    SCANLAB_UNOBSERVED unsigned meta_group_size() const { return meta_group_size_; }

    SCANLAB_CALL_SITE void sync() const { scanlab::sim::tile_barrier(SIZE, rank_in_block()); }

    template <class T>
    SCANLAB_CALL_SITE T shfl(T value, unsigned source_rank) const {
        show(value);
        sync();
        const T result = shown(source_rank % SIZE, value);
        sync(); // all have looked
        return result;
    }
    SCANLAB_CALL_SITE int any(int predicate) const {
        show(predicate);
        sync();
        const int result = is_shown_by_any();
        sync();
        return result;
    }
    SCANLAB_CALL_SITE int all(int predicate) const { return !any(!predicate); }

private:
    template <class Group, class T, class Operator>
    friend T reduce(const Group& group, T value, Operator&& combine);
    template <class Group, class T, class Operator>
    friend T inclusive_scan(const Group& group, T value, Operator&& combine);
    template <class Group, class T, class Operator>
    friend T exclusive_scan(const Group& group, T value, Operator&& combine);

    template <class T>
    SCANLAB_CALL_SITE T shfl_up(T value, unsigned delta) const {
        const unsigned rank = thread_rank();
        return shfl(value, rank < delta ? rank : rank - delta);
    }
    template <class T>
    SCANLAB_CALL_SITE T shfl_down(T value, unsigned delta) const {
        const unsigned rank = thread_rank();
        return shfl(value, delta < SIZE - rank ? rank + delta : rank);
    }

    SCANLAB_UNOBSERVED static unsigned rank_in_block() { return detail::rank_in_block() / SIZE; }

    // What the tile's threads show each other.
    template <class T>
    SCANLAB_CALL_SITE static void show(T value) {
        static_assert(std::is_trivially_copyable_v<T>);
        scanlab::sim::tile_show(SIZE, rank_in_block(), &value, sizeof value);
    }
    template <class T>
    SCANLAB_UNOBSERVED static T shown(unsigned rank, T value) {
        scanlab::sim::tile_look(SIZE, rank_in_block(), rank, &value, sizeof value);
        return value;
    }
    SCANLAB_UNOBSERVED int is_shown_by_any() const {
        for (unsigned i = 0; i < SIZE; ++i)
            if (shown(i, 0) != 0) return 1;
        return 0;
    }

    unsigned meta_group_rank_, meta_group_size_;
};

// --- block ---------------------------------------------------------------------------------------

class thread_block {
public:
    /// What a thread gets that has arrived and not waited yet. Arriving is left to the wait, so that
    /// all that a thread does in between comes before the barrier, and after it for no thread.
    struct arrival_token {};
    SCANLAB_CALL_SITE static void sync() { __syncthreads(); }
    [[nodiscard]] SCANLAB_UNOBSERVED static arrival_token barrier_arrive() { return {}; }
    SCANLAB_CALL_SITE static void barrier_wait(arrival_token&&) { sync(); }
    SCANLAB_UNOBSERVED static unsigned thread_rank() { return detail::rank_in_block(); }
    SCANLAB_UNOBSERVED static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
    SCANLAB_UNOBSERVED static unsigned num_threads() { return size(); }
    SCANLAB_UNOBSERVED static dim3 group_index() { return blockIdx; }
    SCANLAB_UNOBSERVED static dim3 thread_index() { return threadIdx; }
    SCANLAB_UNOBSERVED static dim3 dim_threads() { return blockDim; }
    SCANLAB_UNOBSERVED static dim3 group_dim() { return blockDim; }
};

SCANLAB_UNOBSERVED inline thread_block this_thread_block() { return {}; }

/// Memory that a GPU needs for tiles of several warps, in blocks of up to so many threads.
template <unsigned MOST_THREADS = 1024>
struct block_tile_memory {
    std::uint64_t words[2 + MOST_THREADS / 32];
};
template <unsigned MOST_THREADS>
SCANLAB_UNOBSERVED thread_block this_thread_block(block_tile_memory<MOST_THREADS>&) {
    return {};
}

// --- grid ----------------------------------------------------------------------------------------

class grid_group {
public:
    /// Whether sync() may be called: the launch was cooperative.
    SCANLAB_UNOBSERVED static bool is_valid() { return scanlab::sim::grid_is_cooperative(); }
    SCANLAB_CALL_SITE static void sync() { scanlab::sim::grid_barrier(); }
    using arrival_token = thread_block::arrival_token;
    [[nodiscard]] SCANLAB_UNOBSERVED static arrival_token barrier_arrive() { return {}; }
    SCANLAB_CALL_SITE static void barrier_wait(arrival_token&&) { sync(); }

    SCANLAB_UNOBSERVED static unsigned long long num_blocks() {
        return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
    }
    SCANLAB_UNOBSERVED static unsigned long long num_threads() {
        return num_blocks() * thread_block::size();
    }
    SCANLAB_UNOBSERVED static unsigned long long size() { return num_threads(); }
    SCANLAB_UNOBSERVED static unsigned long long block_rank() {
        return blockIdx.x + static_cast<unsigned long long>(gridDim.x) *
                                (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
    }
    SCANLAB_UNOBSERVED static unsigned long long thread_rank() {
        return block_rank() * thread_block::size() + detail::rank_in_block();
    }
    SCANLAB_UNOBSERVED static dim3 block_index() { return blockIdx; }
    SCANLAB_UNOBSERVED static dim3 dim_blocks() { return gridDim; }
    SCANLAB_UNOBSERVED static dim3 group_dim() { return gridDim; }
};

SCANLAB_UNOBSERVED inline grid_group this_grid() { return {}; }

// --- any group -----------------------------------------------------------------------------------

/// A block, a tile or a coalesced group, which of them being known at run time only.
class thread_group {
public:
    SCANLAB_UNOBSERVED thread_group(const thread_block&) {}
    SCANLAB_UNOBSERVED thread_group(const lane_group& lanes) : mask_(lanes.lane_mask()) {}

    SCANLAB_CALL_SITE void sync() const {
        if (mask_)
            __syncwarp(mask_);
        else
            __syncthreads();
    }
    SCANLAB_UNOBSERVED unsigned size() const {
        return mask_ ? coalesced_group(mask_).size() : thread_block::size();
    }
    SCANLAB_UNOBSERVED unsigned num_threads() const { return size(); }
    SCANLAB_UNOBSERVED unsigned thread_rank() const {
        return mask_ ? coalesced_group(mask_).thread_rank() : thread_block::thread_rank();
    }

private:
    friend thread_group tiled_partition(const thread_group&, unsigned);
    unsigned mask_ = 0; ///< lanes; none for the whole block
};

template <class Group>
SCANLAB_CALL_SITE void sync(const Group& group) {
    group.sync();
}
template <class Group>
SCANLAB_CALL_SITE void synchronize(const Group& group) {
    group.sync();
}
template <class Group>
SCANLAB_UNOBSERVED auto thread_rank(const Group& group) {
    return group.thread_rank();
}
template <class Group>
SCANLAB_UNOBSERVED auto group_size(const Group& group) {
    return group.size();
}

// --- partitions ----------------------------------------------------------------------------------

template <unsigned SIZE, class Parent>
SCANLAB_UNOBSERVED thread_block_tile<SIZE, Parent> tiled_partition(const Parent& parent) {
    return thread_block_tile<SIZE, Parent>(parent.thread_rank(), parent.size());
}

/// Every `size` threads of the group, a power of two up to 32, in the order of their ranks.
SCANLAB_UNOBSERVED inline coalesced_group tiled_partition(const coalesced_group& parent,
                                                          unsigned size) {
    if (__popc(size) != 1 || size > 32)
        scanlab::sim::trap(
            cudaErrorInvalidValue,
            "The size of the tiles of this `tiled_partition()` is not a power of two up to 32.");
    const unsigned tile = parent.thread_rank() / size;
    unsigned mask = 0;
    for (unsigned rank = tile * size; rank < min((tile + 1) * size, parent.size()); ++rank)
        mask |= 1u << __fns(parent.lane_mask(), 0, static_cast<int>(rank) + 1);
    return coalesced_group(mask, tile, (parent.size() + size - 1) / size);
}
SCANLAB_UNOBSERVED inline thread_group tiled_partition(const thread_group& parent, unsigned size) {
    return tiled_partition(coalesced_group(parent.mask_ ? parent.mask_ : ~0u), size);
}

/// The threads of the group whose label is the same.
template <class Group, class Label>
SCANLAB_CALL_SITE coalesced_group labeled_partition(const Group& parent, Label label) {
    const unsigned mask = __match_any_sync(parent.lane_mask(), label);
    // Groups are numbered by their first lanes.
    const unsigned leaders =
        __ballot_sync(parent.lane_mask(),
                      scanlab::sim::lane() + 1 == static_cast<unsigned>(__ffs(static_cast<int>(mask))));
    const unsigned first = mask & (0u - mask);
    return coalesced_group(mask, static_cast<unsigned>(__popc(leaders & (first - 1))),
                           static_cast<unsigned>(__popc(leaders)));
}
template <class Group>
SCANLAB_CALL_SITE coalesced_group binary_partition(const Group& parent, bool predicate) {
    const unsigned holds = __ballot_sync(parent.lane_mask(), predicate);
    return coalesced_group(predicate ? holds : parent.lane_mask() & ~holds, predicate ? 1 : 0, 2);
}

/// One of the group's threads calls the function.
template <class Group, class Function, class... Arguments>
SCANLAB_CALL_SITE void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
    if (group.thread_rank() == 0)
        static_cast<Function&&>(function)(static_cast<Arguments&&>(arguments)...);
}
/// All get its result.
template <class Group, class Function, class... Arguments>
SCANLAB_CALL_SITE auto invoke_one_broadcast(const Group& group, Function&& function,
                                            Arguments&&... arguments) {
    decltype(function(arguments...)) result{};
    invoke_one(group, [&] { result = function(arguments...); });
    return group.shfl(result, 0);
}

/// Names for programs with clusters, so that what they are told is that there are none.
class cluster_group {
public:
    static void sync();
    static unsigned num_blocks(), block_rank(), num_threads(), thread_rank(), size();
    static dim3 dim_blocks(), block_index(), thread_index();
    template <class T>
    static T* map_shared_rank(T* variable, int rank);
};
cluster_group this_cluster() SCANLAB_UNAVAILABLE("the simulator has no clusters of blocks, which read "
                                                 "each other's shared memory: use global memory");

SCANLAB_DEVICE_ONLY_END
} // namespace cooperative_groups
