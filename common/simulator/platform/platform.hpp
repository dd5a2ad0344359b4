/// \file
/// All that depends on the operating system or the processor. Each file beside this one implements a
/// part; a port brings files of its own.
#pragma once

#if !defined(__x86_64__)
#include "fiber_boost.hpp"
#endif

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

// The linker's names for where the program's image lies.
extern "C" char __executable_start, _end; // NOLINT

namespace scanlab::sim {

// --- fibers: user-level threads of execution ---------------------------------------------------------

#if defined(__x86_64__)

/// Something that can be switched to: a simulated thread, or the scheduler itself.
struct Fiber {
    void* context = nullptr;  ///< its stack pointer, while it is suspended
    std::uint64_t result = 0; ///< what its switch_fiber() returns when it goes on
};

/// Leaves `from` where it stands and goes on with `to`, until somebody switches back.
/// Returns `from.result` as it is then.
std::uint64_t switch_fiber(Fiber& from, Fiber& to) asm("scanlab_switch_fiber");

#endif

/// Makes a fiber that will run `entry`, which must never return, on the stack between these addresses.
void make_fiber(Fiber& fiber, std::uintptr_t stack_low, std::uintptr_t stack_high, void (*entry)());

namespace platform {

// --- memory ------------------------------------------------------------------------------------------

enum class Protection { closed, open };

std::size_t page_bytes();
std::size_t physical_memory_bytes();

/// Addresses whose pages appear, zeroed, when they are touched; null if there are not so many. The
/// program may touch them only if they are open.
void* reserve(std::size_t bytes, Protection protection);
void give_back(void* begin, std::size_t bytes);
/// Opens or closes whole pages; false if the system refuses.
bool protect(void* begin, std::size_t bytes, Protection protection);
/// Makes every access to one open page a fault.
void guard(void* page);
/// Closes whole pages, and gives back what they held, but not their addresses.
void close_for_ever(void* begin, std::size_t bytes);
/// Zeroes what lies there; whole pages are given back.
void zero(void* begin, std::size_t bytes);

/// Whether there is memory, of any kind, at all these addresses.
bool is_mapped(const void* begin, std::size_t bytes);
/// Whether malloc() has given out so many bytes there, as far as the C library tells.
bool is_allocated(const void* begin, std::size_t bytes);
/// Whether the address lies in the program or a library of it.
bool is_code(const void* address);

/// The program's own image: its code, its constants and its variables.
inline const char* image_begin() { return &__executable_start; }
inline const char* image_end() { return &_end; }

// --- faults and time ---------------------------------------------------------------------------------

enum class Fault { bad_access, division_by_zero };

/// What is called when the program does something that it may not, and from time to time. Either may
/// leave by switching to another fiber.
struct Handlers {
    void (*fault)(Fault fault, std::uintptr_t address);
    /// `interrupted_at`: the instruction that was to be next; null if that is not known.
    void (*tick)(const void* interrupted_at);
};
void install(const Handlers& handlers);
/// For the handler of a fault: the program ends as it would without one.
void leave_fault_to_the_system();
/// The next tick comes after so many microseconds of computing, the others every second.
void tick_after(unsigned microseconds);

// --- what surrounds the program ----------------------------------------------------------------------

/// The environment's "NAME=value" entries, and null after the last.
char** environment();
/// Whether a file of that name can be written. It is not made yet: the program may leave none.
bool can_be_written(const std::string& path);

// --- debug information and symbols -------------------------------------------------------------------

/// A function, or a variable of the program.
struct Symbol {
    std::string name; ///< demangled
    std::uintptr_t begin;
    std::size_t bytes;
};
/// The symbol that an address of the image belongs to, if any.
std::optional<Symbol> symbol_at(std::uintptr_t address);

/// Gets frames from the innermost on, until it returns false. `file` may be null, `line` 0: unknown.
using VisitFrame = bool (*)(void* context, const char* file, int line);
/// The code at an address: the function there, and those that it was inlined into.
void visit_frames_at(const void* address, VisitFrame visit, void* context);
/// The running function and its callers.
void visit_callers(VisitFrame visit, void* context);

} // namespace platform
} // namespace scanlab::sim
