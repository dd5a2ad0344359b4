/// \file
/// What of the platform has to be inline or constant, in WebAssembly. There a function cannot find out
/// who has called it, and its stack cannot be switched. So the program itself notes where it stands
/// (compile/hooks/sites.hpp), and binaryen's Asyncify lets functions be left and entered again
/// (fiber_wasm.cpp). The runtime is a module by itself, and so is each program.
#pragma once

#include "frame.hpp"

#include <cstddef>
#include <cstdint>

/// What the program has called last, and the frame of the function that has. A call is known by the
/// address of a byte that holds nothing, one per call.
extern "C" const void* scanlab_site;
extern "C" const scanlab::sim::Frame* scanlab_frame;

namespace scanlab::sim {

struct Fiber {
    void* context = nullptr; ///< a Context (fiber_wasm.cpp) on its stack, while it is suspended
    std::uint64_t result = 0;
};

std::uint64_t switch_fiber(Fiber& from, Fiber& to);

constexpr bool fibers_tell_where_they_stand = false;
inline const void* frame_of(const Fiber&) { return nullptr; }

namespace platform {

/// Where the stack of the running fiber ends.
extern std::uintptr_t stack_low;

// Addresses have 32 bits.
constexpr std::size_t most_device_addresses = std::size_t{1} << 29,
                      least_device_addresses = std::size_t{1} << 26;
constexpr std::size_t most_code_addresses = std::size_t{1} << 22;
constexpr std::size_t most_split_words = std::size_t{1} << 22;
constexpr std::uint64_t most_epochs = std::uint64_t{1} << 25;

constexpr std::size_t most_stack_bytes = 64 * 1024;

void fault_at(std::uintptr_t address);
/// There is memory at address 0, too: the linker leaves so much of it to nobody.
inline void fault_if_null(std::uintptr_t address) {
    constexpr std::uintptr_t bytes_of_nobody = 1024;
    if (address < bytes_of_nobody) [[unlikely]]
        fault_at(address);
}

} // namespace platform
} // namespace scanlab::sim
