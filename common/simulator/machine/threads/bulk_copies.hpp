/// \file
/// Bulk copies between global and shared memory (cp.async.bulk): one thread starts them, and they go on
/// by themselves.
#pragma once

#include "machine/threads/threads.hpp"

#include <cstdint>
#include <memory>

namespace scanlab::sim {

/// A copy on its way: it reads its source at one time, and writes at another.
struct BulkCopy {
    Block* block;
    const Thread* thread; ///< that has started it
    void* to;
    const void* from;
    std::uint32_t bytes;
    const void* pc;
    std::uintptr_t mbarrier; ///< 0: it belongs to a group of the thread
    std::uint64_t group;
    std::unique_ptr<unsigned char[]> content{}; ///< what it has read
    bool has_read = false, has_written = false;
    bool reads_nowhere = false, writes_nowhere = false; ///< where it may not: zeros are read
    std::uint64_t process = 0;                          ///< what choices call it
    bool is_awaited = false;                            ///< its thread knows that it has written
    WatchedCopy watched{};
    bool loads() const { return mbarrier != 0; } ///< into shared memory
};

namespace bulk {

/// Whether some copy of the block has not ended yet.
bool is_copying(const Block& block);
/// Time passes: some of the block's copies go on.
void go_on(Block& block);
/// The copy ends that choices call so.
void go_on(std::uint64_t process);
/// The block's threads have returned: its copies end.
void end_block(Block& block);
/// All copies of the launch end, or are given up.
void end_launch(bool abandoned);

} // namespace bulk
} // namespace scanlab::sim
