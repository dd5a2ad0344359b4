/// \file
/// The host may have threads of its own. One at a time uses the simulator; the others wait.
#pragma once

#include "platform/host_threads.hpp"

namespace scanlab::sim {

/// While one lives, this thread holds the lock.
class HostLock {
public:
    HostLock();
    ~HostLock();
    HostLock(const HostLock&) = delete;
    HostLock& operator=(const HostLock&) = delete;

private:
    host_threads::Point point_;
    host_threads::Inside inside_;
};

/// While one lives, others may use the simulator although the thread is in the middle of a call: a
/// function of the program's runs.
class HostLockReleased {
public:
    HostLockReleased() = default;
    ~HostLockReleased() = default;
    HostLockReleased(const HostLockReleased&) = delete;
    HostLockReleased& operator=(const HostLockReleased&) = delete;

private:
    class Released {
    public:
        Released();
        ~Released();
        Released(const Released&) = delete;
        Released& operator=(const Released&) = delete;

    private:
        unsigned depth_; ///< how often the thread had acquired it
    };
    Released released_;
    host_threads::Outside outside_;
};

/// The program ends: no other thread uses the simulator any more. What one does in it comes to its end
/// first.
void keep_host_lock();
/// The same, after a crash: the one that holds the lock may be what has crashed.
void keep_host_lock_if_free();

/// A fork() copies the process, which must be done while no other thread is in the middle of anything.
void hold_host_lock_for_fork();
void release_host_lock_after_fork(bool is_copy);

/// Waits a moment for what other threads do.
void yield_host_lock();

/// A different address in each thread.
const void* this_thread();

} // namespace scanlab::sim
