/// \file
/// Where elements come from that a task moves.
#pragma once

#include "task.hpp"

namespace scanlab {

/// Where in an input the element stands that is the rank-th, from 0 on, of those with `is_one(i)`.
template <class IsOne>
long long nth_element(long long rank, const IsOne& is_one) {
    long long i = 0;
    while (!is_one(i) || rank-- > 0) ++i;
    return i;
}

/// For the row of a task that puts kept elements first, in their order, and others after them.
inline long long source_of_kept(const Evidence& evidence, long long k) {
    const long long kept = evidence.expected_kept();
    return nth_element(k < kept ? k : k - kept, [&](long long i) {
        return is_kept(evidence.input.data(), i, traits(evidence.task).kept) == (k < kept);
    });
}

} // namespace scanlab
