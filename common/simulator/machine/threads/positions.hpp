/// \file
/// Threads and blocks by number and by name.
#pragma once

#include "findings/finding.hpp"
#include "machine/threads/threads.hpp"

#include <cstdint>
#include <string>

namespace scanlab::sim {

/// The block with linear number i of a grid, x running fastest.
inline uint3 coordinates(unsigned long long i, const dim3& extent) {
    return {static_cast<unsigned>(i % extent.x), static_cast<unsigned>(i / extent.x % extent.y),
            static_cast<unsigned>(i / extent.x / extent.y)};
}

/// Its number in the grid: what choices call it.
std::uint64_t process(const Thread& thread);

ThreadPosition position_of(const Thread& thread);
/// Of a thread by its linear number in a block by its linear number in the running grid.
ThreadPosition position_in_grid(std::uint32_t block, unsigned thread);
/// "thread 98", or "thread (2,3,0)" if the running kernel's blocks have more than one dimension.
std::string thread_name(const uint3& index);
std::string block_name(const uint3& index); ///< the same for a block of the grid

} // namespace scanlab::sim
