/// \file
/// All that depends on the operating system or the processor. Each file beside this one implements a
/// part; a port brings files of its own.
#pragma once

#include "demangled.hpp"
#include "frame.hpp"
#include "image.hpp"
#if defined(__wasm__)
#include "wasm.hpp"
#else
#include "posix.hpp"
#endif

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scanlab::sim {

// --- fibers: user-level threads of execution ---------------------------------------------------------

/// Makes a fiber that will run `entry`, which must never return, on the stack between these addresses.
void make_fiber(Fiber& fiber, std::uintptr_t stack_low, std::uintptr_t stack_high, void (*entry)());

namespace platform {

// --- memory ------------------------------------------------------------------------------------------

enum class Protection { closed, open };

std::size_t page_bytes();
std::size_t physical_memory_bytes();

/// Addresses whose pages appear, zeroed, when they are touched; null if there are not so many. The
/// program may touch them only if they are open. They begin at `wish` if that can be.
void* reserve(std::size_t bytes, Protection protection, std::uintptr_t wish = 0);
void give_back(void* begin, std::size_t bytes);
/// Opens or closes whole pages; false if the system refuses.
bool protect(void* begin, std::size_t bytes, Protection protection);
/// Makes whole pages ones that are open, zeroed, and the same in this process and its forks; false if
/// the system refuses.
bool share(void* begin, std::size_t bytes);
/// Makes every access to one open page a fault.
void guard(void* page);
/// Gives whole open pages their memory now, for less than the faults cost that would bring it.
void populate(void* begin, std::size_t bytes);
/// Where many pages are touched, large ones of this size cost less, if they begin at a multiple of it.
inline constexpr std::size_t large_page_bytes = std::size_t{2} << 20;
/// Asks for large pages, as far as whole ones lie in open memory of which most will be touched.
void use_large_pages(void* begin, std::size_t bytes);
/// Closes whole pages, and gives back what they held, but not their addresses.
void close_for_ever(void* begin, std::size_t bytes);
/// Zeroes what lies there; whole pages are given back.
void zero(void* begin, std::size_t bytes);

/// Whether there is memory, of any kind, at all these addresses.
bool is_mapped(const void* begin, std::size_t bytes);

/// Whether the program has made threads of the operating system.
bool has_threads();
/// Whether malloc() has given out so many bytes there, as far as the C library tells.
bool is_allocated(const void* begin, std::size_t bytes);
/// Whether the address lies in the program or a library of it.
bool is_code(const void* address);

/// The image that holds the address, if one does, is one of the program's from now on.
void add_image(const void* address);
/// Whether this copy of the runtime has nothing to do, because the program brings one.
bool another_runtime_serves();

/// Whether the address lies in what the program's images hold for reading only.
bool is_constant(std::uintptr_t address);
/// Where the images hold what can be written, except the runtime's own variables.
std::vector<std::span<char>> variables_of_program();

// --- faults and time ---------------------------------------------------------------------------------

enum class Fault { bad_access, division_by_zero, illegal_instruction };

/// What is called when the program does something that it may not, and when its time is over. All may
/// be called in the middle of anything, and all may leave by switching to another fiber.
struct Handlers {
    /// `at`: the instruction that does it; null if that is not known.
    void (*fault)(Fault fault, std::uintptr_t address, const void* at);
    void (*abort)();
    /// `interrupted_at`: the instruction that was to be next; null if that is not known.
    void (*tick)(const void* interrupted_at);
    /// A signal, such as that of Ctrl-C, is about to end the program.
    void (*told_to_end)();
    /// A fork() is about to copy this process; and has.
    void (*fork_comes)();
    void (*fork_ends)(bool is_copy);
};
/// Once, when the program begins. What the program handles itself later is its own.
void install(const Handlers& handlers);
/// While one lives, faults are the simulator's even if the program handles them.
class FaultsAreOurs {
public:
    FaultsAreOurs();
    ~FaultsAreOurs();
    FaultsAreOurs(const FaultsAreOurs&) = delete;
    FaultsAreOurs& operator=(const FaultsAreOurs&) = delete;

private:
    bool taken_; ///< from the program
};
/// For the handler of a fault or an abort: the program ends as it would without one.
void leave_fault_to_the_system();
/// Whether the instruction is one of the runtime's own.
bool is_own_code(const void* instruction);
/// Of those of the image, in a handler of std::terminate(): the innermost function that has led to it.
/// Null if that is not known.
const void* what_terminates();
/// Asks for a tick on the thread that runs kernels; others follow every second.
void tick_after(double seconds);
/// Seconds since install() or the fork, without those in which the machine was busy with other
/// programs. While copies work, it is their computing that counts.
double seconds_run();

// --- copies of the process ---------------------------------------------------------------------------

/// A copy of this process, with the memory that it has now, that does some work and then waits for its
/// end. What it writes, only it sees; what it has written can be read.
class WorkingCopy {
public:
    /// Null if the system makes none. `work(context)` is called in the copy.
    static std::unique_ptr<WorkingCopy> begin(void (*work)(void* context), void* context);
    /// Ends it.
    ~WorkingCopy();
    WorkingCopy(const WorkingCopy&) = delete;
    WorkingCopy& operator=(const WorkingCopy&) = delete;

    /// Waits until both have done their work: true; or until one has refused to, or ended, or a tick
    /// has made `given_up` true.
    static bool have_done_their_work(const WorkingCopy& first, const WorkingCopy& second,
                                     const bool& given_up);
    /// Reads what it has at these addresses of its memory; false if the system does not let us.
    bool read(void* to, const void* from, std::size_t bytes) const;

private:
    WorkingCopy(int process, int pipe) : process_(process), pipe_(pipe) {}
    int process_, pipe_; ///< it writes to the pipe when it has done its work
};
/// Seconds in which this process has only waited for copies, without those in which the busier of the
/// two has computed.
double seconds_waited_for_copies();
/// Does both at the same time, if it can.
void do_both(const std::function<void()>& one, const std::function<void()>& other);
/// In a copy that works, ends it: the work is not what a copy can do. Elsewhere nothing happens.
void refuse_to_work_as_copy();

// --- the program's end -------------------------------------------------------------------------------

/// Ends the program at once: nothing is flushed, and no destructor runs.
[[noreturn]] void leave(int code);
/// exit() and quick_exit() of the C library, which the runtime replaces.
[[noreturn]] void exit_orderly(int code);
[[noreturn]] void exit_quickly(int code);
/// Has a function called with the exit code when the program ends in an orderly way, where that can be
/// known.
void at_exit_with_code(void (*function)(int code));
/// Has exit_quickly() call a function at its end.
void at_exit_quickly(void (*function)());
/// Whether this process shares its memory with the one that vfork() has left waiting.
bool is_borrowed();
/// Writes out what the program has printed, unless it is just printing.
void flush_output();

// --- threads of the host -----------------------------------------------------------------------------

/// A thread of the operating system, for others to look at.
struct SystemThread {
    int clock = 0, number = 0; ///< by which the system knows them
};
SystemThread this_system_thread();
double seconds_computed_by(SystemThread thread);
/// Whether it waits for something, as far as the system tells.
bool is_asleep(SystemThread thread);
/// Has this thread do nothing for so long.
void sleep_for(std::chrono::nanoseconds time);
/// Whether it begins here: where the program does, or the C++ library for the program.
bool begins_in_program(const void* start);

// --- files -------------------------------------------------------------------------------------------

/// A file that is there, empty, as soon as it is opened, and to which whole texts are added: who reads
/// it sees all of one or nothing. All but open() may be called in the middle of anything.
class AppendedFile {
public:
    /// Null if the system refuses. A file that another process has open here is added to.
    static std::optional<AppendedFile> open(const std::string& path);
    /// Returns the position in the file at which the text begins; negative if it has none, as in a
    /// pipe.
    long long add(const char* text, std::size_t bytes) const;
    void overwrite(long long position, const char* text, std::size_t bytes) const;

private:
    AppendedFile(int at_end, int anywhere) : at_end_(at_end), anywhere_(anywhere) {}
    int at_end_, anywhere_; ///< descriptors of the same file, for adding and for overwriting
};
/// Writes to standard error, past its stream.
void print_error(const char* text, std::size_t bytes);

// --- what surrounds the program ----------------------------------------------------------------------

/// The environment's "NAME=value" entries, and null after the last.
char** environment();
/// The number of this process, as others see it.
std::string process_number();
/// Whether somebody may be looking at what print_error() writes.
bool errors_go_to_a_terminal();
/// Whether a file of that name can be written. It is not made yet: the program may leave none.
bool can_be_written(const std::string& path);

// --- debug information and symbols -------------------------------------------------------------------

/// A function, or a variable of the program.
struct Symbol {
    std::string name; ///< demangled
    std::uintptr_t begin;
    std::size_t bytes;
};
/// The symbol that an address of an image belongs to, if any.
std::optional<Symbol> symbol_at(std::uintptr_t address);

/// Gets frames of the program's images from the innermost on, until it returns false. `file` may be
/// null, `line` and `column` 0: unknown.
using VisitFrame = bool (*)(void* context, const char* file, int line, int column);
/// The code at an address: the function there, and those that it was inlined into.
void visit_frames_at(const void* address, VisitFrame visit, void* context);
/// The running function and its callers.
void visit_callers(VisitFrame visit, void* context);

} // namespace platform
} // namespace scanlab::sim
