/// \file
/// Work that the host has submitted and that has not ended. It goes on while the host calls the API or
/// touches memory that kernels reach, and has ended before the host goes on that waits for it. In which
/// order, and how far at a time, dice say.
#pragma once

#include "machine/work/streams.hpp"

#include <cstdint>
#include <functional>
#include <memory>

namespace scanlab::sim::pending {

class Task {
public:
    explicit Task(const Work& work) : work_(work) {}
    virtual ~Task() = default;
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;

    const Work& work() const { return work_; }
    /// Goes on, for so many turns of blocks at most. False: it has ended.
    virtual bool go_on(std::uint64_t turns) = 0;
    /// Whether all that it can do is wait for somebody else.
    virtual bool stands_still() const { return false; }
    /// Nobody is left to wait for: tells the user.
    virtual void give_up() {}

private:
    Work work_;
};

/// Whether the host goes on while work does: in checked programs with two streams of their own, or
/// devices, at least. In all others launches and copies end at once, unless they have to wait for
/// something that comes later.
bool goes_beside_host();

/// Whether there is any.
bool any();
/// Where what goes on was submitted, or went on last; null if there is none.
const void* site();
/// Whether there is any but the one that goes on now.
bool others();

/// It begins when all has ended that comes before it.
void add(std::unique_ptr<Task> task);
void add(const Work& work, std::function<void()> action);

/// A while passes on the host.
void go_on();
/// Whether some work that the clock covers has not ended.
bool holds(const Clock& clock);
/// Has all of it end.
void finish(const Clock& clock);
void finish_all();
/// The same at the program's end, but for functions of the program, and what comes after them: what
/// they would use may be gone.
void finish_without_the_program();
/// The device's context is lost, and all work with it.
void drop_all();

} // namespace scanlab::sim::pending
