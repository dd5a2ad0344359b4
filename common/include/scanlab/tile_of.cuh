/// \file
/// Lesson 04's scans of a warp and lesson 05's tiles, for any operator (see operators.cuh), which may
/// be an object with a state. All of them combine in an order that depends on nothing but the places of
/// the values.
#pragma once

#include "warp_size.hpp"

#include <cuda_runtime.h>

#include <cstring>
#include <type_traits>

namespace scanlab {

/// A value as words of 32 bits, because shuffles and messages carry such words.
template <class T>
struct Words {
    static_assert(std::is_trivially_copyable_v<T>, "a value has to be nothing but its bytes");
    static constexpr int COUNT = (sizeof(T) + 3) / 4;
    unsigned words[COUNT];

    Words() = default;
    __device__ explicit Words(const T& value) {
        if constexpr (sizeof(T) % 4 != 0) words[COUNT - 1] = 0; // the value does not fill it
        std::memcpy(words, &value, sizeof value);
    }
    __device__ T value() const {
        T v;
        std::memcpy(&v, words, sizeof v);
        return v;
    }
};

/// Calls `shuffle(word)` for all words of a value. All lanes of the warp call it.
template <class T, class Shuffle>
__device__ T shuffle_words(const T& value, Shuffle shuffle) {
    Words<T> all(value);
#pragma unroll
    for (unsigned& word : all.words) word = shuffle(word);
    return all.value();
}

/// The value of the lane `distance` before this one, or this lane's own value if there is no such lane.
template <class T>
__device__ T value_before(const T& value, int distance) {
    return shuffle_words(value, [=](unsigned w) { return __shfl_up_sync(all_lanes, w, distance); });
}

template <class T>
__device__ T value_of_lane(const T& value, int lane) {
    return shuffle_words(value, [=](unsigned w) { return __shfl_sync(all_lanes, w, lane); });
}

/// All values of the lanes up to this one, combined: Hillis and Steele's steps.
template <class Operator>
__device__ typename Operator::Value warp_inclusive(typename Operator::Value value,
                                                   const Operator& op = {}) {
    const int lane = threadIdx.x % warp_size;
#pragma unroll
    for (int distance = 1; distance < warp_size; distance *= 2) {
        const auto before = value_before(value, distance);
        if (lane >= distance) value = op.combine(before, value);
    }
    return value;
}

/// The values of the lanes before this one, combined, given those up to it. (Subtracting the lane's own
/// value would give another result if values are rounded.)
template <class Operator>
__device__ typename Operator::Value exclusive_of(typename Operator::Value inclusive) {
    const auto before = value_before(inclusive, 1);
    return threadIdx.x % warp_size == 0 ? Operator::identity() : before;
}

/// All values of the warp, combined, for each of its lanes: neighbours first, then pairs, and so on.
template <class Operator>
__device__ typename Operator::Value warp_total(typename Operator::Value value,
                                               const Operator& op = {}) {
#pragma unroll
    for (int distance = 1; distance < warp_size; distance *= 2) {
        const auto other =
            shuffle_words(value, [=](unsigned w) { return __shfl_xor_sync(all_lanes, w, distance); });
        const bool is_after = threadIdx.x % warp_size & distance;
        value = is_after ? op.combine(other, value) : op.combine(value, other);
    }
    return value;
}

/// Tile (see tile.cuh) for any operator: BLOCK × VECTORS vectors in the registers of a block. A vector
/// has as many values as fill 16 bytes, or any other number, which cannot be loaded at once.
template <class Operator, int BLOCK, int VECTORS,
          int VECTOR = 16 / static_cast<int>(sizeof(typename Operator::Value))>
struct TileOf {
    using Value = typename Operator::Value;
    static constexpr int PER_VECTOR = VECTOR;
    static constexpr bool fills_vectors = PER_VECTOR * sizeof(Value) == 16;
    static constexpr int rows_per_thread = VECTORS, items_per_thread = VECTORS * PER_VECTOR;
    static constexpr int items = BLOCK * items_per_thread;

    struct alignas(fills_vectors ? 16 : alignof(Value)) Vector {
        Value items[PER_VECTOR];
    };
    Vector rows[VECTORS];

    __device__ static int position(int row) {
        const int warp = threadIdx.x / warp_size, lane = threadIdx.x % warp_size;
        return ((warp * VECTORS + row) * warp_size + lane) * PER_VECTOR;
    }

    /// Reads the elements of a tile, which has `size` of them, and puts a value after its end. The tile
    /// is aligned to 16 bytes.
    __device__ void load(const Value* tile, int size, Value past_end = Operator::identity()) {
        static_assert(fills_vectors, "values have to fill a vector of 16 bytes");
#pragma unroll
        for (int row = 0; row < VECTORS; ++row) {
            const int i = position(row);
            if (i + PER_VECTOR <= size) {
                rows[row] = *reinterpret_cast<const Vector*>(tile + i);
                continue;
            }
#pragma unroll
            for (int k = 0; k < PER_VECTOR; ++k)
                rows[row].items[k] = i + k < size ? tile[i + k] : past_end;
        }
    }

    /// Writes them with a hint for the cache, because nobody reads them soon.
    __device__ void store(Value* tile, int size) const {
#pragma unroll
        for (int row = 0; row < VECTORS; ++row) {
            const int i = position(row);
            if (i + PER_VECTOR <= size) {
                int4 bits;
                std::memcpy(&bits, &rows[row], sizeof bits);
                __stcs(reinterpret_cast<int4*>(tile + i), bits);
                continue;
            }
#pragma unroll
            for (int k = 0; k < PER_VECTOR; ++k)
                if (i + k < size) tile[i + k] = rows[row].items[k];
        }
    }

    /// Combines the elements of the warp, for all of its lanes, in the array's order if that order
    /// matters.
    __device__ Value total(const Operator& op = {}) const {
        if constexpr (Operator::commutes) {
            Value own = of_thread(rows[0], op);
#pragma unroll
            for (int row = 1; row < VECTORS; ++row) own = op.combine(own, of_thread(rows[row], op));
            return warp_total(own, op);
        } else {
            Value all = warp_total(of_thread(rows[0], op), op);
#pragma unroll
            for (int row = 1; row < VECTORS; ++row)
                all = op.combine(all, warp_total(of_thread(rows[row], op), op));
            return all;
        }
    }

    /// Replaces every element by the combination of its warp's elements up to it: in a thread, in a
    /// warp, from row to row, always in this order. Returns the combination of all of them.
    __device__ Value scan(const Operator& op = {}) {
        const int lane = threadIdx.x % warp_size;
        Value before_row{}; // of row 0 there is none
#pragma unroll
        for (int row = 0; row < VECTORS; ++row) {
            auto& items = rows[row].items;
#pragma unroll
            for (int k = 1; k < PER_VECTOR; ++k) items[k] = op.combine(items[k - 1], items[k]);
            const Value scanned = warp_inclusive(items[PER_VECTOR - 1], op);
            Value before = value_before(scanned, 1);
            if (row > 0) before = lane == 0 ? before_row : op.combine(before_row, before);
            if (row > 0 || lane > 0)
#pragma unroll
                for (Value& item : items) item = op.combine(before, item);
            const Value of_row = value_of_lane(scanned, warp_size - 1);
            before_row = row == 0 ? of_row : op.combine(before_row, of_row);
        }
        return before_row;
    }

    /// Combines the same prefix with every element, which comes after it.
    __device__ void put_before(const Value& prefix, const Operator& op = {}) {
#pragma unroll
        for (Vector& row : rows)
#pragma unroll
            for (Value& item : row.items) item = op.combine(prefix, item);
    }

    /// Replaces every element by the one before it in the warp's part of the tile, the first by
    /// `before`.
    __device__ void shift(Value before) {
#pragma unroll
        for (Vector& row : rows) {
            const Value last = row.items[PER_VECTOR - 1], other = value_before(last, 1);
#pragma unroll
            for (int k = PER_VECTOR - 1; k > 0; --k) row.items[k] = row.items[k - 1];
            row.items[0] = threadIdx.x % warp_size == 0 ? before : other;
            before = value_of_lane(last, warp_size - 1);
        }
    }

private:
    __device__ static Value of_thread(const Vector& row, const Operator& op) {
        Value all = row.items[0];
#pragma unroll
        for (int k = 1; k < PER_VECTOR; ++k) all = op.combine(all, row.items[k]);
        return all;
    }
};

} // namespace scanlab
