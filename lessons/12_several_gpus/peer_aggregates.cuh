/// \file
/// Lesson 12: how the blocks of several GPUs learn each other's sums.
#pragma once

#include <scanlab/look_ahead.cuh>

constexpr int MOST_GPUS = scanlab::most_devices;

/// Lesson 10's Aggregates, with a table on each GPU. A block stores its sum into all tables and polls
/// its own GPU's, because nobody waits for a store to another GPU, and a load would have to travel
/// there and back.
///
/// Tile t belongs to GPU t % gpus, and there to block t / gpus % blocks. So the words of a row are in
/// the order of the tiles, if block b of GPU g has the word b * gpus + g.
struct PeerAggregates : scanlab::Aggregates {
    /// At the beginning of a workspace, before the rows of words.
    struct Calls {
        unsigned epoch;            ///< the tag before the next call's first one, as in lesson 10
        unsigned previous;         ///< the first tag of the call before that
        unsigned begun[MOST_GPUS]; ///< the first tag of the last call that each GPU has begun
    };

    Calls* calls[MOST_GPUS]; ///< on each GPU
    int gpus, me;            ///< how many there are, and this one
    int rounds;              ///< of this call, on the GPU that has most

    template <class T>
    using System = cuda::atomic_ref<T, cuda::thread_scope_system>;

    /// The tag of the call's first round. If no tile of a GPU needs another GPU's sum, as in small
    /// arrays, the GPU could get 32 calls ahead and overwrite words that others still read. So a call
    /// begins only when all GPUs have begun the one before, which they nearly always have.
    __device__ unsigned begin() const {
        const unsigned tag = Aggregates::begin();
        const unsigned previous =
            Shared<unsigned>(calls[me]->previous).load(cuda::memory_order_relaxed);
        if (blockIdx.x == 0) {
            if (is_last_of_its_half(tag)) clear_other_half(tag);
            for (int gpu = 0; gpu < gpus; ++gpu)
                if (gpu != me)
                    System<unsigned>(calls[gpu]->begun[me]).store(tag, cuda::memory_order_relaxed);
        }
        for (int gpu = 0; gpu < gpus; ++gpu)
            while (gpu != me && is_before(last_begun_by(gpu), previous)) {}
        if ((tag ^ previous) >= HALF) // after the others have cleared what this call publishes
            cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_system);
        return tag;
    }

    /// Publishes the sum of this block's tile on all GPUs, on this one last, which is nearest.
    __device__ void publish(unsigned tag, int aggregate) const {
        const unsigned long long word =
            static_cast<unsigned long long>(tag) << 32 | static_cast<unsigned>(aggregate);
        const int column = static_cast<int>(blockIdx.x) * gpus + me;
        for (int gpu = 0; gpu < gpus; ++gpu)
            if (gpu != me)
                System<unsigned long long>(row_of(gpu, tag)[column])
                    .store(word, cuda::memory_order_relaxed);
        Shared<unsigned long long>(row(tag)[column]).exchange(word, cuda::memory_order_relaxed);
    }

    /// As in lesson 10, over the blocks of all GPUs.
    __device__ int sum_of_others(unsigned tag, bool first_round) const {
        constexpr int AT_ONCE = 9; // sums per lane: enough for two GPUs of an H200's size
        const int column = static_cast<int>(blockIdx.x) * gpus + me;
        const int end = first_round ? column : static_cast<int>(gridDim.x) * gpus;
        return sum_around<cuda::thread_scope_system, AT_ONCE>(tag, column, end);
    }

    /// Ends the call on this GPU, when all of its blocks have begun. All GPUs add the same number of
    /// rounds, although some have one round fewer, or none.
    __device__ void end(unsigned) const {
        if (threadIdx.x % scanlab::warp_size != 0) return;
        const unsigned first = Aggregates::begin();
        Shared<unsigned>(calls[me]->previous).store(first, cuda::memory_order_relaxed);
        Shared<unsigned>(*epoch).store(
            is_last_of_its_half(first) ? ~first & HALF : first - 1 + static_cast<unsigned>(rounds),
            cuda::memory_order_relaxed);
    }

private:
    static constexpr unsigned HALF = 1u << 31, LONGEST_CALL = 1u << 20;

    /// The first tag of that GPU's last call, which it has stored on this GPU.
    __device__ unsigned last_begun_by(int gpu) const {
        return System<unsigned>(calls[me]->begun[gpu]).load(cuda::memory_order_relaxed);
    }
    __device__ static bool is_before(unsigned tag, unsigned other) {
        return static_cast<int>(tag - other) < 0;
    }

    /// After such a call, tags are of the other half, for the first time in 2^31 rounds.
    __device__ static bool is_last_of_its_half(unsigned first) {
        return first % HALF >= HALF - 2 * LONGEST_CALL;
    }

    /// Clears the words that have an old tag of the other half. Others may publish in this call while
    /// this block clears, but none begins the next call before this GPU says that it has begun. So a
    /// word is exchanged for zero only if it is still the old one. A load and a later store could erase
    /// a sum that another GPU has published in between, and a block would wait for it forever.
    __device__ void clear_other_half(unsigned tag) const {
        for (int i = 0; i < ROUNDS * most_blocks; ++i) {
            const System<unsigned long long> word(words[i]);
            unsigned long long old = word.load(cuda::memory_order_relaxed);
            if ((old >> 32 < HALF) != (tag < HALF))
                word.compare_exchange_strong(old, 0, cuda::memory_order_relaxed);
        }
        cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_system);
    }

    __device__ unsigned long long* row_of(int gpu, unsigned tag) const {
        return reinterpret_cast<unsigned long long*>(calls[gpu]) + (1 + tag % ROUNDS) * most_blocks;
    }
};
