#include "machine/threads/stopped_blocks.hpp"

#include "machine/threads/threads.hpp"
#include "scanlab_sim/cost.hpp"
#include "scanlab_sim/settings.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

namespace scanlab::sim {

namespace {
std::optional<unsigned> percent;
} // namespace

StoppedBlocks stopped_blocks;

void stop_blocks(unsigned of_100) { percent = of_100; }
unsigned percent_stopped() { return percent.value_or(static_cast<unsigned>(settings().stopped)); }

void StoppedBlocks::begin_launch(const LaunchConfig& config, std::uint64_t seed) {
    turns_.clear();
    percent_ = config.cooperative ? 0 : percent_stopped();
    dice_ = Random(~seed);
}

void StoppedBlocks::start(const Block& block) {
    if (percent_ == 0) return;
    turns_.erase(&block); // of the block that was here before
    if (dice_.below(100) >= percent_) return;
    const unsigned soon = 4, late = 64;
    turns_[&block] = 1 + dice_.below(dice_.below(2) != 0 ? soon : late);
}

bool StoppedBlocks::is_stopped(const Block* block) const {
    const auto found = turns_.find(block);
    return found != turns_.end() && found->second == 0;
}

std::size_t StoppedBlocks::choose(const std::vector<Block*>& active, std::size_t turn) {
    if (turns_.empty()) return turn;
    for (std::size_t i = 0; i < active.size(); ++i) {
        const std::size_t next = (turn + i) % active.size();
        if (is_stopped(active[next])) continue;
        if (const auto found = turns_.find(active[next]); found != turns_.end()) --found->second;
        return next;
    }
    turns_.erase(active[turn]);
    return turn;
}

std::vector<Block*> StoppedBlocks::going(const std::vector<Block*>& active) const {
    std::vector<Block*> blocks;
    std::ranges::copy_if(active, std::back_inserter(blocks),
                         [&](const Block* b) { return !is_stopped(b); });
    count_ = active.size() - blocks.size();
    return blocks;
}

} // namespace scanlab::sim
