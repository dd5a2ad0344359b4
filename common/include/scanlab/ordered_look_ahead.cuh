/// \file
/// Lesson 10's look-ahead for any operator, in the array's order. Which two values are combined depends
/// on the size of the array and of the grid alone, and never on time. So the same call has the same
/// bits in every run.
#pragma once

#include "look_ahead_warps.cuh"
#include "tile_of.cuh"

namespace scanlab {

/// Aggregates, in which blocks publish their tiles' values, with a row for each word of a value. Each
/// word has a tag, so it does not matter which of them arrives first.
template <class Operator>
struct OrderedAggregates : Aggregates {
    using Value = typename Operator::Value;
    static constexpr int WORDS = Words<Value>::COUNT;

    /// Publishes the value of this block's tile of the round that has this tag.
    __device__ void publish(unsigned tag, const Value& value) const {
        const Words<Value> all(value);
#pragma unroll
        for (int w = 0; w < WORDS; ++w)
            Shared<unsigned long long>(*place(tag, blockIdx.x, w))
                .exchange(static_cast<unsigned long long>(tag) << 32 | all.words[w],
                          cuda::memory_order_relaxed);
    }

    /// All tiles between this block's last one and this one, combined, for all lanes of the warp that
    /// calls it: those of higher blocks in the round before, then those of lower blocks in this round.
    /// It waits until all of them are published, and only then combines: 32 neighbours, then the next
    /// 32, in the order of the array.
    __device__ Value all_of_others(unsigned tag, bool first_round) const {
        constexpr int PER_LANE = 5, AT_ONCE = PER_LANE * warp_size;
        const int me = blockIdx.x, blocks = gridDim.x, lane = threadIdx.x % warp_size;
        const int begin = first_round ? blocks : me + 1,
                  end = blocks + me; // from `blocks` on: of this round
        Value total = Operator::identity();
        for (int first = begin; first < end; first += AT_ONCE) {
            Words<Value> values[PER_LANE];
            bool missing;
            do {
                missing = false;
                unsigned long long read[PER_LANE]
                                       [WORDS]; // all are under way before the first is needed
#pragma unroll
                for (int i = 0; i < PER_LANE; ++i) {
                    const int other = first + lane + warp_size * i;
                    if (other >= end) continue;
                    const bool now = other >= blocks;
#pragma unroll
                    for (int w = 0; w < WORDS; ++w)
                        read[i][w] = load(place(tag - !now, now ? other - blocks : other, w));
                }
#pragma unroll
                for (int i = 0; i < PER_LANE; ++i) {
                    const int other = first + lane + warp_size * i;
                    values[i] = Words<Value>(Operator::identity());
                    if (other >= end) continue;
#pragma unroll
                    for (int w = 0; w < WORDS; ++w) {
                        missing |= static_cast<unsigned>(read[i][w] >> 32) != tag - (other < blocks);
                        values[i].words[w] = static_cast<unsigned>(read[i][w]);
                    }
                }
            } while (missing);
            __syncwarp();
            total = Operator::combine(total, combined(values));
        }
        return total;
    }

private:
    /// Combines 32 neighbours, then the next 32, or lane by lane if the order does not matter.
    template <int COUNT>
    __device__ static Value combined(const Words<Value> (&values)[COUNT]) {
        Value all = Operator::commutes ? values[0].value() : warp_total<Operator>(values[0].value());
#pragma unroll
        for (int i = 1; i < COUNT; ++i) {
            const Value next = values[i].value();
            all = Operator::combine(all, Operator::commutes ? next : warp_total<Operator>(next));
        }
        return Operator::commutes ? warp_total<Operator>(all) : all;
    }
    __device__ unsigned long long* place(unsigned tag, int block, int word) const {
        return row(tag) + word * (most_blocks / WORDS) + block;
    }
};

/// PersistentKernels for any operator. The workspace depends on the size of a value, and not on n.
template <class Operator>
struct OrderedKernels : PersistentKernels {
    static constexpr int WORDS = OrderedAggregates<Operator>::WORDS;

    static std::size_t workspace(long long) {
        return (1 + Aggregates::ROUNDS * WORDS) * sizeof(unsigned long long) * row_size();
    }
    static OrderedAggregates<Operator> aggregates(const Problem& p) {
        Aggregates all = PersistentKernels::aggregates(p);
        all.most_blocks *= WORDS;
        return {all};
    }
};

/// load_tiles() in order: the warp publishes what the tile's warps have found, and loads the next tile.
template <class Operator, class Shared>
__device__ __forceinline__ void
load_tiles_in_order(Shared& s, [[maybe_unused]] const typename Operator::Value* input,
                    const TilePartition& partition, const OrderedAggregates<Operator>& all,
                    [[maybe_unused]] CachePolicy policy) {
    const int lane = threadIdx.x % warp_size, rounds = partition.my_rounds();
    for (int r = 0; r < rounds; ++r) {
        s.summed[r % s.SLOTS].wait(r / s.SLOTS);
        const auto total =
            warp_total<Operator>(lane < s.WARPS ? s.sums[r % s.SLOTS][lane] : Operator::identity());
        if (lane == 0) all.publish(s.tag + r, total);
        s.known[r % s.SLOTS].arrive(); // as in load_tiles()
        if constexpr (requires { s.ring; })
            if (const int next = r + s.STAGES; lane == 0 && next < rounds)
                load_bulk(s.ring[next % s.STAGES], input + partition.start(next), partition.size(next),
                          s.arrived[next % s.STAGES], policy);
    }
}

/// look_back() in order.
template <class Operator, class Shared>
__device__ __forceinline__ void look_back_in_order(Shared& s, int turn, int turns,
                                                   const TilePartition& partition,
                                                   const OrderedAggregates<Operator>& all) {
    const int lane = threadIdx.x % warp_size, rounds = partition.my_rounds();
    for (int r = turn; r < rounds; r += turns) {
        const int slot = r % s.SLOTS, previous = (r - 1) % s.SLOTS;
        s.summed[slot].wait(r / s.SLOTS);
        const auto scanned =
            warp_inclusive<Operator>(lane < s.WARPS ? s.sums[slot][lane] : Operator::identity());
        const auto before_warp = exclusive_of<Operator>(scanned);
        auto before = all.all_of_others(s.tag + r, r == 0);
        if (r > 0) { // before all of those come this block's last tile and all tiles before it
            s.known[previous].wait((r - 1) / s.SLOTS);
            before = Operator::combine(s.inclusive[previous], before);
        }
        if (lane < s.WARPS) s.prefixes[slot][lane] = Operator::combine(before, before_warp);
        if (lane == warp_size - 1) s.inclusive[slot] = Operator::combine(before, scanned);
        s.known[slot].arrive(); // every lane, for what it has written
        if (partition.is_last(r)) all.end(s.tag + r);
    }
}

} // namespace scanlab
