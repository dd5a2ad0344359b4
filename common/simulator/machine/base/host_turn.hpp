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

private:
    unsigned depth_; ///< how often the thread has taken it
};

/// The program ends: no other thread uses the simulator any more. What one does in it comes to its end
/// first.
void keep_turn();
/// The same, after a crash: the one that holds the turn may be what has crashed.
void keep_turn_if_free();

/// A fork() copies the process, which must be done while no other thread is in the middle of anything.
void hold_turn_for_fork();
void end_turn_for_fork(bool is_copy);

/// Waits a moment for what other threads do.
void give_turn_to_others();

/// A different address in each thread.
const void* this_thread();

} // namespace scanlab::sim
