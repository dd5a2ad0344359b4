#include "machine/threads/livelock.hpp"

#include "machine/base/events.hpp"
#include "platform/platform.hpp"
#include "scanlab_sim/settings.hpp"

#include <algorithm>
#include <utility>

namespace scanlab::sim {

namespace {

constexpr std::chrono::duration<double> first_look_after{0.1};
constexpr std::uint64_t most_news = 16; ///< of each thread: who comes to more places does not wait

/// Whether each thread that is not blocked has looked at something since the last news: what one does
/// that looks at nothing is not known.
bool all_wait(const std::vector<Block*>& blocks) {
    return std::ranges::all_of(blocks, [](const Block* block) {
        return std::ranges::all_of(block->warps, [](const Warp& warp) {
            const LaneMask going = (warp.ready | warp.yielded) & warp.existing;
            return std::ranges::all_of(warp.threads, [&](const Thread& thread) {
                return !(going & thread.bit()) || warp.news_known[thread.lane] == now.news;
            });
        });
    });
}

std::uint64_t threads_in(const std::vector<Block*>& blocks) {
    std::uint64_t live = 0;
    for (const Block* block : blocks) live += static_cast<std::uint64_t>(block->live);
    return live;
}

} // namespace

void Livelock::look(bool begins) {
    looks_ = begins;
    no_news_since_ = now_;
    first_news_ = news_ = now.news;
    standstill_.reset();
    announce<&Watcher::livelock_suspected>(begins);
}

void Livelock::reset() {
    if (looks_) look(false);
    *this = {};
}

bool Livelock::look_around() {
    if (!host_is_observed) return false; // what its threads read is not known
    now_ = Clock::now();
    if (std::exchange(returned_, now.returned) != now.returned) {
        quiet_since_ = now_;
        next_look_ = first_look_after;
        if (looks_) look(false);
    } else if (!looks_ && now_ - quiet_since_ >= next_look_) {
        if (next_look_ == first_look_after) waited_from_ = platform::seconds_run();
        look(true);
        return false;
    }
    return looks_;
}

void Livelock::note_news(std::uint64_t threads) {
    news_ = now.news;
    no_news_since_ = now_;
    standstill_.reset();
    if (news_ - first_news_ <= most_news * threads) return;
    look(false);
    next_look_ = 2 * Seconds(now_ - quiet_since_);
}

bool Livelock::is_proven(const Block& ran, const std::vector<Block*>& blocks) {
    if (news_ != now.news) {
        note_news(threads_in(blocks));
        return false;
    }
    if (std::exchange(changes_, now.changes) != now.changes)
        standstill_.reset();
    else if (!standstill_.is_looked_for())
        standstill_.begin(turns_, blocks);
    else if (standstill_.is_proven(turns_, ran, blocks))
        return true;
    ++turns_;
    const Seconds patience(settings().patience);
    return now_ - no_news_since_ > patience / 4 &&
           platform::seconds_run() - waited_from_ > patience.count() && all_wait(blocks);
}

} // namespace scanlab::sim
