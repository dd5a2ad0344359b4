#include "host_turn.hpp"

#include <ctime>
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

void give_turn_to_others() {
    const TurnGivenAway others_may;
    constexpr timespec moment{0, 1'000'000};
    nanosleep(&moment, nullptr);
}

const void* this_thread() {
    thread_local const char here = 0;
    return &here;
}

} // namespace scanlab::sim
