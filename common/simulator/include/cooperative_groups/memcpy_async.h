/// \file
/// Copies that a group's threads start together and wait for together.
#pragma once

#include "../cooperative_groups.h"
#include "../scanlab_sim/async_copies.hpp"

namespace cooperative_groups {

SCANLAB_DEVICE_ONLY_BEGIN

template <class Group, class T>
SCANLAB_CALL_SITE void memcpy_async(const Group& group, T* to, const T* from, std::size_t bytes) {
    scanlab::sim::copy_async(group, to, from, bytes);
    scanlab::sim::async_commit();
}
/// So many elements, no more than there are and than there is room for.
template <class Group, class T, class Room, class Count>
SCANLAB_CALL_SITE void memcpy_async(const Group& group, T* to, const Room& room, const T* from,
                                    const Count& count) {
    const std::size_t elements = static_cast<std::size_t>(room) < static_cast<std::size_t>(count)
                                     ? static_cast<std::size_t>(room)
                                     : static_cast<std::size_t>(count);
    memcpy_async(group, to, from, elements * sizeof(T));
}

template <class Group>
SCANLAB_CALL_SITE void wait(const Group& group) {
    scanlab::sim::async_wait_all();
    group.sync();
}
/// For all but the group's last LEFT copies.
template <unsigned LEFT, class Group>
SCANLAB_CALL_SITE void wait_prior(const Group& group) {
    scanlab::sim::async_wait(LEFT);
    group.sync();
}

SCANLAB_DEVICE_ONLY_END
} // namespace cooperative_groups
