/// \file
/// WebAssembly's pointer to the low end of the stack of variables, which Clang keeps in a global.
#pragma once

#include <cstdint>

namespace scanlab::sim::platform {

// Always inlined: the stack pointer is that of the function in which they stand.
[[gnu::always_inline]] inline std::uintptr_t stack_pointer() {
    std::uintptr_t pointer;
    asm volatile("global.get __stack_pointer\n"
                 "local.set %0"
                 : "=r"(pointer));
    return pointer;
}
[[gnu::always_inline]] inline void set_stack_pointer(std::uintptr_t pointer) {
    asm volatile("local.get %0\n"
                 "global.set __stack_pointer" ::"r"(pointer));
}

} // namespace scanlab::sim::platform
