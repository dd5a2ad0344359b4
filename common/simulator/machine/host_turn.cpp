#include "host_turn.hpp"

#include <mutex>

namespace scanlab::sim {

namespace {
std::recursive_mutex& turn() {
    static auto& mutex = *new std::recursive_mutex; // outlives every destructor that may still call
    return mutex;
}
} // namespace

HostTurn::HostTurn() { turn().lock(); }
HostTurn::~HostTurn() { turn().unlock(); }
TurnGivenAway::TurnGivenAway() { turn().unlock(); }
TurnGivenAway::~TurnGivenAway() { turn().lock(); }

} // namespace scanlab::sim
