#include "platform/host_threads.hpp"

#include "machine/base/random.hpp"
#include "platform/platform.hpp"
#include "scanlab_sim/settings.hpp"

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <limits>
#include <mutex>
#include <vector>

namespace scanlab::sim::host_threads {

namespace {

using Time = std::chrono::steady_clock;

constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

/// Time passes by turns while anybody has one: so no clock decides who comes first.
constexpr std::chrono::nanoseconds time_of_a_turn = std::chrono::microseconds(100);
constexpr unsigned points_a_switch = 2; // on average

/// So long a thread may wait without a call before it loses its turn.
constexpr std::chrono::milliseconds patience(50);

} // namespace

struct HostThread {
    enum class State {
        ready,
        waits, ///< for a key to be woken, or until some turn
        away,  ///< it has lost its turn, and may be running
    };
    State state = State::ready;
    const void* awaited = nullptr;
    bool is_woken = false;
    std::uint64_t until = never; ///< a turn
    Time::time_point deadline{}; ///< the same as time, for when nobody has a turn
    std::condition_variable turn_comes;
    platform::SystemThread in_system{};
    const std::atomic<unsigned>* inside = nullptr; ///< null before it begins
};

namespace {

constinit thread_local HostThread* self = nullptr;
std::atomic<bool> are_several = false;

class Turns {
public:
    HostThread& add() {
        const std::lock_guard lock(guard_);
        if (threads_.empty()) { // the first thread to make another
            self = holder_ = threads_.emplace_back(new HostThread);
            introduce();
        }
        threads_.push_back(new HostThread);
        are_several = true;
        return *threads_.back();
    }

    void remove(HostThread& thread) {
        const std::lock_guard lock(guard_);
        forget(thread);
    }

    void begin(HostThread& thread) {
        std::unique_lock lock(guard_);
        self = &thread;
        introduce();
        await_turn(lock);
    }

    void end() {
        const std::lock_guard lock(guard_);
        const bool had_turn = holder_ == self;
        forget(*self);
        self = nullptr;
        if (had_turn) give_turn();
    }

    void may_switch(bool must) {
        std::unique_lock lock(guard_);
        if (self->state == HostThread::State::away) {
            self->state = HostThread::State::ready;
            if (!holder_) give_turn();
        } else if (must) {
            give_turn(self);
        } else if (dice_.below(points_a_switch) == 0) {
            give_turn();
        } else {
            ++turn_;
        }
        await_turn(lock);
    }

    bool coin() {
        const std::lock_guard lock(guard_);
        return dice_.below(2) != 0;
    }

    void expect(const void* key, std::chrono::nanoseconds at_most) {
        const std::lock_guard lock(guard_);
        self->awaited = key;
        self->is_woken = false;
        self->until = never;
        if (at_most != for_ever) {
            const auto left = std::max(at_most, std::chrono::nanoseconds(0));
            self->until = turn_ + 1 + static_cast<std::uint64_t>(left / time_of_a_turn);
            self->deadline = Time::now() + left;
        }
        self->state = HostThread::State::waits;
    }

    bool wait() {
        std::unique_lock lock(guard_);
        if (holder_ == self) give_turn();
        await_turn(lock);
        return self->is_woken;
    }

    void wake(const void* key, unsigned most) {
        const std::lock_guard lock(guard_);
        std::vector<HostThread*> those;
        for (HostThread* thread : threads_)
            if (thread->state == HostThread::State::waits && thread->awaited == key)
                those.push_back(thread);
        for (; most > 0 && !those.empty(); --most) {
            const auto one = those.begin() + dice_.below(those.size());
            (*one)->state = HostThread::State::ready;
            (*one)->is_woken = true;
            those.erase(one);
        }
        if (!holder_) give_turn();
    }

    void hold_for_fork() { guard_.lock(); }
    void go_on_after_fork(bool is_copy) {
        if (is_copy) {
            threads_.clear();
            if (self) {
                threads_.push_back(self);
                introduce();
            }
            holder_ = self;
            are_several = false;
        }
        guard_.unlock();
    }

private:
    /// What others may know of this thread.
    static void introduce() {
        self->in_system = platform::this_system_thread();
        self->inside = &Inside::depth;
    }

    void forget(HostThread& thread) {
        std::erase(threads_, &thread);
        delete &thread;
        are_several = threads_.size() > 1;
    }

    bool can_go_on(const HostThread& thread) const {
        return thread.state == HostThread::State::ready ||
               (thread.state == HostThread::State::waits && thread.until <= turn_);
    }

    /// To any that can go on; to this one only if no other can.
    void give_turn(HostThread* last = nullptr) {
        ++turn_;
        ready_.clear();
        for (HostThread* thread : threads_)
            if (thread != last && can_go_on(*thread)) ready_.push_back(thread);
        if (ready_.empty() && last) ready_.push_back(last);
        holder_ = ready_.empty() ? nullptr : ready_[dice_.below(ready_.size())];
        if (holder_ && holder_ != self) holder_->turn_comes.notify_one();
    }

    void await_turn(std::unique_lock<std::mutex>& lock) {
        while (holder_ != self) {
            auto pause = std::min<std::chrono::nanoseconds>(patience, patience_with_computing_);
            if (!holder_ && self->until != never)
                pause = std::clamp(self->deadline - Time::now(), std::chrono::nanoseconds(0), pause);
            if (self->turn_comes.wait_for(lock, pause) == std::cv_status::timeout && holder_ != self)
                look_after_others();
        }
        self->state = HostThread::State::ready;
        self->until = never;
    }

    void look_after_others() {
        if (!holder_) {
            time_passes();
        } else if (can_go_on(*self) && has_left()) {
            holder_->state = HostThread::State::away;
            give_turn();
        }
    }

    /// Nobody can go on by himself. The order of those that sleep is by turns, too.
    void time_passes() {
        if (self->until != never && Time::now() < self->deadline) return;
        const auto first = std::ranges::min_element(threads_, {}, &HostThread::until);
        const bool any_away = std::ranges::count(threads_, HostThread::State::away, &HostThread::state);
        if ((*first)->until != never) {
            if (self->until == never) return;
            turn_ = std::max(turn_, (*first)->until);
        } else if (any_away) {
            return;
        } else { // perhaps something has happened that the simulator does not see
            self->state = HostThread::State::ready;
            self->is_woken = true;
        }
        give_turn();
    }

    /// Whether the one whose turn it is waits outside the simulator, or has computed for long. (A
    /// thread may also stand still because the machine is busy.)
    bool has_left() {
        if (!holder_->inside || *holder_->inside > 0 || holder_->state != HostThread::State::ready) {
            seen_ = nullptr;
            return false;
        }
        const double computed = platform::seconds_computed_by(holder_->in_system);
        const auto now = Time::now();
        if (seen_turn_ != turn_ || seen_ != holder_) {
            seen_turn_ = turn_;
            seen_ = holder_;
            seen_computed_ = computed;
            seen_at_ = now;
            return false;
        }
        const std::chrono::duration<double> spent(computed - seen_computed_);
        if (spent >= patience_with_computing_) {
            patience_with_computing_ = std::max<std::chrono::nanoseconds>(
                patience_with_computing_ / 2, std::chrono::milliseconds(1)); // it will do so again
            return true;
        }
        return spent.count() == 0 && now - seen_at_ >= patience &&
               platform::is_asleep(holder_->in_system);
    }

    std::mutex guard_;
    std::vector<HostThread*> threads_; ///< in the order in which they were made
    std::vector<HostThread*> ready_;
    HostThread* holder_ = nullptr; ///< whose turn it is; null if none can go on
    std::uint64_t turn_ = 0;
    /// The strategies have orders of their own.
    Random dice_{settings().order * strategy_names.size() +
                 static_cast<std::uint64_t>(settings().schedule)};

    std::chrono::nanoseconds patience_with_computing_ = 4 * patience;
    std::uint64_t seen_turn_ = 0;
    const HostThread* seen_ = nullptr;
    double seen_computed_ = 0; ///< seconds
    Time::time_point seen_at_{};
};

Turns& turns() {
    static Turns& instance = *new Turns;
    return instance;
}

} // namespace

Outside::~Outside() {
    may_switch();
    Inside::depth = depth_;
}

bool take_turns() { return are_several && self && Inside::depth == 0; }
bool others_wait() { return are_several && Inside::depth == 0; }

void may_switch() {
    if (!take_turns()) return;
    const Inside work;
    turns().may_switch(false);
}

void let_others_go_on() {
    if (!take_turns()) return;
    const Inside work;
    turns().may_switch(true);
}

void sleep(std::chrono::nanoseconds time) {
    if (!take_turns()) return platform::sleep_for(time);
    {
        const Inside work; // who relies on the time should see what happens without it
        if (turns().coin()) time = {};
    }
    expect(nullptr, time);
    wait();
}

void expect(const void* key, std::chrono::nanoseconds at_most) {
    const Inside work;
    turns().expect(key, at_most);
}

bool wait() {
    const Inside work;
    return turns().wait();
}

void wake(const void* key, unsigned most) {
    const Inside work;
    turns().wake(key, most);
}

HostThread& add() {
    const Inside work;
    return turns().add();
}

void remove(HostThread& thread) {
    const Inside work;
    turns().remove(thread);
}

void begin(HostThread& thread) {
    const Inside work;
    turns().begin(thread);
}

void end() {
    if (!self) return;
    const Inside work;
    turns().end();
}

void hold_for_fork() { turns().hold_for_fork(); }
void go_on_after_fork(bool is_copy) { turns().go_on_after_fork(is_copy); }

} // namespace scanlab::sim::host_threads
