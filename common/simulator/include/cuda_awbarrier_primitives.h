/// \file
/// Barriers in shared memory, as functions.
#pragma once

#include "cuda_runtime.h"

#include <cstdint>

using __mbarrier_t = std::uint64_t;
using __mbarrier_token_t = std::uint64_t;

SCANLAB_UNOBSERVED constexpr std::uint32_t __mbarrier_maximum_count() { return (1u << 20) - 1; }
SCANLAB_CALL_SITE void __mbarrier_init(__mbarrier_t* barrier, std::uint32_t count) {
    scanlab::sim::mbarrier_init(barrier, count);
}
SCANLAB_CALL_SITE void __mbarrier_inval(__mbarrier_t*) {}
SCANLAB_CALL_SITE __mbarrier_token_t __mbarrier_arrive(__mbarrier_t* barrier) {
    return scanlab::sim::mbarrier_arrive(barrier, 1, 0);
}
SCANLAB_CALL_SITE __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t* barrier) {
    return scanlab::sim::mbarrier_drop(barrier);
}
SCANLAB_CALL_SITE bool __mbarrier_test_wait(__mbarrier_t* barrier, __mbarrier_token_t token) {
    return scanlab::sim::mbarrier_wait(barrier, false, false, token);
}
SCANLAB_CALL_SITE bool __mbarrier_try_wait(__mbarrier_t* barrier, __mbarrier_token_t token,
                                           std::uint32_t) {
    return scanlab::sim::mbarrier_wait(barrier, true, false, token);
}
