/// \file
/// Whether the threads of a grid go round for ever although something happens: barriers open, or memory
/// changes that nobody waits for. Looked for when no thread has returned for a while. Then a watcher
/// counts the accesses that tell their thread something new (`now.news`), and what the threads change
/// for themselves (`now.changes`).
#pragma once

#include "machine/threads/private_state.hpp"

#include <chrono>
#include <cstdint>
#include <vector>

namespace scanlab::sim {

class Livelock {
public:
    /// A grid begins, or has ended.
    void reset();
    /// After each turn of a block: whether to ask is_proven().
    bool is_suspected() { return (looks_ || ++turns_ % turns_between_looks == 0) && look_around(); }
    /// Whether nothing changes any more that any thread of these blocks waits for, the one that ran
    /// among them. Either each comes round with all as it was; or some have counted for too long.
    bool is_proven(const Block& ran, const std::vector<Block*>& blocks);

private:
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;
    static constexpr std::uint64_t turns_between_looks = 8;

    bool look_around();
    void look(bool begins);
    void note_news(std::uint64_t threads);

    std::uint64_t turns_ = 0;
    bool looks_ = false;
    std::uint64_t returned_ = ~std::uint64_t{0}; ///< threads; and since when no other has
    Clock::time_point quiet_since_, now_, no_news_since_;
    Seconds next_look_{};    ///< so long after that
    double waited_from_ = 0; ///< the time that the program had run at the first look
    std::uint64_t first_news_ = 0, news_ = 0, changes_ = 0;
    Standstill standstill_;
};

} // namespace scanlab::sim
