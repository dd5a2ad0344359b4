/// \file
/// Blocks that stop after they have begun, and go on only when no other block can: what a device
/// without the promise of forward progress may do. The setting "stopped" says how many.
#pragma once

#include "machine/base/random.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace scanlab::sim {

struct Block;
struct LaunchConfig;

class StoppedBlocks {
public:
    /// Which blocks stop, and when, follows from the seed. Those of a cooperative launch never do.
    void begin_launch(const LaunchConfig& config, std::uint64_t seed);
    /// The block has started: some day it may stop.
    void start(const Block& block);
    /// Who gets the turn that would be that of active[turn]: the next one that has not stopped. If all
    /// have, one of them goes on for good.
    std::size_t choose(const std::vector<Block*>& active, std::size_t turn);
    /// Those that have not stopped.
    std::vector<Block*> going(const std::vector<Block*>& active) const;
    /// How many had stopped when that was asked last.
    std::size_t count() const { return count_; }

private:
    bool is_stopped(const Block* block) const;

    std::unordered_map<const Block*, unsigned> turns_; ///< until it stops; no others do
    unsigned percent_ = 0;
    Random dice_{0};
    mutable std::size_t count_ = 0;
};

extern StoppedBlocks stopped_blocks;

/// Of 100 blocks, so many stop, as settings() or stop_blocks() say.
unsigned percent_stopped();

} // namespace scanlab::sim
