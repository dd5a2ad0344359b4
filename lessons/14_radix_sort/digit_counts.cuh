/// \file
/// What one_sweep.cu is made of: digits, how many keys have each of them, and what tiles tell each
/// other of that.
#pragma once

#include <scanlab/collectives.cuh>
#include <scanlab/lesson.hpp>
#include <scanlab/overlapping_launch.cuh>

#include <cuda/atomic>

constexpr int WARP = scanlab::warp_size;           // 32
constexpr int BITS = scanlab::for_picture ? 2 : 8; // of a digit: 1, 2, 4 or 8
constexpr int RADIX = 1 << BITS;                   // how many digits there are
constexpr int PASSES = scanlab::for_picture ? 2 : 32 / BITS;
constexpr int ITEMS = scanlab::for_picture ? 2 : 22; // keys per thread: so many stay in registers
constexpr int LARGEST = 0x7fffffff; // missing keys of the last tile count as this one, so they go last
static_assert(ITEMS % 2 == 0, "two ranks share a register");

/// The digits that a thread looks after: with fewer threads than digits, some neighbouring ones.
template <int BLOCK>
struct OwnDigits {
    static constexpr int COUNT = RADIX > BLOCK ? RADIX / BLOCK : 1;
    const int first = threadIdx.x * COUNT;
    const int end = first + COUNT < RADIX ? first + COUNT : RADIX; // not after first: it has none
};

/// The digit of a key in a pass. The sign bit is flipped, so that negative keys come first.
struct Digit {
    int pass;
    __device__ int of(int key) const {
        const unsigned sign = (pass + 1) * BITS == 32 ? RADIX / 2 : 0;
        return static_cast<int>((static_cast<unsigned>(key) >> (pass * BITS)) % RADIX ^ sign);
    }
};

/// The lanes whose keys have the same digit. As scanlab::lanes_with(), but the compiler may not know
/// where a bit comes from. Otherwise it takes the bit out of the digit twice, once for the vote and
/// once to combine it, and a bit costs seven instructions instead of four.
__device__ __forceinline__ unsigned lanes_with_digit(int digit) {
    unsigned others = 0;
#pragma unroll
    for (int bit = 0; bit < BITS; ++bit) {
        int one = digit & (1 << bit);
        asm volatile("" : "+r"(one));
        const unsigned ones = __ballot_sync(scanlab::all_lanes, one != 0);
        others |= one != 0 ? ~ones : ones;
    }
    return ~others & (scanlab::all_lanes >> (32 - WARP));
}

/// What all blocks of a sort share besides descriptors, in whole lines of the cache.
struct alignas(128) ForPasses {
    unsigned long long before[PASSES][RADIX]; // how many keys have a smaller digit
    unsigned tickets[PASSES];                 // of tiles, so that earlier ones have begun
};

/// Adds to before[pass][d] how many of the block's keys have a smaller digit than d in that pass. A
/// scan of sums is the sum of the scans, so each block scans its own counts.
template <int BLOCK>
__global__ void __launch_bounds__(BLOCK)
    count_digits(const int* input, long long n, ForPasses* passes) {
    constexpr int COLUMNS = scanlab::for_picture ? 1 : 8; // so that fewer lanes add to one address
    __shared__ int counts[PASSES][RADIX][COLUMNS];
    for (int i = threadIdx.x; i < PASSES * RADIX * COLUMNS; i += BLOCK) (&counts[0][0][0])[i] = 0;
    scanlab::wait_for_kernels_before();
    __syncthreads();

    const auto count = [&](int key) {
#pragma unroll
        for (int pass = 0; pass < PASSES; ++pass)
            atomicAdd(&counts[pass][Digit{pass}.of(key)][threadIdx.x % COLUMNS], 1);
    };
    const long long thread = blockIdx.x * BLOCK + threadIdx.x, threads = gridDim.x * BLOCK;
    const auto* const vectors = reinterpret_cast<const int4*>(input);
#pragma unroll 2
    for (long long i = thread; i < n / 4; i += threads) {
        const int4 keys = vectors[i];
        count(keys.x), count(keys.y), count(keys.z), count(keys.w);
    }
    if (thread < n % 4) count(input[n - 1 - thread]);
    __syncthreads();

    const OwnDigits<BLOCK> digits;
    for (int pass = 0; pass < PASSES; ++pass) {
        const auto sum = [&](int d) {
            int all = 0;
#pragma unroll
            for (int column = 0; column < COLUMNS; ++column)
                all += counts[pass][d][(column + threadIdx.x) % COLUMNS];
            return all;
        };
        int own = 0;
        for (int d = digits.first; d < digits.end; ++d) own += sum(d);
        int smaller = scanlab::block_exclusive_scan<BLOCK>(own);
        for (int d = digits.first; d < digits.end; smaller += sum(d++))
            atomicAdd(&passes->before[pass][d], static_cast<unsigned long long>(smaller));
        __syncthreads(); // the next scan uses the same memory
    }
}

/// What a tile publishes of a digit: a status, and in the other 62 bits a count of keys.
using Descriptor = unsigned long long;
enum Status : Descriptor {
    NOTHING, // yet
    OWN,     // the keys of the tile
    ALL      // the keys of all tiles up to this one
};
constexpr int COUNT_BITS = 62;
using Published = cuda::atomic_ref<Descriptor, cuda::thread_scope_device>;

__device__ inline void publish(Descriptor& descriptor, Status status, long long count) {
    Published(descriptor)
        .store(status << COUNT_BITS | static_cast<Descriptor>(count), cuda::memory_order_relaxed);
}

/// How many keys of digit d the tiles before this one have. One thread looks back, and asks four tiles
/// at once, because an answer takes long. (Merrill, Garland, 2016: the decoupled look-back.)
__device__ inline long long look_back(Descriptor* descriptors, long long tile, int d) {
    constexpr int AT_ONCE = 4;
    long long keys = 0;
    for (long long nearest = tile - 1;;) {
        Descriptor seen[AT_ONCE];
#pragma unroll
        for (int i = 0; i < AT_ONCE; ++i)
            seen[i] = nearest < i ? ALL << COUNT_BITS // nothing precedes tile 0
                                  : Published(descriptors[(nearest - i) * RADIX + d])
                                        .load(cuda::memory_order_relaxed);
#pragma unroll
        for (int i = 0; i < AT_ONCE; ++i) {
            const Descriptor status = seen[i] >> COUNT_BITS;
            if (status == NOTHING) break; // ask again, from this tile on
            keys += static_cast<long long>(seen[i] ^ status << COUNT_BITS); // without the status
            if (status == ALL) return keys;
            --nearest;
        }
    }
}
