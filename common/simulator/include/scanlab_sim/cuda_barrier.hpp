/// \file
/// `cuda::barrier`: in shared memory an mbarrier, elsewhere a counter that the threads look at.
#pragma once

#include "async_copies.hpp"
#include "cuda_atomic.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace cuda {

/// What a barrier's last thread calls: nothing.
struct no_completion {};

template <thread_scope SCOPE = thread_scope_system, class Completion = no_completion>
class barrier {
    static_assert(std::is_same_v<Completion, no_completion>,
                  "the simulator has no barriers with a function that the last thread calls: let one "
                  "thread call it after the barrier");

public:
    class arrival_token {
        friend barrier;
        std::uint64_t phase_ = 0;
    };

    barrier() = default;
    SCANLAB_CALL_SITE explicit barrier(std::ptrdiff_t expected) { begin(expected); }
    barrier(const barrier&) = delete;
    barrier& operator=(const barrier&) = delete;
    static constexpr std::ptrdiff_t max() { return (1 << 20) - 1; }

    SCANLAB_CALL_SITE friend void init(barrier* self, std::ptrdiff_t expected) {
        self->begin(expected);
    }
    SCANLAB_CALL_SITE friend void init(barrier* self, std::ptrdiff_t expected, Completion) {
        self->begin(expected);
    }

    [[nodiscard]] SCANLAB_CALL_SITE arrival_token arrive(std::ptrdiff_t count = 1) {
        arrival_token token;
        token.phase_ = arrive_in_phase(static_cast<unsigned>(count));
        return token;
    }
    SCANLAB_CALL_SITE void wait(arrival_token&& token) const { wait_for(token.phase_); }
    SCANLAB_CALL_SITE void wait_parity(bool parity) const {
        while (!try_wait_parity(parity)) {}
    }
    SCANLAB_CALL_SITE bool try_wait_parity(bool parity) const {
        return is_native() ? scanlab::sim::mbarrier_wait(&state_, true, true, parity ? 1 : 0)
                           : (phase().load(memory_order_acquire) & 1) != (parity ? 1u : 0u);
    }
    SCANLAB_CALL_SITE bool try_wait(const arrival_token& token) const {
        return has_ended(token.phase_);
    }
    SCANLAB_CALL_SITE void arrive_and_wait() { wait_for(arrive_in_phase(1)); }
    SCANLAB_CALL_SITE void arrive_and_drop() {
        if (is_native()) {
            scanlab::sim::mbarrier_drop(&state_);
        } else {
            counter(expected_).fetch_sub(1);
            arrive_in_phase(1);
        }
    }

    /// For copies that end with a phase.
    SCANLAB_UNOBSERVED std::uint64_t* native_handle() { return &state_; }

private:
    using Counter = atomic_ref<std::uint32_t, SCOPE>;
    SCANLAB_UNOBSERVED static Counter counter(std::uint32_t& value) { return Counter(value); }
    SCANLAB_UNOBSERVED Counter phase() const { return Counter(phase_); }
    SCANLAB_UNOBSERVED bool is_native() const {
        return scanlab::sim::in_kernel() && scanlab::sim::is_shared_address(this);
    }

    SCANLAB_CALL_SITE void begin(std::ptrdiff_t expected) {
        if (is_native()) {
            scanlab::sim::mbarrier_init(&state_, static_cast<unsigned>(expected));
        } else {
            expected_ = pending_ = static_cast<std::uint32_t>(expected);
            phase_ = 0;
        }
    }
    SCANLAB_CALL_SITE std::uint64_t arrive_in_phase(unsigned count) {
        if (is_native()) return scanlab::sim::mbarrier_arrive(&state_, count, 0);
        const std::uint32_t current = phase().load(memory_order_relaxed);
        if (counter(pending_).fetch_sub(count, memory_order_acq_rel) == count) {
            counter(pending_).store(counter(expected_).load(memory_order_relaxed),
                                    memory_order_relaxed);
            phase().fetch_add(1, memory_order_release);
        }
        return current;
    }
    SCANLAB_CALL_SITE bool has_ended(std::uint64_t token) const {
        return is_native() ? scanlab::sim::mbarrier_wait(&state_, true, false, token)
                           : phase().load(memory_order_acquire) != token;
    }
    SCANLAB_CALL_SITE void wait_for(std::uint64_t token) const {
        while (!has_ended(token)) {}
    }

    alignas(8) mutable std::uint64_t state_;
    std::uint32_t expected_, pending_;
    mutable std::uint32_t phase_;
};

namespace device {
template <thread_scope SCOPE>
SCANLAB_UNOBSERVED inline std::uint64_t* barrier_native_handle(barrier<SCOPE>& self) {
    return self.native_handle();
}
} // namespace device

// --- copies that end with a phase --------------------------------------------------------------------

enum class async_contract_fulfillment { none, async };

template <class Group, thread_scope SCOPE>
SCANLAB_CALL_SITE async_contract_fulfillment memcpy_async(const Group& group, void* to,
                                                          const void* from, std::size_t bytes,
                                                          barrier<SCOPE>& until) {
    scanlab::sim::copy_async(group, to, from, bytes, until.native_handle());
    return async_contract_fulfillment::async;
}
template <thread_scope SCOPE>
SCANLAB_CALL_SITE async_contract_fulfillment memcpy_async(void* to, const void* from, std::size_t bytes,
                                                          barrier<SCOPE>& until) {
    return memcpy_async(scanlab::sim::OneThread(), to, from, bytes, until);
}

} // namespace cuda
