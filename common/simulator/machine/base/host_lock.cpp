#include "machine/base/host_lock.hpp"

#include "platform/host_threads.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <new>
#include <utility>

namespace scanlab::sim {

namespace {

/// A lock that host threads get in the order in which they ask for it, because otherwise a thread that
/// launches in a loop would keep all others waiting. The thread that holds it may take it again, and
/// can give it to its fork.
class TicketLock {
public:
    void acquire() {
        if (!is_ours()) {
            std::unique_lock lock(guard_);
            const std::uint64_t own = next_++;
            changed_.wait(lock, [&] { return serving_ == own; });
            owner_ = this_thread();
        }
        ++depth_;
    }
    void try_acquire() {
        if (!is_ours()) {
            const std::lock_guard lock(guard_);
            if (next_ != serving_) return;
            ++next_;
            owner_ = this_thread();
        }
        ++depth_;
    }
    void release() {
        if (--depth_ > 0) return;
        const std::lock_guard lock(guard_);
        owner_ = nullptr;
        ++serving_;
        changed_.notify_all();
    }

    /// Returns how often it had been acquired; that often acquire_again() does so.
    unsigned release_all() {
        if (!is_ours()) return 0;
        const unsigned depth = std::exchange(depth_, 1);
        release();
        return depth;
    }
    void acquire_again(unsigned depth) {
        if (depth == 0) return;
        acquire();
        depth_ = depth;
    }

    void fork_comes() {
        acquire();
        guard_.lock();
    }
    void fork_ends(bool is_copy) {
        if (is_copy) { // which has no other threads
            new (&changed_) std::condition_variable;
            next_ = serving_ + 1;
        }
        guard_.unlock();
        release();
    }

private:
    bool is_ours() const { return owner_ == this_thread(); }

    std::mutex guard_;
    std::condition_variable changed_;
    std::uint64_t next_ = 0, serving_ = 0;
    std::atomic<const void*> owner_ = nullptr;
    unsigned depth_ = 0; ///< the owner's
};

TicketLock& host_lock() {
    static auto& instance = *new TicketLock;
    return instance;
}

} // namespace

HostLock::HostLock() { host_lock().acquire(); }
HostLock::~HostLock() { host_lock().release(); }
HostLockReleased::Released::Released() : depth_(host_lock().release_all()) {}
HostLockReleased::Released::~Released() { host_lock().acquire_again(depth_); }

void keep_host_lock() {
    host_threads::may_switch();
    ++host_threads::Inside::depth;
    host_lock().acquire();
}
void keep_host_lock_if_free() {
    ++host_threads::Inside::depth;
    host_lock().try_acquire();
}
void hold_host_lock_for_fork() {
    ++host_threads::Inside::depth;
    host_lock().fork_comes();
    host_threads::hold_for_fork();
}
void release_host_lock_after_fork(bool is_copy) {
    host_threads::go_on_after_fork(is_copy);
    host_lock().fork_ends(is_copy);
    --host_threads::Inside::depth;
}

void yield_host_lock() {
    const HostLockReleased others_may;
    host_threads::sleep(std::chrono::milliseconds(1));
}

const void* this_thread() {
    thread_local const char here = 0;
    return &here;
}

} // namespace scanlab::sim
