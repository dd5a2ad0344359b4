// What counts is not the number of instructions but how the resumed fiber goes back into its kernel: a
// return would nearly always be mispredicted, since the last call was made by another fiber from
// another barrier. A jump is predicted well: all threads of a block go to the same place one after the
// other. So switch_fiber() ends in a jump, and a function that ends with a tail call to it jumps
// straight back to its own caller.
#include "platform.hpp"

// The callee-saved registers stay on the stack of the fiber that is left; the floating-point control
// words are nobody's to change here. rdi: from, rsi: to.
asm(R"(
    .text
    .p2align 5
    .globl scanlab_switch_fiber
    .hidden scanlab_switch_fiber
scanlab_switch_fiber:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq (%rsi), %rsp
    movq 8(%rsi), %rax
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    popq %rcx
    jmpq *%rcx
)");

namespace scanlab::sim {

void make_fiber(Fiber& fiber, std::uintptr_t, std::uintptr_t stack_high, void (*entry)()) {
    auto* top = reinterpret_cast<std::uintptr_t*>(stack_high & ~std::uintptr_t{15});
    *--top = 0; // as if entry had been called from nowhere: here a backtrace ends
    *--top = reinterpret_cast<std::uintptr_t>(entry);
    fiber.context = top - 6; // the saved registers, whose values do not matter yet
}

} // namespace scanlab::sim
