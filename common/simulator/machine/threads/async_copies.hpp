/// \file
/// Copies into shared memory that a thread starts and waits for later (cp.async): by groups of its own,
/// or by the phase of an mbarrier.
#pragma once

#include "machine/threads/threads.hpp"

#include <cstdint>

namespace scanlab::sim {

/// A copy that has been started, and that its thread does not know to have ended.
struct AsyncCopy {
    Block* block;
    Thread* thread; ///< that has started it
    unsigned char* to;
    std::array<unsigned char, 16> content;
    std::uint32_t bytes;
    const void* pc;
    std::uint64_t group;     ///< of the thread's, if it completes on no mbarrier
    std::uintptr_t mbarrier; ///< or 0
    std::uint64_t phase;     ///< of the mbarrier
    bool has_written = false;
    bool writes_nowhere = false; ///< where it may not write
    std::uint64_t started_in = 0,
                  writes_in = 0; ///< for watchers: the epochs of the thread and of the copy
};

namespace async {

/// The phase ends, and with it the copies that it waits for.
void end_phase(const Block& block, std::uintptr_t mbarrier);
/// A thread knows that all phases before this one have ended.
void pass(const Block& block, std::uintptr_t mbarrier, std::uint64_t phase);
/// Nobody waits any more.
void end_block(const Block& block);
void end_launch();

} // namespace async
} // namespace scanlab::sim
