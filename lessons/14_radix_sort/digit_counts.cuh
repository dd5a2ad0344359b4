/// \file
/// The digits of keys, and how many keys have each of them.
#pragma once

#include <scanlab/digits.cuh>
#include <scanlab/lesson.hpp>
#include <scanlab/overlapping_launch.cuh>

constexpr int WARP = scanlab::warp_size; // 32
constexpr int BITS = scanlab::radix_bits, RADIX = scanlab::radix;
using scanlab::OwnDigits, scanlab::lanes_with_digit;
using Descriptor = scanlab::DigitDescriptor; // of a digit and a tile
constexpr int PASSES = scanlab::for_picture ? 2 : 32 / BITS;
constexpr int ITEMS = scanlab::for_picture ? 2 : 22; // keys per thread: so many stay in registers
constexpr int LARGEST = 0x7fffffff; // missing keys of the last tile count as this one, so they go last
static_assert(ITEMS % 2 == 0, "two ranks share a register");

/// The digit of a key in a pass. The sign bit is flipped, so that negative keys come first.
struct Digit {
    int pass;
    __device__ int of(int key) const {
        const unsigned sign = (pass + 1) * BITS == 32 ? RADIX / 2 : 0;
        return static_cast<int>((static_cast<unsigned>(key) >> (pass * BITS)) % RADIX ^ sign);
    }
};

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
