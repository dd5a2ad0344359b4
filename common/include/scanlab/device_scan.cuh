/// \file
/// Scans of arrays of any size, for any operator, on lesson 08's look-back.
#pragma once

#include "device_call.cuh"
#include "look_back_of.cuh"
#include "operators.cuh"

namespace scanlab {

/// A function object as an operator on values of a type: `function(before, after)` has to be
/// associative. What is an operator already stays one.
template <class T, class Function, class = void>
struct OperatorOf {
    using Value = T;
    static constexpr bool commutes = false;
    Function function;
    __device__ T combine(const T& before, const T& after) const { return function(before, after); }
};
template <class T, class Operator>
struct OperatorOf<T, Operator, std::void_t<typename Operator::Value>> : Operator {
    static_assert(std::is_same_v<typename Operator::Value, T>,
                  "the operator has another type of values");
};

/// Any operator, beginning anew at each segment.
template <class T>
struct InSegment {
    T value;
    unsigned char begins[alignof(T)]; ///< the first is not 0 if a segment begins in it; no byte is left
};
template <class Operator>
struct BySegment {
    using Value = InSegment<typename Operator::Value>;
    static constexpr bool commutes = false;
    Operator op;
    __device__ Value combine(const Value& before, const Value& after) const {
        const bool begins = after.begins[0] != 0;
        return {begins ? after.value : op.combine(before.value, after.value),
                {begins || before.begins[0] != 0}};
    }
};

/// The elements of a scan by key: a segment begins where the key differs from the one before. For an
/// exclusive scan a segment begins with `first`, and each value belongs to the element after it.
template <bool EXCLUSIVE, class T, class Keys, class Values>
struct SegmentsByKey {
    Keys keys;
    Values values;
    T first;
    __device__ InSegment<T> operator[](std::size_t i) const {
        const bool begins = i == 0 || !(keys[i] == keys[i - 1]);
        if (!EXCLUSIVE) return {static_cast<T>(values[i]), {begins}};
        return {begins ? first : static_cast<T>(values[i - 1]), {begins}};
    }
};
template <class T>
struct ValuesOfSegments {
    T* values;
};

template <class T, class Value>
__device__ void put(T* output, std::size_t i, const Value& value) {
    output[i] = static_cast<T>(value);
}
template <class T, class Value>
__device__ void put(const ValuesOfSegments<T>& output, std::size_t i, const Value& value) {
    output.values[i] = value.value;
}

/// Reads a tile that is no array of aligned vectors: neighbouring lanes read neighbouring elements.
/// When all reads are under way, lanes exchange the elements of each row through `strip`, in shared
/// memory, which has room for a row of the warp.
template <class Tile, class In>
__device__ void load_by_lanes(Tile& tile, const In& in, std::size_t start, int size,
                              const typename Tile::Value& past_end, typename Tile::Value* strip) {
    using Value = typename Tile::Value;
    constexpr int PER_VECTOR = Tile::PER_VECTOR;
    const int lane = threadIdx.x % warp_size;
#pragma unroll
    for (int row = 0; row < Tile::rows_per_thread; ++row) {
        const int first = Tile::position(row) - lane * PER_VECTOR + lane;
#pragma unroll
        for (int k = 0; k < PER_VECTOR; ++k) {
            const int i = first + k * warp_size;
            tile.rows[row].items[k] = i < size ? static_cast<Value>(in[start + i]) : past_end;
        }
    }
#pragma unroll
    for (auto& row : tile.rows) {
#pragma unroll
        for (int k = 0; k < PER_VECTOR; ++k) strip[k * warp_size + lane] = row.items[k];
        __syncwarp();
#pragma unroll
        for (int k = 0; k < PER_VECTOR; ++k) row.items[k] = strip[lane * PER_VECTOR + k];
        __syncwarp();
    }
}

/// Writes a tile in the same way.
template <class Tile, class Out>
__device__ void store_by_lanes(const Tile& tile, const Out& out, std::size_t start, int size,
                               typename Tile::Value* strip) {
    const int lane = threadIdx.x % warp_size;
#pragma unroll
    for (int row = 0; row < Tile::rows_per_thread; ++row) {
        const int i = Tile::position(row) - lane * Tile::PER_VECTOR;
        auto& items = tile.rows[row].items;
#pragma unroll
        for (int k = 0; k < Tile::PER_VECTOR; ++k) strip[lane * Tile::PER_VECTOR + k] = items[k];
        __syncwarp();
#pragma unroll
        for (int k = lane; k < warp_size * Tile::PER_VECTOR; k += warp_size)
            if (i + k < size) put(out, start + i + k, strip[k]);
        __syncwarp();
    }
}

/// What precedes the array, if anything does.
template <class Value>
struct Start {
    Value value;
    bool is_there;
};

/// Lesson 08's kernel. An exclusive scan has a start.
template <bool EXCLUSIVE, int BLOCK, int ROWS, int PER_ROW, class Operator, class In, class Out>
__global__ void __launch_bounds__(BLOCK)
    look_back_scan(In in, Out out, long long n, Descriptors<Operator> descriptors, unsigned* tickets,
                   Operator op, Start<typename Operator::Value> start) {
    using Tile = TileOf<Operator, BLOCK, ROWS, PER_ROW>;
    using Value = typename Operator::Value;
    constexpr int WARPS = BLOCK / warp_size;
    __shared__ unsigned ticket;
    __shared__ Room<Value> for_prefixes[WARPS], for_strips[WARPS][warp_size * Tile::PER_VECTOR];
    const int warp = threadIdx.x / warp_size, lane = threadIdx.x % warp_size;
    auto* const prefixes = reinterpret_cast<Value*>(for_prefixes); // first the totals of warps
    auto* const strip = reinterpret_cast<Value*>(for_strips[warp]);

    if (threadIdx.x == 0) ticket = atomicAdd(tickets, 1u);
    __syncthreads();
    const long long tile = ticket, first = tile * Tile::items;
    const auto size = static_cast<int>(min(static_cast<long long>(Tile::items), n - first));

    // Reduce. Only the last tile can be short: whatever value stands in its gaps, nobody needs its sum.
    Tile items;
    constexpr bool array_in = Tile::fills_vectors && std::is_same_v<In, const Value*>;
    constexpr bool array_out = Tile::fills_vectors && std::is_same_v<Out, Value*>;
    const auto past_end = static_cast<Value>(in[first]);
    bool is_loaded = false;
    if constexpr (array_in)
        if (is_aligned(in, 16)) {
            items.load(in + first, size, past_end);
            is_loaded = true;
        }
    if (!is_loaded) load_by_lanes(items, in, first, size, past_end, strip);
    const Value total = items.total(op);
    if (lane == 0) prefixes[warp] = total;
    __syncthreads();

    // Look back.
    const bool has_before = tile > 0 || start.is_there;
    if (warp == 0) {
        const Value scanned = warp_inclusive(lane < WARPS ? prefixes[lane] : total, op);
        const Value aggregate = value_of_lane(scanned, WARPS - 1);
        Value before = start.value;
        if (tile > 0) {
            if (lane == 0) descriptors.publish(tile, descriptors.aggregate, aggregate);
            before = descriptors.look_back(tile, op);
        }
        if (lane == 0)
            descriptors.publish(tile, descriptors.prefix,
                                has_before ? op.combine(before, aggregate) : aggregate);
        Value before_warp = value_before(scanned, 1);
        if (has_before) before_warp = lane == 0 ? before : op.combine(before, before_warp);
        if (lane < WARPS) prefixes[lane] = before_warp;
    }

    // Scan.
    items.scan(op);
    __syncthreads();
    const Value prefix = prefixes[warp];
    if (has_before || warp > 0) items.put_before(prefix, op);
    if constexpr (EXCLUSIVE) items.shift(prefix);
    if constexpr (array_out)
        if (is_aligned(out, 16)) {
            items.store(out + first, size);
            return;
        }
    store_by_lanes(items, out, first, size, strip);
}

/// The common part of all scans: n elements of `in` to `out`, if the arrays are valid. A thread has
/// ROWS runs of PER_ROW elements of a tile.
template <bool EXCLUSIVE, int ROWS, int PER_ROW, class Operator, class In, class Out>
cudaError_t call_scan_of_rows(void* storage, std::size_t& bytes, In in, Out out, std::size_t n,
                              bool is_valid, Operator op, Start<typename Operator::Value> start,
                              cudaStream_t stream) {
    constexpr int BLOCK = block_of_calls;
    const long long tiles = ceil_div(static_cast<long long>(n), BLOCK * ROWS * PER_ROW);
    const std::size_t needed = sizeof(long long) + Descriptors<Operator>::bytes(tiles);
    is_valid = n == 0 || (is_valid && tiles <= 0x7fffffff);
    return call_with_storage(storage, bytes, needed, needed, is_valid, stream, [&] {
        auto* const words = static_cast<unsigned long long*>(storage);
        if (n > 0)
            look_back_scan<EXCLUSIVE, BLOCK, ROWS, PER_ROW>
                <<<static_cast<unsigned>(tiles), BLOCK, 0, stream>>>(
                    in, out, static_cast<long long>(n), Descriptors<Operator>{words + 1, tiles},
                    static_cast<unsigned*>(storage), op, start);
    });
}

/// The same with tiles that suit the elements. Of an array a thread has rows of 16 bytes, which it can
/// load at once. Of other elements it has one row, because each row takes a scan of the warp. That row
/// has an odd number of elements, so that lanes meet in no bank. Short arrays have shorter tiles,
/// because otherwise too few blocks would work.
template <bool EXCLUSIVE, class Operator, class In, class Out>
cudaError_t call_scan(void* storage, std::size_t& bytes, In in, Out out, std::size_t n, bool is_valid,
                      Operator op, Start<typename Operator::Value> start, cudaStream_t stream) {
    constexpr int SIZE = sizeof(typename Operator::Value), FEW = block_of_calls / 8; // tiles
    constexpr bool VECTORS = 16 % SIZE == 0 && std::is_pointer_v<In>;
    constexpr int ROWS = !VECTORS ? 1 : SIZE < 4 ? 2 * SIZE : 8, SHORT = (ROWS + 3) / 4;
    constexpr int ODD = SIZE < 8 ? 15 : (120 / SIZE - 1) | 1;
    constexpr int PER_ROW = VECTORS ? 16 / SIZE : ODD, PER_SHORT = VECTORS ? PER_ROW : (ODD / 4) | 1;
    if (n < static_cast<std::size_t>(FEW * block_of_calls * ROWS * PER_ROW))
        return call_scan_of_rows<EXCLUSIVE, SHORT, PER_SHORT>(storage, bytes, in, out, n, is_valid, op,
                                                              start, stream);
    return call_scan_of_rows<EXCLUSIVE, ROWS, PER_ROW>(storage, bytes, in, out, n, is_valid, op, start,
                                                       stream);
}

/// The common part of scans of T by key.
template <bool EXCLUSIVE, class Keys, class In, class T, class Operator>
cudaError_t call_scan_by_key(void* storage, std::size_t& bytes, Keys keys, In in, T* out, std::size_t n,
                             Operator op, T first, cudaStream_t stream) {
    using Pairs = BySegment<Operator>;
    const bool is_apart = EXCLUSIVE ? !overlap(in, out, n) : same_or_apart(in, out, n);
    const bool is_valid =
        is_usable(keys) && is_usable(in) && is_usable(out) && is_apart && !overlap(keys, out, n);
    return call_scan<false>(storage, bytes, SegmentsByKey<EXCLUSIVE, T, Keys, In>{keys, in, first},
                            ValuesOfSegments<T>{out}, n, is_valid, Pairs{op},
                            Start<typename Pairs::Value>{}, stream);
}

/// \name Scans
/// Each writes n values to `out`, which may be `in` itself. `in` is an array, or anything with an
/// operator[] for the device; its elements are converted to T, of at most 16 bytes. `op` is an operator
/// as in operators.cuh, or a function object that takes two values, the earlier one first, and returns
/// their combination. It has to be associative, and need not commute. `storage` and `bytes` are as in
/// call_with_storage(). The functions only start the work, in `stream`, and return the error of that.
/// @{

/// out[i] = in[0] op … op in[i]
template <class In, class T, class Op>
cudaError_t inclusive_scan(void* storage, std::size_t& bytes, In in, T* out, std::size_t n, Op op,
                           cudaStream_t stream = nullptr) {
    const auto input = as_input(in);
    const bool is_valid = is_usable(input) && is_usable(out) && same_or_apart(input, out, n);
    return call_scan<false>(storage, bytes, input, out, n, is_valid, OperatorOf<T, Op>{op}, Start<T>{},
                            stream);
}

/// out[i] = first op in[0] op … op in[i - 1]
template <class In, class T, class Op>
cudaError_t exclusive_scan(void* storage, std::size_t& bytes, In in, T* out, std::size_t n, Op op,
                           std::type_identity_t<T> first, cudaStream_t stream = nullptr) {
    const auto input = as_input(in);
    const bool is_valid = is_usable(input) && is_usable(out) && same_or_apart(input, out, n);
    return call_scan<true>(storage, bytes, input, out, n, is_valid, OperatorOf<T, Op>{op},
                           Start<T>{first, true}, stream);
}

/// inclusive_scan() that begins anew where keys[i] == keys[i - 1] does not hold. `out` must not overlap
/// the keys, because blocks still read them when others write.
template <class Keys, class In, class T, class Op>
cudaError_t inclusive_scan_by_key(void* storage, std::size_t& bytes, Keys keys, In in, T* out,
                                  std::size_t n, Op op, cudaStream_t stream = nullptr) {
    return call_scan_by_key<false>(storage, bytes, as_input(keys), as_input(in), out, n,
                                   OperatorOf<T, Op>{op}, T{}, stream);
}

/// exclusive_scan() that begins anew, with `first`, where the key changes. `out` must overlap neither
/// the keys nor `in`, because blocks still read both when others write.
template <class Keys, class In, class T, class Op>
cudaError_t exclusive_scan_by_key(void* storage, std::size_t& bytes, Keys keys, In in, T* out,
                                  std::size_t n, Op op, std::type_identity_t<T> first,
                                  cudaStream_t stream = nullptr) {
    return call_scan_by_key<true>(storage, bytes, as_input(keys), as_input(in), out, n,
                                  OperatorOf<T, Op>{op}, first, stream);
}
/// @}

} // namespace scanlab
