/// \file
/// The operators that cooperative groups' reductions and scans are called with.
#pragma once

#include "core.hpp"

#include <atomic>

namespace cooperative_groups {

#define SCANLAB_GROUP_OPERATOR(name, result)                                                           \
    template <class T>                                                                                 \
    struct name {                                                                                      \
        SCANLAB_UNOBSERVED T operator()(T a, T b) const { return result; }                             \
    };
SCANLAB_GROUP_OPERATOR(plus, a + b)
SCANLAB_GROUP_OPERATOR(less, b < a ? b : a)
SCANLAB_GROUP_OPERATOR(greater, a < b ? b : a)
SCANLAB_GROUP_OPERATOR(bit_and, a& b)
SCANLAB_GROUP_OPERATOR(bit_or, a | b)
SCANLAB_GROUP_OPERATOR(bit_xor, a ^ b)
#undef SCANLAB_GROUP_OPERATOR

namespace detail {

/// What the variable held before.
#define SCANLAB_GROUP_UPDATE(name, function)                                                           \
    template <class Atomic, class T>                                                                   \
    SCANLAB_CALL_SITE T update(Atomic& variable, T value, const name<T>&) {                            \
        return variable.function(value, std::memory_order_relaxed);                                    \
    }
SCANLAB_GROUP_UPDATE(plus, fetch_add)
SCANLAB_GROUP_UPDATE(less, fetch_min)
SCANLAB_GROUP_UPDATE(greater, fetch_max)
SCANLAB_GROUP_UPDATE(bit_and, fetch_and)
SCANLAB_GROUP_UPDATE(bit_or, fetch_or)
SCANLAB_GROUP_UPDATE(bit_xor, fetch_xor)
#undef SCANLAB_GROUP_UPDATE

/// The last thread's value is that of the group.
template <class Group, class Atomic, class T, class Operator>
SCANLAB_CALL_SITE T update_by_last(const Group& group, Atomic& variable, T value,
                                   const Operator& combine) {
    const unsigned last = group.size() - 1;
    if (group.thread_rank() == last) value = update(variable, value, combine);
    return group.shfl(value, last);
}

} // namespace detail

} // namespace cooperative_groups
