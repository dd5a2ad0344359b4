/// \file
/// Fibers where no switch is written out: Boost.Context makes it.
#pragma once

#include <boost/context/detail/fcontext.hpp>

#include <cstdint>

namespace scanlab::sim {

struct Fiber {
    void* context = nullptr;
    std::uint64_t result = 0;
};

inline std::uint64_t switch_fiber(Fiber& from, Fiber& to) {
    const boost::context::detail::transfer_t resumed =
        boost::context::detail::jump_fcontext(to.context, &from);
    // Whoever switched to us is suspended now: its context arrives with the switch.
    static_cast<Fiber*>(resumed.data)->context = resumed.fctx;
    return from.result;
}

constexpr bool fibers_tell_where_they_stand = false;
inline const void* frame_of(const Fiber&) { return nullptr; }

} // namespace scanlab::sim
