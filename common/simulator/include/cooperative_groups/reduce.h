/// \file
/// `cooperative_groups::reduce` over a tile or a coalesced group.
#pragma once

#include "../cooperative_groups.h"
#include "../scanlab_sim/group_operators.hpp"

namespace cooperative_groups {

SCANLAB_DEVICE_ONLY_BEGIN

/// Every thread gets the combination of all values.
template <class Group, class T, class Operator>
SCANLAB_CALL_SITE T reduce(const Group& group, T value, Operator&& combine) {
    for (unsigned distance = 1; distance < group.size(); distance *= 2) {
        const T other = group.shfl_down(value, distance);
        if (group.thread_rank() + distance < group.size()) value = combine(value, other);
    }
    return group.shfl(value, 0);
}

// Nothing is left to do when these return, which they need not have done before the next group.sync().
template <class Group, class T, class Operator>
SCANLAB_CALL_SITE void reduce_store_async(const Group& group, T* result, T value, Operator&& combine) {
    value = reduce(group, value, combine);
    if (group.thread_rank() == 0) *result = value;
}
template <class Group, class Atomic, class T, class Operator>
SCANLAB_CALL_SITE void reduce_update_async(const Group& group, Atomic& result, T value,
                                           Operator&& combine) {
    value = reduce(group, value, combine);
    if (group.thread_rank() == 0) detail::update(result, value, combine);
}

SCANLAB_DEVICE_ONLY_END
} // namespace cooperative_groups
