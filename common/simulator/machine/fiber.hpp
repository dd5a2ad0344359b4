/// \file
/// User-level threads of execution.
///
/// On x86-64 a switch is written out in fiber.cpp, elsewhere Boost.Context makes it. What counts is not
/// the number of instructions but how the resumed fiber goes back into its kernel: a return would
/// nearly always be mispredicted, since the last call was made by another fiber from another barrier. A
/// jump is predicted well: all threads of a block go to the same place one after the other. So
/// switch_fiber() ends in a jump, and whoever ends with a tail call to it jumps straight back to its
/// own caller.
#pragma once

#if !defined(__x86_64__)
#include <boost/context/detail/fcontext.hpp>
#endif

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scanlab::sim {

/// Something that can be switched to: a simulated thread, or the scheduler itself.
struct Fiber {
    void* context = nullptr;  ///< its stack pointer, while it is suspended
    std::uint64_t result = 0; ///< what its switch_fiber() returns when it goes on
};

#if defined(__x86_64__)

/// Leaves `from` where it stands and goes on with `to`, until somebody switches back.
/// Returns `from.result` as it is then.
std::uint64_t switch_fiber(Fiber& from, Fiber& to) asm("scanlab_switch_fiber");

/// Makes a fiber that will run `entry`, which must never return, on the stack that ends at
/// `stack_high`.
inline void make_fiber(Fiber& fiber, std::uintptr_t, std::uintptr_t stack_high, void (*entry)()) {
    auto* top = reinterpret_cast<std::uintptr_t*>(stack_high & ~std::uintptr_t{15});
    *--top = 0; // as if entry had been called from nowhere: here a backtrace ends
    *--top = reinterpret_cast<std::uintptr_t>(entry);
    fiber.context = top - 6; // the saved registers, whose values do not matter yet
}

#else

inline std::uint64_t switch_fiber(Fiber& from, Fiber& to) {
    const boost::context::detail::transfer_t resumed =
        boost::context::detail::jump_fcontext(to.context, &from);
    // Whoever switched to us is suspended now: its context arrives with the switch.
    static_cast<Fiber*>(resumed.data)->context = resumed.fctx;
    return from.result;
}

inline void make_fiber(Fiber& fiber, std::uintptr_t stack_low, std::uintptr_t stack_high,
                       void (*entry)()) {
    static void (*const run)() = entry; // one entry serves all fibers
    fiber.context = boost::context::detail::make_fcontext(
        reinterpret_cast<void*>(stack_high), stack_high - stack_low,
        [](boost::context::detail::transfer_t started) {
            static_cast<Fiber*>(started.data)->context = started.fctx;
            run();
        });
}

#endif

/// Stacks for simulated threads, mapped once and used again by later launches.
class StackPool {
public:
    static constexpr std::size_t stack_bytes = 68 * 1024; // no power of two: cache sets again

    /// Low and high end of stack number i; the page below the low end is closed, so overflowing faults.
    struct Stack {
        std::uintptr_t low, high;
        bool contains(std::uintptr_t address) const { return address - low < high - low; }
        bool overflowed_at(std::uintptr_t address) const {
            return address < low && low - address <= 64 * 1024;
        }
    };
    Stack operator[](std::size_t i);

private:
    static constexpr std::size_t stacks_per_slab = 256;
    std::vector<std::uintptr_t> slabs_;
};

} // namespace scanlab::sim
