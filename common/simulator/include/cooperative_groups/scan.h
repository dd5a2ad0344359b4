/// \file
/// `cooperative_groups::inclusive_scan` and `exclusive_scan` over a tile or a coalesced group.
#pragma once

#include "../cooperative_groups.h"
#include "../scanlab_sim/group_operators.hpp"

namespace cooperative_groups {

SCANLAB_DEVICE_ONLY_BEGIN

/// The combination of the values up to and with the thread's own (Hillis and Steele, "Data Parallel
/// Algorithms", CACM 1986).
template <class Group, class T, class Operator = plus<T>>
SCANLAB_CALL_SITE T inclusive_scan(const Group& group, T value, Operator&& combine = {}) {
    for (unsigned distance = 1; distance < group.size(); distance *= 2) {
        const T other = group.shfl_up(value, distance);
        if (group.thread_rank() >= distance) value = combine(other, value);
    }
    return value;
}

/// The combination of the values before the thread's own; T{} for the first.
template <class Group, class T, class Operator = plus<T>>
SCANLAB_CALL_SITE T exclusive_scan(const Group& group, T value, Operator&& combine = {}) {
    const T before = group.shfl_up(inclusive_scan(group, value, combine), 1);
    return group.thread_rank() == 0 ? T{} : before;
}

/// Likewise, after what the variable has held, which then gets all of the group's values, too.
template <class Group, class Atomic, class T, class Operator = plus<T>>
SCANLAB_CALL_SITE T inclusive_scan_update(const Group& group, Atomic& total, T value,
                                          Operator&& combine = {}) {
    const T inclusive = inclusive_scan(group, value, combine);
    return combine(detail::update_by_last(group, total, inclusive, combine), inclusive);
}
template <class Group, class Atomic, class T, class Operator = plus<T>>
SCANLAB_CALL_SITE T exclusive_scan_update(const Group& group, Atomic& total, T value,
                                          Operator&& combine = {}) {
    const T inclusive = inclusive_scan(group, value, combine);
    const T start = detail::update_by_last(group, total, inclusive, combine),
            before = group.shfl_up(inclusive, 1);
    return group.thread_rank() == 0 ? start : combine(start, before);
}

SCANLAB_DEVICE_ONLY_END
} // namespace cooperative_groups
