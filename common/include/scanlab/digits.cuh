/// \file
/// What radix sorts are made of, lesson 14's and those of scanlab.cuh: digits, the lanes that have the
/// same one, and what tiles tell each other of how many keys have it.
#pragma once

#include "collectives.cuh"

#include <cuda/atomic>

namespace scanlab {

constexpr int radix_bits = for_picture ? 2 : 8; ///< of a digit: 1, 2, 4 or 8
constexpr int radix = 1 << radix_bits;          ///< how many digits there are

/// The digits that a thread looks after: with fewer threads than digits, some neighbouring ones.
template <int BLOCK>
struct OwnDigits {
    static constexpr int COUNT = radix > BLOCK ? radix / BLOCK : 1;
    const int first = threadIdx.x * COUNT;
    const int end = first + COUNT < radix ? first + COUNT : radix; // not after first: it has none
};

/// The lanes whose keys have the same digit. As lanes_with(), but the compiler may not know where a bit
/// comes from. Otherwise it takes the bit out of the digit twice, once for the vote and once to combine
/// it, and a bit costs seven instructions instead of four.
__device__ __forceinline__ unsigned lanes_with_digit(int digit) {
    unsigned others = 0;
#pragma unroll
    for (int bit = 0; bit < radix_bits; ++bit) {
        int one = digit & (1 << bit);
        asm volatile("" : "+r"(one));
        const unsigned ones = __ballot_sync(all_lanes, one != 0);
        others |= one != 0 ? ~ones : ones;
    }
    return ~others & (all_lanes >> (32 - warp_size));
}

/// What a tile publishes of a digit: a status above 62 bits of a count of keys. All are 0 before a
/// pass.
struct DigitDescriptor {
    using Word = unsigned long long;
    using Published = cuda::atomic_ref<Word, cuda::thread_scope_device>;
    enum Status : Word { empty, aggregate, prefix }; ///< of the tile; of all tiles up to its end
    static constexpr int count_bits = 62;
    Word word;

    __device__ void publish(Status status, long long count) {
        Published(word).store(status << count_bits | static_cast<Word>(count),
                              cuda::memory_order_relaxed);
    }
    __device__ Word load() { return Published(word).load(cuda::memory_order_relaxed); }
};

/// How many keys of digit d the tiles before this one have. One thread looks back, and asks four tiles
/// at once, because an answer takes long. (Merrill, Garland, 2016: the decoupled look-back.)
__device__ inline long long look_back(DigitDescriptor* descriptors, long long tile, int d) {
    using D = DigitDescriptor;
    constexpr int AT_ONCE = 4;
    long long keys = 0;
    for (long long nearest = tile - 1;;) {
        D::Word seen[AT_ONCE];
#pragma unroll
        for (int i = 0; i < AT_ONCE; ++i)
            seen[i] = nearest < i ? D::Word{D::prefix} << D::count_bits // nothing precedes tile 0
                                  : descriptors[(nearest - i) * radix + d].load();
#pragma unroll
        for (int i = 0; i < AT_ONCE; ++i) {
            const D::Word status = seen[i] >> D::count_bits;
            if (status == D::empty) break; // ask again, from this tile on
            keys += static_cast<long long>(seen[i] ^ status << D::count_bits); // without the status
            if (status == D::prefix) return keys;
            --nearest;
        }
    }
}

} // namespace scanlab
