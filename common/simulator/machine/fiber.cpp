#include "fiber.hpp"

#include <sys/mman.h>

#include <new>

#if defined(__x86_64__)
// The callee-saved registers stay on the stack of the fiber that is left; the floating-point control
// words are nobody's to change here. rdi: from, rsi: to.
asm(R"(
    .text
    .globl scanlab_switch_fiber
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
#endif

namespace scanlab::sim {

namespace {
constexpr std::size_t guard_bytes = 4096;
// Equal distances between stacks would put the hot end of every stack into the same few cache sets.
constexpr std::size_t colours = 61, colour_bytes = 64;

/// Accesses to this page fault. Where the kernel can (Linux 6.13), the page is marked and the mapping
/// stays whole: two more mappings a stack make each launch's page faults, and the end of the program,
/// slow.
void close_page(void* page) {
    constexpr int guard_install = 102; // MADV_GUARD_INSTALL, which older headers lack
    if (madvise(page, guard_bytes, guard_install) != 0) mprotect(page, guard_bytes, PROT_NONE);
}
} // namespace

StackPool::Stack StackPool::operator[](std::size_t i) {
    while (slabs_.size() <= i / stacks_per_slab) {
        void* slab = mmap(nullptr, stacks_per_slab * stack_bytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (slab == MAP_FAILED) throw std::bad_alloc();
        for (std::size_t k = 0; k < stacks_per_slab; ++k)
            close_page(static_cast<char*>(slab) + k * stack_bytes);
        slabs_.push_back(reinterpret_cast<std::uintptr_t>(slab));
    }
    const std::uintptr_t base = slabs_[i / stacks_per_slab] + (i % stacks_per_slab) * stack_bytes;
    return {base + guard_bytes, base + stack_bytes - (i % colours) * colour_bytes};
}

} // namespace scanlab::sim
