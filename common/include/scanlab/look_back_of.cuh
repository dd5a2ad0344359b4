/// \file
/// Lesson 08's look-back for any operator and any size of value, in the array's order.
#pragma once

#include "tile_of.cuh"

#include <cuda/atomic>

#include <cstddef>

namespace scanlab {

/// Where tiles publish what they know. Each word of 32 bits of a value is published with the status,
/// and a value is there if all of its words have the same. So no fence is needed, whatever its size.
/// All words are 0 before the launch.
template <class Operator>
struct Descriptors {
    using Value = typename Operator::Value;
    enum Status : unsigned { empty, aggregate, prefix };
    static constexpr int WORDS = Words<Value>::COUNT;

    unsigned long long* words; ///< a row of one word per tile for each word of a value
    long long tiles;

    static std::size_t bytes(long long tiles) { return WORDS * sizeof(unsigned long long) * tiles; }

    /// Publishes the aggregate or the inclusive prefix of a tile, by exchanges, as in lesson 08.
    __device__ void publish(long long tile, Status status, const Value& value) const {
        const Words<Value> all(value);
#pragma unroll
        for (int w = 0; w < WORDS; ++w)
            Shared(words[w * tiles + tile])
                .exchange(static_cast<unsigned long long>(status) << 32 | all.words[w],
                          cuda::memory_order_relaxed);
    }

    /// All tiles before `tile`, which has some, combined, for all lanes of the warp that calls it. The
    /// lanes follow the order of the array: the last one looks at the tile before. Merrill and Garland,
    /// "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA, 2016.
    __device__ Value look_back(long long tile, const Operator& op) const {
        const int lane = threadIdx.x % warp_size;
        Value total{};
        for (long long last = tile - 1;; last -= warp_size) {
            Words<Value> value{};
            unsigned known, missing;
            do { // until no tile is missing after the last known prefix: a higher bit is a later tile
                const Status status = read(last - (warp_size - 1) + lane, value);
                known = __ballot_sync(all_lanes, status == prefix);
                missing = __ballot_sync(all_lanes, status == empty);
            } while (missing > known);
            const int first = known != 0 ? 31 - __clz(known) : 0;
            const Value window = total_from(first, value.value(), op);
            total = last == tile - 1 ? window : op.combine(window, total);
            if (known != 0) return total;
        }
    }

private:
    using Shared = cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>;

    /// The status of a tile, and its value. Nothing is known of tiles before tile 0, nor of a tile that
    /// is just being published.
    __device__ Status read(long long tile, Words<Value>& value) const {
        if (tile < 0) return empty;
        unsigned long long read[WORDS]; // all are under way before the first is needed
#pragma unroll
        for (int w = 0; w < WORDS; ++w)
            read[w] = Shared(words[w * tiles + tile]).load(cuda::memory_order_relaxed);
        const auto status = static_cast<unsigned>(read[0] >> 32);
        bool is_whole = true;
#pragma unroll
        for (int w = 0; w < WORDS; ++w) {
            is_whole &= static_cast<unsigned>(read[w] >> 32) == status;
            value.words[w] = static_cast<unsigned>(read[w]);
        }
        return is_whole ? static_cast<Status>(status) : empty;
    }

    /// The values of lane `first` and all lanes after it, combined, for all lanes.
    __device__ static Value total_from(int first, Value value, const Operator& op) {
        const int lane = threadIdx.x % warp_size;
#pragma unroll
        for (int distance = 1; distance < warp_size; distance *= 2) {
            const Value other = shuffle_words(
                value, [=](unsigned w) { return __shfl_xor_sync(all_lanes, w, distance); });
            const bool is_after = lane & distance;
            const int last_before = (lane & -2 * distance) + distance - 1; // of the earlier half
            if (last_before < first)
                value = is_after ? value : other; // nothing in the earlier half counts
            else
                value = is_after ? op.combine(other, value) : op.combine(value, other);
        }
        return value;
    }
};

} // namespace scanlab
