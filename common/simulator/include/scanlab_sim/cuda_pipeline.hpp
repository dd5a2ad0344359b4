/// \file
/// `cuda::pipeline`: asynchronous copies in stages, of a thread for itself, or of a block's producers
/// for its consumers.
#pragma once

#include "cuda_barrier.hpp"

#include <cstdint>

namespace cuda {

enum class pipeline_role { producer, consumer };

/// Two barriers per stage, in shared memory: it has been filled, and it may be filled again.
template <thread_scope SCOPE, std::uint8_t STAGES>
struct pipeline_shared_state {
    std::uint64_t filled[STAGES], free[STAGES];
};

template <thread_scope SCOPE>
class pipeline {
public:
    pipeline() = default; // of one thread
    pipeline(const pipeline&) = delete;
    pipeline(pipeline&&) = default;

    SCANLAB_CALL_SITE void producer_acquire() {
        if (is_shared() && head_ >= stages_) wait(free_ + head_ % stages_, head_ / stages_ - 1);
    }
    SCANLAB_CALL_SITE void producer_commit() {
        if (is_shared())
            scanlab::sim::mbarrier_arrive(filled_ + head_ % stages_, 1, 0);
        else
            scanlab::sim::async_commit();
        ++head_;
    }
    SCANLAB_CALL_SITE void consumer_wait() {
        if (is_shared())
            wait(filled_ + tail_ % stages_, tail_ / stages_);
        else
            scanlab::sim::async_wait(static_cast<unsigned>(head_ - tail_ - 1));
    }
    template <class Rep, class Period>
    SCANLAB_CALL_SITE bool consumer_wait_for(const std::chrono::duration<Rep, Period>&) {
        consumer_wait();
        return true;
    }
    SCANLAB_CALL_SITE void consumer_release() {
        if (is_shared()) scanlab::sim::mbarrier_arrive(free_ + tail_ % stages_, 1, 0);
        ++tail_;
    }
    SCANLAB_CALL_SITE bool quit() { return true; }

    /// The barrier of the stage that is being filled; null for a thread's own pipeline.
    SCANLAB_UNOBSERVED void* filling() const {
        return is_shared() ? filled_ + head_ % stages_ : nullptr;
    }
    SCANLAB_CALL_SITE void wait_prior(unsigned left) {
        scanlab::sim::async_wait(left);
        tail_ = head_ - left;
    }

    template <class Group, std::uint8_t STAGES>
    SCANLAB_CALL_SITE static pipeline of(const Group& group,
                                         pipeline_shared_state<SCOPE, STAGES>* state,
                                         unsigned producers, unsigned consumers) {
        pipeline result;
        result.filled_ = state->filled;
        result.free_ = state->free;
        result.stages_ = STAGES;
        if (group.thread_rank() == 0)
            for (unsigned i = 0; i < STAGES; ++i) {
                scanlab::sim::mbarrier_init(result.filled_ + i, producers);
                scanlab::sim::mbarrier_init(result.free_ + i, consumers);
            }
        group.sync();
        return result;
    }

private:
    SCANLAB_UNOBSERVED bool is_shared() const { return filled_ != nullptr; }
    SCANLAB_CALL_SITE static void wait(std::uint64_t* barrier, std::uint64_t phase) {
        while (!scanlab::sim::mbarrier_wait(barrier, true, false, phase)) {}
    }

    std::uint64_t *filled_ = nullptr, *free_ = nullptr;
    std::uint64_t stages_ = 1;
    std::uint64_t head_ = 0, tail_ = 0; ///< stages that the thread has committed, and released
};

SCANLAB_UNOBSERVED inline pipeline<thread_scope_thread> make_pipeline() { return {}; }
template <class Group, thread_scope SCOPE, std::uint8_t STAGES>
SCANLAB_CALL_SITE pipeline<SCOPE> make_pipeline(const Group& group,
                                                pipeline_shared_state<SCOPE, STAGES>* state) {
    const auto all = static_cast<unsigned>(group.size());
    return pipeline<SCOPE>::of(group, state, all, all);
}
template <class Group, thread_scope SCOPE, std::uint8_t STAGES>
SCANLAB_CALL_SITE pipeline<SCOPE>
make_pipeline(const Group& group, pipeline_shared_state<SCOPE, STAGES>* state, std::size_t producers) {
    const auto count = static_cast<unsigned>(producers);
    return pipeline<SCOPE>::of(group, state, count, static_cast<unsigned>(group.size()) - count);
}
template <class Group, thread_scope SCOPE, std::uint8_t STAGES>
SCANLAB_CALL_SITE pipeline<SCOPE>
make_pipeline(const Group& group, pipeline_shared_state<SCOPE, STAGES>* state, pipeline_role role) {
    const auto all = static_cast<unsigned>(group.size());
    const auto producers = static_cast<unsigned>(__syncthreads_count(role == pipeline_role::producer));
    return pipeline<SCOPE>::of(group, state, producers, all - producers);
}

template <class Group, thread_scope SCOPE>
SCANLAB_CALL_SITE async_contract_fulfillment memcpy_async(const Group& group, void* to,
                                                          const void* from, std::size_t bytes,
                                                          pipeline<SCOPE>& through) {
    scanlab::sim::copy_async(group, to, from, bytes, through.filling());
    return async_contract_fulfillment::async;
}
template <thread_scope SCOPE>
SCANLAB_CALL_SITE async_contract_fulfillment memcpy_async(void* to, const void* from, std::size_t bytes,
                                                          pipeline<SCOPE>& through) {
    return memcpy_async(scanlab::sim::OneThread(), to, from, bytes, through);
}
template <std::uint8_t LEFT, thread_scope SCOPE>
SCANLAB_CALL_SITE void pipeline_consumer_wait_prior(pipeline<SCOPE>& self) {
    self.wait_prior(LEFT);
}

} // namespace cuda
