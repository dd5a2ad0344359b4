/// \file
/// The part of `cuda::ptx` that is about mbarriers and bulk copies between global and shared memory.
#pragma once

#include "core.hpp"

#include <cstdint>
#include <type_traits>

namespace cuda::ptx {

// What an instruction's name consists of. The simulator has no clusters: a cluster is a block.
#define SCANLAB_TAG(name)                                                                              \
    struct name##_t {};                                                                                \
    inline constexpr name##_t name{};
SCANLAB_TAG(sem_acquire)
SCANLAB_TAG(sem_relaxed)
SCANLAB_TAG(sem_release)
SCANLAB_TAG(scope_cta)
SCANLAB_TAG(scope_cluster)
SCANLAB_TAG(space_cluster)
SCANLAB_TAG(space_global)
SCANLAB_TAG(space_shared)
#undef SCANLAB_TAG
template <int N>
using n32_t = std::integral_constant<int, N>;

template <class T>
concept scope = std::is_same_v<T, scope_cta_t> || std::is_same_v<T, scope_cluster_t>;
template <class T>
concept space = std::is_same_v<T, space_cluster_t> || std::is_same_v<T, space_global_t> ||
    std::is_same_v<T, space_shared_t>;

SCANLAB_CALL_SITE void mbarrier_init(std::uint64_t* barrier, std::uint32_t count) {
    scanlab::sim::mbarrier_init(barrier, count);
}

SCANLAB_CALL_SITE std::uint64_t mbarrier_arrive(std::uint64_t* barrier, std::uint32_t count = 1) {
    return scanlab::sim::mbarrier_arrive(barrier, count, 0);
}
SCANLAB_CALL_SITE std::uint64_t mbarrier_arrive(sem_release_t, scope auto, space_shared_t,
                                                std::uint64_t* barrier, std::uint32_t count = 1) {
    return scanlab::sim::mbarrier_arrive(barrier, count, 0);
}
SCANLAB_CALL_SITE std::uint64_t mbarrier_arrive_expect_tx(sem_release_t, scope auto, space_shared_t,
                                                          std::uint64_t* barrier, std::uint32_t bytes) {
    return scanlab::sim::mbarrier_arrive(barrier, 1, bytes);
}
SCANLAB_CALL_SITE void mbarrier_expect_tx(sem_relaxed_t, scope auto, space_shared_t,
                                          std::uint64_t* barrier, std::uint32_t bytes) {
    scanlab::sim::mbarrier_expect(barrier, bytes);
}

// By a state that arriving has returned, or by the parity of the phase's number. Trying may sleep, for
// a limited time.
#define SCANLAB_WAIT(name, may_sleep, parity_only, Phase)                                              \
    SCANLAB_CALL_SITE bool name(std::uint64_t* barrier, Phase phase) {                                 \
        return scanlab::sim::mbarrier_wait(barrier, may_sleep, parity_only, phase);                    \
    }                                                                                                  \
    SCANLAB_CALL_SITE bool name(sem_acquire_t, scope auto, std::uint64_t* barrier, Phase phase) {      \
        return scanlab::sim::mbarrier_wait(barrier, may_sleep, parity_only, phase);                    \
    }
SCANLAB_WAIT(mbarrier_test_wait, false, false, std::uint64_t)
SCANLAB_WAIT(mbarrier_test_wait_parity, false, true, std::uint32_t)
SCANLAB_WAIT(mbarrier_try_wait, true, false, std::uint64_t)
SCANLAB_WAIT(mbarrier_try_wait_parity, true, true, std::uint32_t)
#undef SCANLAB_WAIT

SCANLAB_CALL_SITE void cp_async_bulk(space_cluster_t, space_global_t, void* shared, const void* global,
                                     std::uint32_t bytes, std::uint64_t* barrier) {
    scanlab::sim::bulk_load(shared, global, bytes, barrier);
}
SCANLAB_CALL_SITE void cp_async_bulk(space_shared_t, space_global_t, void* shared, const void* global,
                                     std::uint32_t bytes, std::uint64_t* barrier) {
    scanlab::sim::bulk_load(shared, global, bytes, barrier);
}
SCANLAB_CALL_SITE void cp_async_bulk(space_global_t, space_shared_t, void* global, const void* shared,
                                     std::uint32_t bytes) {
    scanlab::sim::bulk_store(global, shared, bytes);
}
SCANLAB_CALL_SITE void cp_async_bulk_commit_group() { scanlab::sim::bulk_commit(); }
template <int N>
SCANLAB_CALL_SITE void cp_async_bulk_wait_group(n32_t<N>) {
    scanlab::sim::bulk_wait(N, false);
}
template <int N>
SCANLAB_CALL_SITE void cp_async_bulk_wait_group_read(n32_t<N>) {
    scanlab::sim::bulk_wait(N, true);
}

SCANLAB_CALL_SITE void fence_proxy_async() { scanlab::sim::copy_fence(); }
SCANLAB_CALL_SITE void fence_proxy_async(space auto) { scanlab::sim::copy_fence(); }
SCANLAB_CALL_SITE void fence_mbarrier_init(sem_release_t, scope_cluster_t) {
    scanlab::sim::copy_fence();
}

} // namespace cuda::ptx
