#include "platform.hpp"

namespace scanlab::sim {

void make_fiber(Fiber& fiber, std::uintptr_t stack_low, std::uintptr_t stack_high, void (*entry)()) {
    static void (*const run)() = entry; // one entry serves all fibers
    fiber.context = boost::context::detail::make_fcontext(
        reinterpret_cast<void*>(stack_high), stack_high - stack_low,
        [](boost::context::detail::transfer_t started) {
            static_cast<Fiber*>(started.data)->context = started.fctx;
            run();
        });
}

} // namespace scanlab::sim
