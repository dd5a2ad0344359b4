/// \file
/// `cuda::latch`: a counter that threads wait for, until it is 0.
#pragma once

#include "cuda_atomic.hpp"

namespace cuda {

template <thread_scope SCOPE = thread_scope_system>
class latch {
public:
    latch() = default;
    constexpr explicit latch(std::ptrdiff_t expected) : left_(expected) {}
    latch(const latch&) = delete;
    latch& operator=(const latch&) = delete;
    static constexpr std::ptrdiff_t max() { return (1u << 31) - 1; }

    SCANLAB_CALL_SITE friend void init(latch* self, std::ptrdiff_t expected) {
        self->left_.store(expected, memory_order_relaxed);
    }
    SCANLAB_CALL_SITE void count_down(std::ptrdiff_t count = 1) {
        left_.fetch_sub(count, memory_order_release);
    }
    SCANLAB_CALL_SITE bool try_wait() const { return left_.load(memory_order_acquire) == 0; }
    SCANLAB_CALL_SITE void wait() const {
        while (!try_wait()) {}
    }
    SCANLAB_CALL_SITE void arrive_and_wait(std::ptrdiff_t count = 1) {
        left_.fetch_sub(count, memory_order_acq_rel);
        wait();
    }

private:
    atomic<std::ptrdiff_t, SCOPE> left_;
};

} // namespace cuda
