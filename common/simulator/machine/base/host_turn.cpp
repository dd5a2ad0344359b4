#include "machine/base/host_turn.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <ctime>
#include <mutex>
#include <new>
#include <utility>

namespace scanlab::sim {

namespace {

/// A lock that host threads get in the order in which they ask for it, because otherwise a thread that
/// launches in a loop would keep all others waiting. The thread that holds it may take it again, and
/// can give it to its fork.
class Turn {
public:
    void take() {
        if (!is_ours()) {
            std::unique_lock lock(guard_);
            const std::uint64_t own = next_++;
            changed_.wait(lock, [&] { return serving_ == own; });
            owner_ = this_thread();
        }
        ++depth_;
    }
    void take_if_free() {
        if (!is_ours()) {
            const std::lock_guard lock(guard_);
            if (next_ != serving_) return;
            ++next_;
            owner_ = this_thread();
        }
        ++depth_;
    }
    void give_back() {
        if (--depth_ > 0) return;
        const std::lock_guard lock(guard_);
        owner_ = nullptr;
        ++serving_;
        changed_.notify_all();
    }

    /// However often it has been taken, if at all; that often take_again() takes it.
    unsigned give_away() {
        if (!is_ours()) return 0;
        const unsigned depth = std::exchange(depth_, 1);
        give_back();
        return depth;
    }
    void take_again(unsigned depth) {
        if (depth == 0) return;
        take();
        depth_ = depth;
    }

    void fork_comes() {
        take();
        guard_.lock();
    }
    void fork_ends(bool is_copy) {
        if (is_copy) { // which has no other threads
            new (&changed_) std::condition_variable;
            next_ = serving_ + 1;
        }
        guard_.unlock();
        give_back();
    }

private:
    bool is_ours() const { return owner_ == this_thread(); }

    std::mutex guard_;
    std::condition_variable changed_;
    std::uint64_t next_ = 0, serving_ = 0;
    std::atomic<const void*> owner_ = nullptr;
    unsigned depth_ = 0; ///< the owner's
};

Turn& turn() {
    static auto& instance = *new Turn;
    return instance;
}

} // namespace

HostTurn::HostTurn() { turn().take(); }
HostTurn::~HostTurn() { turn().give_back(); }
TurnGivenAway::TurnGivenAway() : depth_(turn().give_away()) {}
TurnGivenAway::~TurnGivenAway() { turn().take_again(depth_); }

void keep_turn() { turn().take(); }
void keep_turn_if_free() { turn().take_if_free(); }
void hold_turn_for_fork() { turn().fork_comes(); }
void end_turn_for_fork(bool is_copy) { turn().fork_ends(is_copy); }

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
