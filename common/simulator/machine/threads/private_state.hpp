/// \file
/// Whether threads that wait would do so for ever. A thread that comes to the same place again with the
/// same variables, while nobody writes, goes round in circles; one that counts its attempts may give
/// up.
#pragma once

#include "machine/threads/threads.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace scanlab::sim {

/// A number for all that the suspended thread has on its stack.
std::uint64_t private_state(const Thread& thread);
/// The same for the running thread, as its caller sees it.
std::uint64_t private_state_of_running();

/// Looks for every thread to come round, by comparing with what it was like at moments ever further
/// apart (Brent, "An improved Monte Carlo factorization algorithm", BIT 1980).
class Standstill {
public:
    void begin(std::uint64_t turn, const std::vector<Block*>& blocks);
    void reset() { active_ = false; }
    bool is_looked_for() const { return active_; }
    /// After a turn of the block: whether all threads that run have come round.
    bool is_proven(std::uint64_t turn, const Block& ran, const std::vector<Block*>& blocks);

private:
    bool active_ = false;
    std::uint64_t begun_ = 0, patience_ = 0;
    std::unordered_map<const Thread*, std::uint64_t>
        open_; ///< not come round yet: their states at first
};

} // namespace scanlab::sim
