/// \file
/// Warp shuffles, votes, matches and reductions.
#pragma once

#include "core.hpp"

namespace scanlab::sim {

/// What a warp collective carries: numbers of up to eight bytes. Smaller integers are promoted to int.
template <class T>
concept WarpValue = requires(T value) {
    +value;
}
&&std::is_arithmetic_v<decltype(+std::declval<T>())> && sizeof(+std::declval<T>()) <= 8;

/// The bits of a number, as a collective carries them.
template <class T>
SCANLAB_UNOBSERVED inline std::uint64_t to_bits(T value) {
    if constexpr (sizeof(T) == 4)
        return __builtin_bit_cast(std::uint32_t, value);
    else
        return __builtin_bit_cast(std::uint64_t, value);
}
template <class T>
SCANLAB_UNOBSERVED inline T from_bits(std::uint64_t bits) {
    if constexpr (sizeof(T) == 4)
        return __builtin_bit_cast(T, static_cast<std::uint32_t>(bits));
    else
        return __builtin_bit_cast(T, bits);
}

template <class T>
SCANLAB_CALL_SITE T shuffle(Collective kind, unsigned mask, T value, unsigned parameter, int width) {
    return from_bits<T>(
        warp_collective(kind, mask, to_bits(value), parameter, static_cast<unsigned>(width)));
}

} // namespace scanlab::sim

SCANLAB_DEVICE_ONLY_BEGIN

SCANLAB_CALL_SITE void __syncwarp(unsigned mask = 0xFFFFFFFFu) {
    scanlab::sim::warp_collective(scanlab::sim::Collective::sync, mask);
}
SCANLAB_CALL_SITE unsigned __activemask() { return scanlab::sim::active_mask(); }

// --- shuffles ------------------------------------------------------------------------------------

SCANLAB_CALL_SITE auto __shfl_sync(unsigned mask, scanlab::sim::WarpValue auto value, int source_lane,
                                   int width = warpSize) {
    return scanlab::sim::shuffle(scanlab::sim::Collective::shuffle, mask, +value,
                                 static_cast<unsigned>(source_lane), width);
}
SCANLAB_CALL_SITE auto __shfl_up_sync(unsigned mask, scanlab::sim::WarpValue auto value, unsigned delta,
                                      int width = warpSize) {
    return scanlab::sim::shuffle(scanlab::sim::Collective::shuffle_up, mask, +value, delta, width);
}
SCANLAB_CALL_SITE auto __shfl_down_sync(unsigned mask, scanlab::sim::WarpValue auto value,
                                        unsigned delta, int width = warpSize) {
    return scanlab::sim::shuffle(scanlab::sim::Collective::shuffle_down, mask, +value, delta, width);
}
SCANLAB_CALL_SITE auto __shfl_xor_sync(unsigned mask, scanlab::sim::WarpValue auto value, int lane_mask,
                                       int width = warpSize) {
    return scanlab::sim::shuffle(scanlab::sim::Collective::shuffle_xor, mask, +value,
                                 static_cast<unsigned>(lane_mask), width);
}

// --- without a mask, as GPUs before compute capability 7.0 have them ----------------------------

#define SCANLAB_WITHOUT_MASK(name)                                                                     \
    [[deprecated(#name "() exists on GPUs before compute capability 7.0 only: use " #name "_sync()")]]
SCANLAB_WITHOUT_MASK(__shfl)
SCANLAB_CALL_SITE auto __shfl(scanlab::sim::WarpValue auto value, int source, int width = warpSize) {
    return __shfl_sync(scanlab::sim::active_mask(), value, source, width);
}
SCANLAB_WITHOUT_MASK(__shfl_up)
SCANLAB_CALL_SITE auto __shfl_up(scanlab::sim::WarpValue auto value, unsigned delta,
                                 int width = warpSize) {
    return __shfl_up_sync(scanlab::sim::active_mask(), value, delta, width);
}
SCANLAB_WITHOUT_MASK(__shfl_down)
SCANLAB_CALL_SITE auto __shfl_down(scanlab::sim::WarpValue auto value, unsigned delta,
                                   int width = warpSize) {
    return __shfl_down_sync(scanlab::sim::active_mask(), value, delta, width);
}
SCANLAB_WITHOUT_MASK(__shfl_xor)
SCANLAB_CALL_SITE auto __shfl_xor(scanlab::sim::WarpValue auto value, int lane_mask,
                                  int width = warpSize) {
    return __shfl_xor_sync(scanlab::sim::active_mask(), value, lane_mask, width);
}

// --- votes and matches ---------------------------------------------------------------------------

SCANLAB_CALL_SITE unsigned __ballot_sync(unsigned mask, int predicate) {
    return static_cast<unsigned>(
        scanlab::sim::warp_collective(scanlab::sim::Collective::ballot, mask, predicate != 0));
}
SCANLAB_CALL_SITE int __any_sync(unsigned mask, int predicate) {
    return scanlab::sim::warp_collective(scanlab::sim::Collective::ballot, mask, predicate != 0) != 0;
}
SCANLAB_CALL_SITE int __all_sync(unsigned mask, int predicate) {
    return scanlab::sim::warp_collective(scanlab::sim::Collective::ballot, mask, predicate == 0) == 0;
}

SCANLAB_WITHOUT_MASK(__ballot)
SCANLAB_CALL_SITE unsigned __ballot(int predicate) {
    return __ballot_sync(scanlab::sim::active_mask(), predicate);
}
SCANLAB_WITHOUT_MASK(__any)
SCANLAB_CALL_SITE int __any(int predicate) {
    return __any_sync(scanlab::sim::active_mask(), predicate);
}
SCANLAB_WITHOUT_MASK(__all)
SCANLAB_CALL_SITE int __all(int predicate) {
    return __all_sync(scanlab::sim::active_mask(), predicate);
}
#undef SCANLAB_WITHOUT_MASK

SCANLAB_CALL_SITE unsigned __match_any_sync(unsigned mask, scanlab::sim::WarpValue auto value) {
    return static_cast<unsigned>(scanlab::sim::warp_collective(scanlab::sim::Collective::match_any,
                                                               mask, scanlab::sim::to_bits(+value)));
}
SCANLAB_CALL_SITE unsigned __match_all_sync(unsigned mask, scanlab::sim::WarpValue auto value,
                                            int* equal) {
    const auto same = static_cast<unsigned>(scanlab::sim::warp_collective(
        scanlab::sim::Collective::match_all, mask, scanlab::sim::to_bits(+value)));
    *equal = same != 0;
    return same;
}

// --- reductions ----------------------------------------------------------------------------------

#define SCANLAB_REDUCE(name, T, operation)                                                             \
    SCANLAB_CALL_SITE T name(unsigned mask, T value) {                                                 \
        return static_cast<T>(scanlab::sim::warp_collective(scanlab::sim::Collective::operation, mask, \
                                                            static_cast<unsigned>(value)));            \
    }
SCANLAB_REDUCE(__reduce_add_sync, unsigned, reduce_add)
SCANLAB_REDUCE(__reduce_add_sync, int, reduce_add)
SCANLAB_REDUCE(__reduce_min_sync, unsigned, reduce_min_unsigned)
SCANLAB_REDUCE(__reduce_min_sync, int, reduce_min_signed)
SCANLAB_REDUCE(__reduce_max_sync, unsigned, reduce_max_unsigned)
SCANLAB_REDUCE(__reduce_max_sync, int, reduce_max_signed)
SCANLAB_REDUCE(__reduce_and_sync, unsigned, reduce_and)
SCANLAB_REDUCE(__reduce_or_sync, unsigned, reduce_or)
SCANLAB_REDUCE(__reduce_xor_sync, unsigned, reduce_xor)
#undef SCANLAB_REDUCE

SCANLAB_DEVICE_ONLY_END
