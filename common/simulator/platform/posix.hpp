/// \file
/// What of the platform has to be inline or constant, under Linux and its like.
#pragma once

#if !defined(__x86_64__)
#include "fiber_boost.hpp"
#endif

#include <cstddef>
#include <cstdint>

namespace scanlab::sim {

#if defined(__x86_64__)

/// Something that can be switched to: a simulated thread, or the scheduler itself.
struct Fiber {
    void* context = nullptr;  ///< its stack pointer, while it is suspended
    std::uint64_t result = 0; ///< what its switch_fiber() returns when it goes on
};

/// Leaves `from` where it stands and goes on with `to`, until somebody switches back.
/// Returns `from.result` as it is then.
std::uint64_t switch_fiber(Fiber& from, Fiber& to) asm("scanlab_switch_fiber");

/// Whether frame_of() knows.
constexpr bool fibers_tell_where_they_stand = true;
/// Of a suspended fiber whose last function has ended with a jump to switch_fiber(): the frame of that
/// function's, as if it had kept one, a pointer to its caller's and where it returns to.
inline const void* frame_of(const Fiber& fiber) { return static_cast<void**>(fiber.context) + 5; }

#endif

namespace platform {

// How many addresses tables may take whose pages appear where they are touched.
constexpr std::size_t most_device_addresses = std::size_t{1} << 42,
                      least_device_addresses = std::size_t{1} << 34;
constexpr std::size_t most_code_addresses = std::size_t{1} << 32; // an executable and its libraries
constexpr std::size_t most_split_words = std::size_t{1} << 26;
constexpr std::uint64_t most_epochs = std::uint64_t{1} << 32;

/// The most local memory that a GPU gives to a thread, in bytes: a kernel has so much, unless the
/// program sets cudaLimitStackSize.
constexpr std::size_t most_stack_bytes = 512 * 1024;

/// Before an access of the host's: here a null pointer has no memory, so the access fails by itself.
inline void fault_if_null(std::uintptr_t) {}

} // namespace platform
} // namespace scanlab::sim
