/// \file
/// The host may have threads of its own. One at a time uses the simulator; the others wait.
#pragma once

namespace scanlab::sim {

/// While one lives, it is this thread's turn.
class HostTurn {
public:
    HostTurn();
    ~HostTurn();
    HostTurn(const HostTurn&) = delete;
    HostTurn& operator=(const HostTurn&) = delete;
};

/// While one lives, others may use the simulator although the thread is in the middle of a call: a
/// function of the program's runs.
class TurnGivenAway {
public:
    TurnGivenAway();
    ~TurnGivenAway();
    TurnGivenAway(const TurnGivenAway&) = delete;
    TurnGivenAway& operator=(const TurnGivenAway&) = delete;
};

/// Waits a moment for what other threads do.
void give_turn_to_others();

/// A different address in each thread.
const void* this_thread();

} // namespace scanlab::sim
