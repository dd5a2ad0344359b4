/// \file
/// `cuda::counting_semaphore`: a counter that a thread lowers once it is above 0, and raises when it
/// has done.
#pragma once

#include "cuda_atomic.hpp"

#include <chrono>

namespace cuda {

template <thread_scope SCOPE = thread_scope_system, std::ptrdiff_t MOST = (1u << 31) - 1>
class counting_semaphore {
public:
    counting_semaphore() = default;
    constexpr explicit counting_semaphore(std::ptrdiff_t count) : count_(count) {}
    counting_semaphore(const counting_semaphore&) = delete;
    counting_semaphore& operator=(const counting_semaphore&) = delete;
    static constexpr std::ptrdiff_t max() { return MOST; }

    SCANLAB_CALL_SITE friend void init(counting_semaphore* self, std::ptrdiff_t count) {
        self->count_.store(count, memory_order_relaxed);
    }
    SCANLAB_CALL_SITE void release(std::ptrdiff_t count = 1) {
        count_.fetch_add(count, memory_order_release);
    }
    SCANLAB_CALL_SITE bool try_acquire() {
        std::ptrdiff_t seen = count_.load(memory_order_relaxed);
        return seen > 0 && count_.compare_exchange_strong(seen, seen - 1, memory_order_acquire);
    }
    SCANLAB_CALL_SITE void acquire() {
        while (!try_acquire()) {}
    }
    /// No time passes in a kernel: it is tried once.
    template <class Rep, class Period>
    SCANLAB_CALL_SITE bool try_acquire_for(const ::std::chrono::duration<Rep, Period>&) {
        return try_acquire();
    }
    template <class Clock, class Duration>
    SCANLAB_CALL_SITE bool try_acquire_until(const ::std::chrono::time_point<Clock, Duration>&) {
        return try_acquire();
    }

private:
    atomic<std::ptrdiff_t, SCOPE> count_;
};

template <thread_scope SCOPE = thread_scope_system>
using binary_semaphore = counting_semaphore<SCOPE, 1>;

} // namespace cuda
