/// \file
/// Lanes, and values that pass between them.
#pragma once

#include "util_type.cuh"

namespace cub {

inline unsigned LaneId() { return scanlab::sim::lane(); }
inline int RowMajorTid(int x, int y, int) {
    return static_cast<int>((threadIdx.z * static_cast<unsigned>(y) + threadIdx.y) *
                                static_cast<unsigned>(x) +
                            threadIdx.x);
}
inline unsigned WarpId() {
    return static_cast<unsigned>(
               RowMajorTid(static_cast<int>(blockDim.x), static_cast<int>(blockDim.y), 0)) /
           32;
}
inline unsigned LaneMaskLt() { return (1u << LaneId()) - 1; }
inline unsigned LaneMaskLe() { return LaneMaskLt() << 1 | 1; }
inline unsigned LaneMaskGt() { return ~LaneMaskLe(); }
inline unsigned LaneMaskGe() { return ~LaneMaskLt(); }
template <int LANES>
unsigned WarpMask(unsigned warp) {
    return LANES == 32 ? ~0u : ((1u << (LANES % 32)) - 1) << warp * LANES;
}
SCANLAB_CALL_SITE void CTA_SYNC() { __syncthreads(); }
SCANLAB_CALL_SITE void WARP_SYNC(unsigned mask) { __syncwarp(mask); }
inline unsigned BFE(unsigned long long source, unsigned bit, unsigned bits) {
    return static_cast<unsigned>(source >> bit & ((1ull << bits) - 1));
}
inline void ThreadTrap() {
    scanlab::sim::trap(cudaErrorIllegalInstruction, "The kernel calls `cub::ThreadTrap()`.");
}

namespace detail {

/// Temporary storage of a collective that exchanges values by shuffles or atomics. CUB asks for a
/// barrier before storage is used again, so each thread tells that it uses it: it writes a cell, and
/// then reads the next one's.
template <int THREADS>
struct ToldStorage {
    unsigned cells[THREADS];
    void begin(int thread) { scanlab::sim::use_storage(cells + thread, sizeof *cells, true); }
    /// All of the collective's threads have begun.
    void end(int thread) {
        scanlab::sim::use_storage(cells + (thread + 1) % THREADS, sizeof *cells, false);
    }
};

/// Moves a value of any size: as it is, if it is a number, else a word at a time.
template <class T, class Shuffle>
T by_words(T value, Shuffle shuffle) {
    if constexpr (std::is_arithmetic_v<T> && sizeof(T) >= 4) return shuffle(value);
    unsigned words[(sizeof(T) + 3) / 4] = {};
    __builtin_memcpy(words, &value, sizeof(T));
    for (unsigned& word : words) word = shuffle(word);
    T result = value;
    __builtin_memcpy(static_cast<void*>(&result), words, sizeof(T));
    return result;
}

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wsometimes-uninitialized"
/// What a thread gets if CUB says so; else a number is undefined, which is found if it is used.
template <class T>
T if_defined(bool is_defined, T value) {
    if constexpr (std::is_arithmetic_v<T>) {
        T result;
        if (is_defined) result = value;
        return result;
    }
    return value;
}
#pragma clang diagnostic pop

} // namespace detail

// As in CUB, lanes are numbered within logical warps, and a lane whose source lies outside keeps its
// own value.
template <int LANES = 32, class T>
T ShuffleUp(T value, int offset, int, unsigned mask) {
    return detail::by_words(value, [=](auto word) {
        return __shfl_up_sync(mask, word, static_cast<unsigned>(offset), LANES);
    });
}
template <int LANES = 32, class T>
T ShuffleDown(T value, int offset, int, unsigned mask) {
    return detail::by_words(value, [=](auto word) {
        return __shfl_down_sync(mask, word, static_cast<unsigned>(offset), LANES);
    });
}
template <int LANES = 32, class T>
T ShuffleIndex(T value, int lane, unsigned mask) {
    return detail::by_words(value, [=](auto word) { return __shfl_sync(mask, word, lane, LANES); });
}

} // namespace cub
