/// \file
/// Radix sort of arrays of any size, of keys alone or with values: lesson 14's one sweep per pass.
#pragma once

#include "device_call.cuh"
#include "digits.cuh"
#include "overlapping_launch.cuh"

#include <cstring>

namespace scanlab {

/// Threads of a block, of which two fit on a multiprocessor.
constexpr int block_of_sorts = 2 * block_of_calls;

/// What stands for values if there are none.
struct NoValue {};

/// One digit of a key: so many bits from `shift` on. The digits of keys have the order of the keys.
template <class Key>
struct DigitOf {
    static_assert(std::is_arithmetic_v<Key>, "keys are integers or floating-point numbers");
    using Bits = std::conditional_t<sizeof(Key) == 8, unsigned long long, unsigned>;
    static constexpr int BITS = 8 * sizeof(Key);
    static constexpr Bits sign = Bits{1} << (BITS - 1), ones = sign | (sign - 1);
    static constexpr bool has_sign = std::is_signed_v<Key>;

    int shift;
    unsigned mask;

    __device__ int of(Key key) const {
        Bits bits = 0;
        std::memcpy(&bits, &key, sizeof key);
        if constexpr (std::is_floating_point_v<Key>) { // -0 counts as 0
            const bool is_negative = bits > sign;
            bits = is_negative ? ones ^ bits : bits | sign;
        } else if constexpr (has_sign) {
            bits ^= sign;
        }
        return static_cast<int>(static_cast<unsigned>(bits >> shift) & mask);
    }

    /// The key of which every digit is the largest.
    __device__ static Key largest() {
        const Bits bits = has_sign ? ones ^ sign : ones;
        Key key;
        std::memcpy(&key, &bits, sizeof key);
        return key;
    }
};

/// The digit of a pass over bits from begin_bit to end_bit.
template <class Key>
__host__ __device__ DigitOf<Key> digit_of_pass(int pass, int begin_bit, int end_bit) {
    const int shift = begin_bit + pass * radix_bits, bits = end_bit - shift;
    return {shift, bits < radix_bits ? (1u << bits) - 1 : radix - 1u};
}

/// What all blocks of a sort share besides descriptors, in whole lines of the cache.
struct alignas(128) ForPasses {
    static constexpr int MOST = 8;          // passes
    unsigned long long before[MOST][radix]; // how many keys have a smaller digit
    unsigned tickets[MOST];                 // of tiles, so that earlier ones have begun
};

/// Adds to before[pass][d] how many of the block's keys have a smaller digit than d in that pass.
template <int BLOCK, int PASSES, class Key>
__global__ void __launch_bounds__(BLOCK)
    count_digits(const Key* keys, long long n, int begin_bit, int end_bit, ForPasses* passes) {
    constexpr int COLUMNS = 32 / PASSES; // so that fewer lanes add to one address
    __shared__ int counts[PASSES][radix][COLUMNS];
    for (int i = threadIdx.x; i < PASSES * radix * COLUMNS; i += BLOCK) (&counts[0][0][0])[i] = 0;
    wait_for_kernels_before();
    __syncthreads();

    const auto digit = [=](int pass) { return digit_of_pass<Key>(pass, begin_bit, end_bit); };
    const int used = (end_bit - begin_bit + radix_bits - 1) / radix_bits;
    const long long threads = gridDim.x * static_cast<long long>(BLOCK);
#pragma unroll 4
    for (long long i = blockIdx.x * static_cast<long long>(BLOCK) + threadIdx.x; i < n; i += threads) {
        const Key key = keys[i];
#pragma unroll
        for (int pass = 0; pass < PASSES; ++pass)
            if (pass < used) atomicAdd(&counts[pass][digit(pass).of(key)][threadIdx.x % COLUMNS], 1);
    }
    __syncthreads();

    const OwnDigits<BLOCK> digits;
    for (int pass = 0; pass < used; ++pass) {
        const auto sum = [&](int d) {
            int all = 0;
#pragma unroll
            for (int column = 0; column < COLUMNS; ++column)
                all += counts[pass][d][(column + threadIdx.x) % COLUMNS];
            return all;
        };
        int own = 0;
        for (int d = digits.first; d < digits.end; ++d) own += sum(d);
        int smaller = block_exclusive_scan<BLOCK>(own);
        for (int d = digits.first; d < digits.end; smaller += sum(d++))
            atomicAdd(&passes->before[pass][d], static_cast<unsigned long long>(smaller));
        __syncthreads(); // the next scan uses the same memory
    }
}

/// How many keys a thread has: with more of them runs are longer, and fewer registers are left.
template <class Key, class Value>
constexpr int items_of_sort = [] {
    constexpr int key = sizeof(Key), value = std::is_same_v<Value, NoValue> ? 0 : sizeof(Value);
    constexpr int larger = key > value ? key : value;
    if (larger <= 4) return value == 0 ? 22 : 16;
    if (larger <= 8) return value == 0 ? 14 : key + value <= 12 ? 12 : 10;
    return 10;
}();

/// The shared memory of a block: a tile of keys, and then of values.
template <class Key, class Value, int BLOCK, int ITEMS>
struct SortRoom {
    static constexpr int WARPS = BLOCK / warp_size, TILE = BLOCK * ITEMS;
    union Staged {
        Room<Key> keys[TILE];     ///< the sorted tile
        Room<Value> values[TILE]; ///< its values, when the keys have left
    } staged;
    int places[WARPS][radix]; // first counts, then the places of a warp's first keys
    long long run[radix];     // key i of the sorted tile, if its digit is d, goes to run[d] + i
    unsigned tile;
};

/// Lesson 14's pass. Values follow their keys.
template <int BLOCK, int ITEMS, class Key, class Value>
__global__ void __launch_bounds__(BLOCK, BLOCK == 512 ? 2 : 1)
    sort_pass(const Key* keys_in, Key* keys_out, const Value* values_in, Value* values_out, long long n,
              DigitOf<Key> digit, int pass, ForPasses* passes, DigitDescriptor* descriptors,
              DigitDescriptor* next_descriptors) {
    using S = SortRoom<Key, Value, BLOCK, ITEMS>;
    constexpr bool has_values = !std::is_same_v<Value, NoValue>;
    extern __shared__ int4 for_sort[];
    S& s = *reinterpret_cast<S*>(for_sort);
    auto* const staged = reinterpret_cast<Key*>(s.staged.keys);
    const int warp = threadIdx.x / warp_size, lane = threadIdx.x % warp_size;
    for (int d = lane; d < radix; d += warp_size) s.places[warp][d] = 0;
    wait_for_kernels_before();
    if (threadIdx.x == 0) s.tile = atomicAdd(&passes->tickets[pass], 1u);
    __syncthreads();
    const long long tile = s.tile, start = tile * S::TILE;
    const int size = static_cast<int>(min(static_cast<long long>(S::TILE), n - start));
    let_next_kernel_begin();

    // Rank the keys in their warps. Two ranks share a register.
    Key keys[ITEMS];
    unsigned ranks[ITEMS / 2]{};
    const auto rank = [&](int row) { return ranks[row / 2] >> (row % 2 * 16) & 0xffff; };
    const auto set_rank = [&](int row, unsigned r) {
        ranks[row / 2] = row % 2 == 0 ? r : (ranks[row / 2] & 0xffff) | r << 16;
    };
    const int first = warp * warp_size * ITEMS + lane;
#pragma unroll
    for (int row = 0; row < ITEMS; ++row) {
        const int i = first + row * warp_size;
        keys[row] = i < size ? keys_in[start + i] : DigitOf<Key>::largest();
    }
    const unsigned lanes_before = (1u << lane) - 1;
#pragma unroll
    for (int row = 0; row < ITEMS; ++row) {
        const int d = digit.of(keys[row]);
        int& count = s.places[warp][d];
        const unsigned same = lanes_with_digit(d);
        const int rows_before = count, in_row = __popc(same & lanes_before);
        set_rank(row, rows_before + in_row);
        __syncwarp(); // all have read the count before one of them changes it
        if (in_row == 0) count = rows_before + __popc(same);
        __syncwarp();
    }
    __syncthreads();

    // Publish the tile's counts, and scan them, by digit first and then by warp.
    const OwnDigits<BLOCK> digits;
    int own = 0;
    for (int d = digits.first; d < digits.end; ++d) {
        int count = 0;
        for (int w = 0; w < S::WARPS; ++w) count += s.places[w][d];
        descriptors[tile * radix + d].publish(DigitDescriptor::aggregate, count);
        next_descriptors[tile * radix + d].word = 0;
        own += count;
    }
    int place = block_exclusive_scan<BLOCK>(own);
    for (int d = digits.first; d < digits.end; ++d)
        for (int w = 0; w < S::WARPS; ++w) {
            const int count = s.places[w][d];
            s.places[w][d] = place;
            place += count;
        }
    __syncthreads();

    // Sort the tile in shared memory, and look back.
#pragma unroll
    for (int row = 0; row < ITEMS; ++row) {
        const unsigned to = s.places[warp][digit.of(keys[row])] + rank(row);
        staged[to] = keys[row];
        if (has_values) ranks[row / 2] += (to - rank(row)) << (row % 2 * 16);
    }
    for (int d = digits.first; d < digits.end; ++d) {
        const int here = s.places[0][d], end = d + 1 < radix ? s.places[0][d + 1] : S::TILE;
        const long long earlier = look_back(descriptors, tile, d);
        descriptors[tile * radix + d].publish(DigitDescriptor::prefix, earlier + end - here);
        s.run[d] = static_cast<long long>(passes->before[pass][d]) + earlier - here;
    }
    __syncthreads();

    // Scatter: keys of one digit are a run, in the tile and in the output. Four digits share a
    // register.
    unsigned digits_of_rows[(ITEMS + 3) / 4]{};
#pragma unroll
    for (int row = 0; row < ITEMS; ++row)
        if (const int i = row * BLOCK + threadIdx.x; i < size) {
            const Key key = staged[i];
            const int d = digit.of(key);
            keys_out[s.run[d] + i] = key;
            if (has_values) digits_of_rows[row / 4] |= static_cast<unsigned>(d) << (row % 4 * 8);
        }
    if constexpr (has_values) {
        constexpr int AT_ONCE = sizeof(Value) <= 8 ? ITEMS : ITEMS / 2; // so many stay in registers
        auto* const staged_values = reinterpret_cast<Value*>(s.staged.values);
#pragma unroll
        for (int begin = 0; begin < ITEMS; begin += AT_ONCE) {
            Value values[AT_ONCE];
#pragma unroll
            for (int k = 0; k < AT_ONCE; ++k)
                if (const int i = first + (begin + k) * warp_size; i < size)
                    values[k] = values_in[start + i];
            if (begin == 0) __syncthreads(); // all keys of the tile are written
#pragma unroll
            for (int k = 0; k < AT_ONCE; ++k)
                if (first + (begin + k) * warp_size < size) staged_values[rank(begin + k)] = values[k];
        }
        __syncthreads();
#pragma unroll
        for (int row = 0; row < ITEMS; ++row)
            if (const int i = row * BLOCK + threadIdx.x; i < size)
                values_out[s.run[digits_of_rows[row / 4] >> (row % 4 * 8) & 0xff] + i] =
                    staged_values[i];
    }
}

/// The common part of all sorts, of the bits from begin_bit to end_bit.
template <class Key, class Value>
cudaError_t call_sort(void* storage, std::size_t& bytes, const Key* keys_in, Key* keys_out,
                      const Value* values_in, Value* values_out, std::size_t n, int begin_bit,
                      int end_bit, cudaStream_t stream) {
    constexpr int BLOCK = block_of_sorts, ITEMS = items_of_sort<Key, Value>, PASSES = sizeof(Key);
    static_assert(std::is_trivially_copyable_v<Value> && sizeof(Value) <= 16,
                  "values are 1 to 16 bytes");
    constexpr bool has_values = !std::is_same_v<Value, NoValue>;
    using S = SortRoom<Key, Value, BLOCK, ITEMS>;
    const auto count = static_cast<long long>(n);
    const long long tiles = ceil_div(count, S::TILE);
    const int passes = static_cast<int>(ceil_div(end_bit - begin_bit, radix_bits));
    const auto lines = [](std::size_t size) { return (size + 127) / 128 * 128; };
    const std::size_t of_pass = tiles * radix * sizeof(DigitDescriptor);
    const std::size_t zeros = sizeof(ForPasses) + of_pass;
    const std::size_t for_keys = passes > 1 ? lines(n * sizeof(Key)) : 0;
    const std::size_t for_values = passes > 1 && has_values ? n * sizeof(Value) : 0;
    const std::size_t needed = zeros + of_pass + for_keys + for_values;
    const bool is_valid = begin_bit >= 0 && begin_bit <= end_bit && end_bit <= DigitOf<Key>::BITS &&
                          (n == 0 || (is_usable(keys_in) && is_usable(keys_out) &&
                                      !overlap(keys_in, keys_out, n) && tiles <= 0x7fffffff &&
                                      (!has_values || (is_usable(values_in) && is_usable(values_out) &&
                                                       !overlap(values_in, values_out, n)))));
    return call_with_storage(storage, bytes, needed, zeros, is_valid, stream, [&] {
        if (n == 0) return;
        if (passes == 0) {
            cudaMemcpyAsync(keys_out, keys_in, n * sizeof(Key), cudaMemcpyDeviceToDevice, stream);
            if (has_values)
                cudaMemcpyAsync(values_out, values_in, n * sizeof(Value), cudaMemcpyDeviceToDevice,
                                stream);
            return;
        }
        auto* const memory = static_cast<char*>(storage);
        auto* const shared = static_cast<ForPasses*>(storage);
        auto* const words = reinterpret_cast<DigitDescriptor*>(shared + 1);
        auto* const other_keys = reinterpret_cast<Key*>(memory + zeros + of_pass);
        auto* const other_values = reinterpret_cast<Value*>(memory + zeros + of_pass + for_keys);
        DigitDescriptor* const of_passes[2] = {words, words + tiles * radix};
        const int at_once = 4 * device_attribute<cudaDevAttrMultiProcessorCount>();
        launch_overlapping(
            count_digits<BLOCK, PASSES, Key>,
            {.blocks = static_cast<int>(min(tiles, static_cast<long long>(at_once))), .threads = BLOCK},
            stream, keys_in, count, begin_bit, end_bit, shared);
        for (int pass = 0; pass < passes; ++pass) { // the last one writes the output
            const bool to_other = (passes - pass) % 2 == 0;
            Key* const keys_to = to_other ? other_keys : keys_out;
            Value* const values_to = to_other ? other_values : values_out;
            launch_overlapping(
                sort_pass<BLOCK, ITEMS, Key, Value>,
                {.blocks = static_cast<int>(tiles), .threads = BLOCK, .shared_bytes = sizeof(S)},
                stream, keys_in, keys_to, values_in, values_to, count,
                digit_of_pass<Key>(pass, begin_bit, end_bit), pass, shared, of_passes[pass % 2],
                of_passes[(pass + 1) % 2]);
            keys_in = keys_to;
            values_in = values_to;
        }
    });
}

/// \name Sorts
/// Each writes the n keys in ascending order to `keys_out`. Equal keys keep their order. Keys are
/// integers or floating-point numbers of up to 8 bytes, and -0 equals 0. As in CUB, only bits from
/// `begin_bit` to before `end_bit` count. The output must not overlap the input. The rest is as for
/// scans.
/// @{

/// Sorts keys.
template <class Key>
cudaError_t sort_keys(void* storage, std::size_t& bytes, const Key* keys_in, Key* keys_out,
                      std::size_t n, int begin_bit = 0, int end_bit = 8 * sizeof(Key),
                      cudaStream_t stream = nullptr) {
    return call_sort<Key, NoValue>(storage, bytes, keys_in, keys_out, nullptr, nullptr, n, begin_bit,
                                   end_bit, stream);
}

/// Sorts keys, and moves each value, of 1 to 16 bytes, with its key.
template <class Key, class Value>
cudaError_t sort_pairs(void* storage, std::size_t& bytes, const Key* keys_in, Key* keys_out,
                       const Value* values_in, Value* values_out, std::size_t n, int begin_bit = 0,
                       int end_bit = 8 * sizeof(Key), cudaStream_t stream = nullptr) {
    return call_sort(storage, bytes, keys_in, keys_out, values_in, values_out, n, begin_bit, end_bit,
                     stream);
}
/// @}

} // namespace scanlab
