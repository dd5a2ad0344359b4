// Nothing interrupts a program here. When WebAssembly traps, the page has the runtime go on
// (fiber_wasm.cpp); and the program itself counts its steps: the rounds of its loops and its calls.
#include "image.hpp"
#include "platform.hpp"
#include "stack_frames.hpp"
#include "stack_pointer_wasm.hpp"

#include <chrono>
#include <utility>

namespace scanlab::sim::platform {

namespace {

using Clock = std::chrono::steady_clock;

Handlers handlers;
double tick_at = 0; ///< by seconds_run(); 0: never

constexpr int steps_between_looks = 10'000;
int steps_left = steps_between_looks;

void look_at_the_clock() {
    steps_left = steps_between_looks;
    if (tick_at == 0 || seconds_run() < tick_at) return;
    tick_after(1);
    handlers.tick(nullptr);
}

/// When the program did, which the page may have done long after itself. Asked for before other
/// variables have their values.
Clock::time_point began() {
    static const Clock::time_point time = Clock::now();
    return time;
}

const void* without_stack = nullptr; ///< where a function begins that traps for that
Fault trap = Fault::illegal_instruction;
std::uintptr_t trapped_at = 0;

bool is_called_by_user() {
    const Image* const program = image_of(scanlab_site);
    return program && !program->holds_in_library(scanlab_site);
}

void tell_trap() {
    const void* const begin = std::exchange(without_stack, nullptr);
    if (begin && !is_called_by_user()) scanlab_site = begin;
    handlers.fault(trap, trapped_at, nullptr);
}

/// `high`: of the function's variables, which have no room.
[[noreturn, gnu::noinline]] void trap_without_stack(std::uintptr_t high, const void* begin) {
    without_stack = begin;
    set_stack_pointer(high); // so that what is called now finds some
    __builtin_trap();
}

} // namespace

void install(const Handlers& wanted) { handlers = wanted; }

FaultsAreOurs::FaultsAreOurs() : taken_(false) {}
FaultsAreOurs::~FaultsAreOurs() {}

void fault_at(std::uintptr_t address) {
    trap = Fault::bad_access;
    handlers.fault(trap, address, nullptr);
}

/// As a shell has it of a program that a signal has ended.
void leave_fault_to_the_system() {
    constexpr int by_abort = 134, by_bad_access = 139, by_division = 136;
    leave(trap == Fault::bad_access         ? by_bad_access
          : trap == Fault::division_by_zero ? by_division
                                            : by_abort);
}

bool is_own_code(const void*) { return false; }
const void* what_terminates() { return nullptr; }

void tick_after(double seconds) { tick_at = seconds_run() + seconds; }

double seconds_run() {
    const Clock::time_point before = began();
    return std::chrono::duration<double>(Clock::now() - before).count();
}

} // namespace scanlab::sim::platform

// What programs call, by compile/hooks/sites.cpp, and the page.
extern "C" {
using namespace scanlab::sim;

[[gnu::visibility("default")]] void __scanlab_step() {
    if (--platform::steps_left <= 0) platform::look_at_the_clock();
}

/// A function begins at this site. Its frame is the highest of its variables.
[[gnu::visibility("default")]] void __scanlab_called(platform::ProgramFrame* frame, const void* site) {
    constexpr std::uintptr_t for_calls_of_the_runtime = 16 * 1024;
    const std::uintptr_t low = platform::stack_pointer(),
                         high = reinterpret_cast<std::uintptr_t>(frame);
    const bool has_room = low >= platform::stack_low + for_calls_of_the_runtime && low <= high;
    if (!has_room) platform::trap_without_stack(high, site);
    *frame = {{scanlab_frame, scanlab_site}, low};
    scanlab_frame = frame;
    __scanlab_step();
}
/// The running function has got more variables.
[[gnu::visibility("default")]] void __scanlab_more_variables(platform::ProgramFrame* frame) {
    frame->end_of_variables = platform::stack_pointer();
}

using Handler = void (*)();
/// What is to be run after a trap of this kind: see scanlab_run_instead().
[[clang::export_name("scanlab_handler_of_trap")]] Handler scanlab_handler_of_trap(int kind) {
    platform::trap =
        platform::without_stack ? platform::Fault::bad_access : static_cast<platform::Fault>(kind);
    platform::trapped_at = platform::trap == platform::Fault::bad_access ? platform::stack_low - 1 : 0;
    return platform::tell_trap;
}
}
