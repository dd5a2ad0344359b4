/// \file
/// The program's own threads on the host take turns: one runs at a time. Another one may get the turn
/// where a thread calls CUDA or waits for others (program_threads_linux.cpp), and dice that
/// settings().order chooses say who does: so the same order gives the same run. Who decides is in
/// machine/base/host_threads.cpp.
///
/// A thread that waits without a call, or that only computes for a while, loses its turn, and goes on
/// beside the others until its next call.
#pragma once

#include <atomic>
#include <chrono>

namespace scanlab::sim::host_threads {

/// A thread of the program's.
struct HostThread;

/// While one lives, the thread does the simulator's work: nobody else gets the turn.
class Inside {
public:
    Inside() { ++depth; }
    ~Inside() { --depth; }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

    static inline constinit thread_local std::atomic<unsigned> depth{0}; ///< others look at it
};

/// While one lives in an Inside, a function of the program's runs.
class Outside {
public:
    Outside() : depth_(Inside::depth.exchange(0)) {}
    ~Outside();
    Outside(const Outside&) = delete;
    Outside& operator=(const Outside&) = delete;

private:
    unsigned depth_;
};

/// Whether this thread is one of several that take turns.
bool take_turns();
/// Whether others wait for what this thread may do, although it may take no turns itself.
bool others_wait();

/// Another thread may come first.
void may_switch();
/// If another one can go on, it does.
void let_others_go_on();
/// The others go on, and if none can, time passes.
void sleep(std::chrono::nanoseconds time);

/// A place where others may come first, before a call and after it.
class Point {
public:
    Point() { may_switch(); }
    ~Point() { may_switch(); }
    Point(const Point&) = delete;
    Point& operator=(const Point&) = delete;
};

constexpr std::chrono::nanoseconds for_ever = std::chrono::nanoseconds::max();

/// From now on wake(key) wakes this thread, even if it does not wait yet.
void expect(const void* key, std::chrono::nanoseconds at_most = for_ever);
/// Until then others go on. False: the time is over.
bool wait();
/// Wakes so many of those that wait for this.
void wake(const void* key, unsigned most = ~0u);

/// A thread is about to be made, and takes turns, too; the one that makes it has the turn.
HostThread& add();
/// It could not be made.
void remove(HostThread& thread);
/// The new thread is the calling one: waits for its first turn.
void begin(HostThread& thread);
/// The calling thread has come to its end.
void end();

/// A fork is about to copy the process, in which only this thread will be; and has.
void hold_for_fork();
void go_on_after_fork(bool is_copy);

} // namespace scanlab::sim::host_threads
