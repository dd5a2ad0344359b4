/// \file
/// The operators that cooperative groups' reductions and scans are called with.
#pragma once

#include "core.hpp"

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

} // namespace cooperative_groups
