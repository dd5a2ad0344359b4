// Binaryen's Asyncify rewrites every function that may be left in the middle: to unwind, each writes
// its local variables to a buffer and returns; to rewind, each is called again, reads them and goes
// straight to the call in which it stood. So all fibers run on top of one loop, and a switch is an
// unwinding to the loop and a rewinding from there.
#include "platform.hpp"
#include "stack_pointer_wasm.hpp"

#include <cstdlib>
#include <utility>

extern "C" {
#define SCANLAB_ASYNCIFY(name) [[clang::import_module("asyncify"), clang::import_name(#name)]]
SCANLAB_ASYNCIFY(start_unwind) void scanlab_start_unwind(void* buffer);
SCANLAB_ASYNCIFY(stop_unwind) void scanlab_stop_unwind();
SCANLAB_ASYNCIFY(start_rewind) void scanlab_start_rewind(void* buffer);
SCANLAB_ASYNCIFY(stop_rewind) void scanlab_stop_rewind();
}

const void* scanlab_site = nullptr;
const scanlab::sim::Frame* scanlab_frame = nullptr;

namespace scanlab::sim {

std::uintptr_t platform::stack_low = 0;

namespace {

/// As Asyncify reads it: where it writes next, and where it must stop.
struct Buffer {
    char *at, *end;
};

using Entry = void (*)();

/// A suspended fiber. It lies on the fiber's stack, below all that lives there.
struct Context {
    Buffer buffer;
    char* buffer_begin; ///< the low end of the stack
    std::uintptr_t stack_pointer;
    const void* site;
    const Frame* frame;
    Entry entry;
    bool is_fresh;
};

Context* next = nullptr; ///< whom the loop goes on with
Entry entry = nullptr;
bool rewinds = false;

/// The bottom of an unwinding, and of a rewinding: then it is called again with the same arguments.
[[gnu::noinline]] void leave_for(Fiber& from, Fiber& to, std::uintptr_t stack) {
    if (rewinds) {
        rewinds = false;
        scanlab_stop_rewind();
        return;
    }
    auto* const begin = reinterpret_cast<char*>(platform::stack_low);
    Context here{{begin, nullptr}, begin, stack, scanlab_site, scanlab_frame, entry, false};
    // On a simulated thread's stack the buffer grows towards what lives there.
    here.buffer.end = reinterpret_cast<char*>(&here);
    from.context = &here;
    next = static_cast<Context*>(to.context);
    scanlab_start_unwind(&here.buffer);
}

/// Runs fibers until one returns.
[[gnu::noinline]] void run_fibers() {
    while (next) {
        Context& fiber = *std::exchange(next, nullptr);
        platform::stack_low = reinterpret_cast<std::uintptr_t>(fiber.buffer_begin);
        scanlab_site = fiber.site;
        scanlab_frame = fiber.frame;
        const Entry enter = entry = fiber.entry;
        rewinds = !fiber.is_fresh;
        if (rewinds) scanlab_start_rewind(&fiber.buffer);
        platform::set_stack_pointer(fiber.stack_pointer);
        enter();
        if (next) scanlab_stop_unwind();
    }
}

Context& fresh_context(std::uintptr_t stack_low, std::uintptr_t stack_high, Entry enter) {
    constexpr std::uintptr_t alignment = 16;
    const std::uintptr_t top = (stack_high - sizeof(Context)) / alignment * alignment;
    return *new (reinterpret_cast<void*>(top))
        Context{{}, reinterpret_cast<char*>(stack_low), top, nullptr, nullptr, enter, true};
}

} // namespace

std::uint64_t switch_fiber(Fiber& from, Fiber& to) {
    leave_for(from, to, platform::stack_pointer());
    return from.result;
}

void make_fiber(Fiber& fiber, std::uintptr_t stack_low, std::uintptr_t stack_high, void (*enter)()) {
    fiber.context = &fresh_context(stack_low, stack_high, enter);
}

} // namespace scanlab::sim

// What the page calls (browser/fibers.mjs).
extern "C" {

/// Runs a function on a stack of its own, from which fibers can be switched to, until it returns.
[[clang::export_name("scanlab_run")]] void scanlab_run(void (*function)()) {
    using namespace scanlab::sim;
    constexpr std::size_t bytes = 4 << 20;
    static const auto stack =
        reinterpret_cast<std::uintptr_t>(platform::reserve(bytes, platform::Protection::open));
    next = &fresh_context(stack, stack + bytes, function);
    next->site = scanlab_site;
    const std::uintptr_t own = platform::stack_pointer();
    run_fibers();
    platform::set_stack_pointer(own);
}

/// The same after a trap has ended the fiber that ran, in the middle of anything: first the function is
/// called, in its place.
[[clang::export_name("scanlab_run_instead")]] void scanlab_run_instead(void (*function)()) {
    using namespace scanlab::sim;
    constexpr std::size_t bytes = 256 << 10;
    static const auto stack =
        reinterpret_cast<std::uintptr_t>(platform::reserve(bytes, platform::Protection::open));
    if (!next) {
        next = &fresh_context(stack, stack + bytes, function);
        next->site = scanlab_site;
        next->frame = scanlab_frame;
    }
    run_fibers();
}
}
