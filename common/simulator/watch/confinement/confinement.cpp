#include "watch/confinement/confinement.hpp"

#include "findings/findings.hpp"
#include "findings/source_lines.hpp"
#include "machine/memory/device_variables.hpp"
#include "machine/memory/host_memory.hpp"
#include "machine/memory/memory.hpp"
#include "machine/program/kernel_heap.hpp"
#include "machine/threads/library_calls.hpp"
#include "machine/threads/scheduler.hpp"
#include "platform/frame.hpp"
#include "platform/platform.hpp"
#include "scanlab_sim/hooks.hpp"
#include "scanlab_sim/judged.hpp"
#include "watch/observer.hpp"

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <nccl.h>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab::sim {

namespace confinement {

bool is_judged = false;

namespace {

/// What the instrumenter says of a variable.
struct DeclaredVariable {
    std::uintptr_t begin;
    std::size_t bytes;
    hooks::OwnVariable kind;
};

/// All of it. (A function, since programs announce theirs before main.)
struct Confinement {
    std::vector<DeclaredVariable> variables;           ///< in the order of their addresses
    std::map<std::uintptr_t, std::uint64_t> functions; ///< and their types, see judged_program.hpp
    std::map<std::uintptr_t, std::size_t> heap, given, given_for_reading;
    StackObjects objects_of_host;
};
Confinement& all() {
    static auto& instance = *new Confinement;
    return instance;
}

std::uintptr_t number(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

bool is_inside(std::uintptr_t address, std::size_t bytes, std::uintptr_t begin, std::size_t size) {
    return address - begin <= size && bytes <= size - (address - begin);
}

bool contains(const std::map<std::uintptr_t, std::size_t>& areas, std::uintptr_t address,
              std::size_t bytes) {
    const auto after = areas.upper_bound(address);
    return after != areas.begin() &&
           is_inside(address, bytes, std::prev(after)->first, std::prev(after)->second);
}

const DeclaredVariable* variable_at(std::uintptr_t address, std::size_t bytes) {
    const auto& variables = all().variables;
    const auto after = std::ranges::upper_bound(variables, address, {}, &DeclaredVariable::begin);
    if (after == variables.begin()) return nullptr;
    const DeclaredVariable& v = *std::prev(after);
    return is_inside(address, bytes, v.begin, v.bytes) ? &v : nullptr;
}

bool is_given_to_launch(std::uintptr_t address, std::size_t bytes) {
    const std::span<const std::byte> context = current_context();
    return is_inside(address, bytes, number(context.data()), context.size());
}

bool lies_on_host(std::uintptr_t address, std::size_t bytes, bool write) {
    const Confinement& t = all();
    if (t.objects_of_host.at(address, bytes) || contains(t.heap, address, bytes) ||
        contains(t.given, address, bytes))
        return true;
    const DeclaredVariable* const variable = variable_at(address, bytes);
    if (write) return variable && variable->kind == hooks::OwnVariable::writable;
    return variable || contains(t.given_for_reading, address, bytes) || platform::is_constant(address);
}

/// What a kernel finds on the host: its arguments, and what nobody writes. By all else it could hand
/// results to the host.
bool lies_on_host_of_kernel(std::uintptr_t address, std::size_t bytes, bool write) {
    const DeclaredVariable* const variable = variable_at(address, bytes);
    return !write && (is_given_to_launch(address, bytes) ||
                      (variable && variable->kind == hooks::OwnVariable::readable) ||
                      platform::is_constant(address));
}

/// What was found on the host since something there went away: each thread of a kernel reads the same
/// arguments.
class FoundOnHost {
public:
    bool contains(std::uintptr_t address, std::size_t bytes, bool write) const {
        const Access& access = accesses_[slot(address)];
        return access.address == address && access.bytes == bytes && access.write >= write &&
               access.by_kernel == (now.thread != nullptr) && access.time == time_;
    }
    void add(std::uintptr_t address, std::size_t bytes, bool write) {
        accesses_[slot(address)] = {address, bytes, write, now.thread != nullptr, time_};
    }
    void forget() { ++time_; }

private:
    struct Access {
        std::uintptr_t address;
        std::size_t bytes;
        bool write, by_kernel;
        std::uint64_t time;
    };
    static constexpr std::size_t slots = 256;
    static std::size_t slot(std::uintptr_t address) { return address / 4 % slots; }
    std::array<Access, slots> accesses_{};
    std::uint64_t time_ = 1;
} found_on_host;

bool is_on_host(std::uintptr_t address, std::size_t bytes, bool write) {
    if (found_on_host.contains(address, bytes, write)) return true;
    const auto lies_there = now.thread ? lies_on_host_of_kernel : lies_on_host;
    if (!lies_there(address, bytes, write)) return false;
    found_on_host.add(address, bytes, write);
    return true;
}

bool is_of_device(std::uintptr_t address, std::size_t bytes) {
    if (memory::is_device_address(reinterpret_cast<const void*>(address))) return true;
    const DeviceVariable* const variable = device_variable_at(address, bytes);
    return variable && !variable->is_managed;
}

bool is_shared_by_threads(std::uintptr_t address) {
    return now.thread->warp->block->has_shared(address) || is_of_device(address, 1);
}

/// Each access of a shared variable asks for its declaration: what was found is kept.
const DeclaredVariable* declaration_at(std::uintptr_t address, std::size_t bytes) {
    static std::array<const DeclaredVariable*, 64> found{};
    const DeclaredVariable*& known = found[address / 8 % found.size()];
    if (known && is_inside(address, bytes, known->begin, known->bytes)) return known;
    const DeclaredVariable* const variable = variable_at(address, bytes);
    return variable && variable->kind == hooks::OwnVariable::declaration ? known = variable : nullptr;
}

/// What functions of the simulator's own headers may do, in a kernel or on the host: they also read
/// what a launch is given, and note what they need to know of shared variables.
bool is_open_to_kit(std::uintptr_t address, std::size_t bytes, bool write) {
    if (now.thread && now.thread->stack.contains(address)) return is_object_of_thread(address, bytes);
    return declaration_at(address, bytes) || is_on_host(address, bytes, write) ||
           is_nowhere(reinterpret_cast<const void*>(address)) ||
           (now.thread && is_shared_by_threads(address)) ||
           (!write && is_builtin_variable(address) && is_builtin_variable(address + bytes - 1));
}

[[noreturn]] void end(const void* pc, const std::string& what, const char* instead) {
    now.thread = nullptr;
    const SourceLine line = source_line(pc);
    std::fflush(stdout);
    std::fprintf(stderr, "\n%s", not_allowed);
    if (line.line > 0) std::fprintf(stderr, "line %d: ", line.line);
    std::fprintf(stderr, "%s (instead: %s)\n", what.c_str(), instead);
    std::fflush(stderr);
    platform::leave(exit_not_allowed);
}

/// Ends the program unless a string begins there that it may read, or at least so many characters.
void require_string(const char* text, const void* pc, std::size_t most = ~std::size_t{0}) {
    for (std::uintptr_t at = number(text); at - number(text) < most; ++at) {
        const bool is_open = is_open_to_kit(at, 1, false);
        if (!is_open)
            end(pc, "a text that does not lie in memory of the program's own",
                "a string that is written in the program");
        if (*reinterpret_cast<const char*>(at) == 0) return;
    }
}

/// What printf() would read or write: it goes through a format as printf() does.
void require_format(const char* format, std::va_list values, const void* pc) {
    require_string(format, pc);
    constexpr std::string_view flags = "-+ #0'", digits = "0123456789";
    const auto skip = [&](std::string_view characters) {
        while (*format && characters.find(*format) != std::string_view::npos) ++format;
    };
    const auto number_or_star = [&] {
        if (*format == '*') {
            ++format;
            return va_arg(values, int);
        }
        const char* const begin = format;
        skip(digits);
        return format == begin ? 0 : std::atoi(begin);
    };
    while ((format = std::strchr(format, '%'))) {
        ++format;
        skip(flags);
        number_or_star();
        int precision = -1; // none
        if (*format == '.') {
            ++format;
            precision = number_or_star();
        }
        const char* const length = format;
        skip("hlqjztL");
        const std::string_view size(length, static_cast<std::size_t>(format - length));
        const char kind = *format;
        if (kind == 0) return;
        ++format;
        if (kind == '%') continue;
        if (std::string_view("diouxXc").find(kind) != std::string_view::npos &&
            (size.empty() || size[0] == 'h'))
            va_arg(values, int);
        else if (std::string_view("diouxXcp").find(kind) != std::string_view::npos)
            va_arg(values, long);
        else if (std::string_view("aAeEfFgG").find(kind) != std::string_view::npos && size == "L")
            va_arg(values, long double);
        else if (std::string_view("aAeEfFgG").find(kind) != std::string_view::npos)
            va_arg(values, double);
        else if (kind == 's' && size.empty()) {
            const char* const text = va_arg(values, const char*);
            if (text)
                require_string(text, pc,
                               precision < 0 ? ~std::size_t{0} : static_cast<std::size_t>(precision));
        } else
            end(pc, std::string("the format %") + std::string(size) + kind,
                "%d, %lld, %u, %g, %p, %c or %s");
    }
}

void require_stream(const std::FILE* file, const void* pc) {
    if (file != stdout && file != stderr) end(pc, "a file", "stderr or stdout");
}

using hooks::Given;

void require_given(std::uintptr_t address, std::size_t bytes, Given kind, const void* pc) {
    switch (kind) {
    case Given::own:
        if (!is_on_host(address, bytes, true) && !(now.thread && is_object_of_thread(address, bytes)))
            end(pc, "a result that is written where none of the program's variables lies",
                "the address of a variable");
        return;
    case Given::device:
        if (bytes > 0 && !is_of_device(address, bytes))
            end(pc, "a copy to the host",
                "a kernel that works with it: the host may not fetch results");
        return;
    case Given::readable:
        if (bytes > 0 && !is_of_device(address, bytes) && !is_on_host(address, bytes, false))
            end(pc, "a copy from memory that is not the program's own",
                "its own variables, or device memory");
        return;
    case Given::device_variable:
        if (!device_variable_at(address, bytes))
            end(pc, "the symbol of something that is no variable of the device",
                "a __device__ or __constant__ variable");
        return;
    case Given::string:
        require_string(reinterpret_cast<const char*>(address), pc);
        return;
    case Given::declaration:
        if (!now.thread)
            end(pc, "host code uses a __shared__ variable",
                "a kernel, started by <<<…>>>: shared memory belongs to its blocks");
        if (const DeclaredVariable* const variable = declaration_at(address, 1);
            !variable || variable->begin != address)
            end(pc, "a shared variable that was not declared as one", "__shared__");
        return;
    }
}

// --- the heap

void* allocate(std::size_t bytes, std::size_t alignment, const void* pc) {
    if (now.thread) return kernel_malloc(bytes, alignment, pc);
    const std::size_t some = std::max<std::size_t>(bytes, 1),
                      whole = (some + alignment - 1) / alignment * alignment;
    void* const memory = alignment <= alignof(std::max_align_t) ? std::malloc(some)
                                                                : std::aligned_alloc(alignment, whole);
    if (memory) all().heap[number(memory)] = bytes;
    note_host_allocation(memory, bytes, pc);
    return memory;
}

void* allocate_or_end(std::size_t bytes, std::size_t alignment, const void* pc) {
    void* const memory = allocate(bytes, alignment, pc);
    if (!memory && !now.thread)
        end(pc, "more memory than there is for the host", "less, or device memory");
    return memory;
}

void release(void* pointer, const void* pc) {
    if (now.thread) return kernel_free(pointer, pc);
    if (!pointer) return;
    if (is_in_device_memory(pointer)) return report_host_free(pointer, pc);
    found_on_host.forget();
    if (all().heap.erase(number(pointer)) == 0)
        end(pc, "free() or delete of memory that new or malloc() has not given", "each of them once");
    std::free(pointer);
}

/// Whether it is a function of the program, of the type that it is called by.
bool may_be_called(const void* function, std::uint64_t type) {
    const auto found = all().functions.find(number(function));
    return found != all().functions.end() && found->second == type;
}

/// Those of the host's functions, which may run in several of its threads, only if they are judged.
bool knows_objects() { return now.thread || is_judged; }

StackObjects& objects() {
    return now.thread ? now.thread->warp->watched.objects[now.thread->lane] : all().objects_of_host;
}

std::size_t enter(const Frame* below_function) {
    return objects().enter(number(below_function), number(below_function->caller + 1));
}

} // namespace

void require_on_host(std::uintptr_t address, std::size_t bytes, bool write, const void* pc) {
    if (is_on_host(address, bytes, write)) return;
    const char* const does = write ? "host code writes" : "host code reads";
    end(pc, std::string(does) + " memory that is not its own",
        "its own variables, and indices that stay inside of them");
}

void require_length(std::size_t bytes, const void* pc) {
    constexpr std::size_t most = platform::most_device_addresses / 4;
    if (bytes > most)
        end(pc, "a block of memory that is larger than any", "a length that is not negative");
}

bool is_object_of_thread(std::uintptr_t address, std::size_t bytes) {
    return objects().at(address, bytes) != nullptr;
}

} // namespace confinement

void give_to_program(void* begin, std::size_t bytes) {
    confinement::found_on_host.forget();
    confinement::all().given[confinement::number(begin)] = bytes;
}
void give_to_program_for_reading(const void* begin, std::size_t bytes) {
    confinement::found_on_host.forget();
    confinement::all().given_for_reading[confinement::number(begin)] = bytes;
}
bool is_function_of_program(const void* function) {
    return confinement::all().functions.contains(confinement::number(function));
}

} // namespace scanlab::sim

namespace sim = scanlab::sim;
namespace confinement = scanlab::sim::confinement;

#define SITE sim::call_by_user(__builtin_return_address(0), __builtin_frame_address(0))

#pragma GCC visibility push(default)
extern "C" {

struct FunctionEntry {
    std::uintptr_t begin;
    std::uint64_t type;
};
void __scanlab_judged(const confinement::DeclaredVariable* variables, std::size_t variable_count,
                      const FunctionEntry* functions, std::size_t function_count) {
    auto& t = confinement::all();
    t.variables.assign(variables, variables + variable_count);
    std::ranges::sort(t.variables, {}, &confinement::DeclaredVariable::begin);
    for (std::size_t i = 0; i < function_count; ++i)
        t.functions[functions[i].begin] = functions[i].type;
    confinement::is_judged = true;
    sim::disregard_rules();
}

// Its own frame lies below that of the function which calls it, or into which the compiler has put that
// one.
std::size_t __scanlab_enter() {
    if (!confinement::knows_objects()) return 0;
    if (!sim::now.thread) confinement::found_on_host.forget();
    return confinement::enter(static_cast<const sim::Frame*>(__builtin_frame_address(0)));
}
void __scanlab_leave(std::size_t count) {
    if (!confinement::knows_objects()) return;
    if (!sim::now.thread) confinement::found_on_host.forget();
    confinement::objects().leave(count);
}
void __scanlab_local(const void* begin, std::size_t bytes, const void* gap) {
    if (!confinement::knows_objects()) return;
    confinement::objects().add_above(confinement::number(gap), confinement::number(begin), bytes);
}
std::size_t __scanlab_member(const void* pointer, const void* begin, std::size_t bytes) {
    if (!sim::now.thread) return 0;
    ++sim::members_given;
    auto& members = confinement::objects().members;
    members.push_back({confinement::number(pointer), confinement::number(begin), bytes});
    return members.size() - 1;
}
void __scanlab_members_end(std::size_t count) {
    if (!sim::now.thread) return;
    auto& members = confinement::objects().members;
    if (count >= members.size()) return;
    sim::members_given -= members.size() - count;
    members.resize(count);
}
void __scanlab_object(const void* begin, std::size_t bytes) {
    confinement::objects().add(confinement::number(begin), bytes);
}

void* __scanlab_guard(void* pointer, std::size_t bytes, unsigned write) {
    const std::uintptr_t address = confinement::number(pointer);
    if (confinement::found_on_host.contains(address, bytes, write != 0) &&
        !sim::memory::is_device_address(pointer))
        return pointer;
    const sim::Thread* const thread = sim::now.thread;
    // An atomic access has been observed before it is done; any other one of memory that threads share
    // is observed now.
    if (thread && !thread->stack.contains(address) && confinement::is_shared_by_threads(address))
        return sim::is_announced(address, bytes) ? pointer
                                                 : sim::observe_plain(pointer, bytes, write != 0, SITE);
    if (bytes > 0 && !confinement::is_open_to_kit(address, bytes, write != 0))
        confinement::end(SITE,
                         "a function of CUDA gets the address of memory that is not the program's own",
                         "its own variables, or device memory");
    return pointer;
}

void __scanlab_function(const void* function, std::uint64_t type) {
    if (confinement::may_be_called(function, type)) return;
    if (sim::is_function_of_program(function))
        confinement::end(SITE, "a call of a function by another type than it has",
                         "the function's own type");
    confinement::end(SITE, "a call of a function that is not the program's own",
                     "a function of the file");
}

void __scanlab_given(const void* pointer, std::size_t bytes, confinement::Given kind) {
    confinement::require_given(confinement::number(pointer), bytes, kind, SITE);
}

void __scanlab_unreachable() {
    confinement::end(SITE, "the end of a function that says it never returns", "a return");
}
void __scanlab_exception() {
    confinement::end(SITE, "an exception", "a return, or exit(1) after a message");
}
int __scanlab_cxa_atexit(void (*)(void*), void*, void*) { return 0; }

// --- NCCL

ncclResult_t __scanlab_Z15ncclCommInitAllPP8ncclCommiPKi(ncclComm_t* made, int ranks,
                                                         const int* devices) {
    const auto count = static_cast<std::size_t>(std::max(ranks, 0));
    __scanlab_given(made, count * sizeof *made, confinement::Given::own);
    if (devices) __scanlab_given(devices, count * sizeof *devices, confinement::Given::readable);
    return ncclCommInitAll(made, ranks, devices);
}

// --- the C library's functions that print

int __scanlab_printf(const char* format, ...) {
    std::va_list values;
    va_start(values, format);
    confinement::require_format(format, values, SITE);
    va_end(values);
    va_start(values, format);
    const int bytes = std::vprintf(format, values);
    va_end(values);
    return bytes;
}

int __scanlab_fprintf(std::FILE* file, const char* format, ...) {
    confinement::require_stream(file, SITE);
    std::va_list values;
    va_start(values, format);
    confinement::require_format(format, values, SITE);
    va_end(values);
    va_start(values, format);
    const int bytes = std::vfprintf(file, format, values);
    va_end(values);
    return bytes;
}

int __scanlab_puts(const char* text) {
    confinement::require_string(text, SITE);
    return std::puts(text);
}

int __scanlab_fputs(const char* text, std::FILE* file) {
    confinement::require_stream(file, SITE);
    confinement::require_string(text, SITE);
    return std::fputs(text, file);
}

int __scanlab_fflush(std::FILE* file) {
    if (file) confinement::require_stream(file, SITE);
    return std::fflush(file);
}

// --- new, delete, malloc() and free(), by their mangled names

constexpr std::size_t usual = alignof(std::max_align_t);
void* __scanlab_malloc(std::size_t bytes) { return confinement::allocate(bytes, usual, SITE); }
void __scanlab_free(void* pointer) { confinement::release(pointer, SITE); }
void* __scanlab_Znwm(std::size_t bytes) { return confinement::allocate_or_end(bytes, usual, SITE); }
void* __scanlab_Znam(std::size_t bytes) { return confinement::allocate_or_end(bytes, usual, SITE); }
void* __scanlab_ZnwmRKSt9nothrow_t(std::size_t bytes, const void*) {
    return confinement::allocate(bytes, usual, SITE);
}
void* __scanlab_ZnamRKSt9nothrow_t(std::size_t bytes, const void*) {
    return confinement::allocate(bytes, usual, SITE);
}
void* __scanlab_ZnwmSt11align_val_t(std::size_t bytes, std::size_t a) {
    return confinement::allocate_or_end(bytes, a, SITE);
}
void* __scanlab_ZnamSt11align_val_t(std::size_t bytes, std::size_t a) {
    return confinement::allocate_or_end(bytes, a, SITE);
}
void __scanlab_ZdlPv(void* pointer) { confinement::release(pointer, SITE); }
void __scanlab_ZdaPv(void* pointer) { confinement::release(pointer, SITE); }
void __scanlab_ZdlPvm(void* pointer, std::size_t) { confinement::release(pointer, SITE); }
void __scanlab_ZdaPvm(void* pointer, std::size_t) { confinement::release(pointer, SITE); }
void __scanlab_ZdlPvSt11align_val_t(void* pointer, std::size_t) { confinement::release(pointer, SITE); }
void __scanlab_ZdaPvSt11align_val_t(void* pointer, std::size_t) { confinement::release(pointer, SITE); }
void __scanlab_ZdlPvmSt11align_val_t(void* pointer, std::size_t, std::size_t) {
    confinement::release(pointer, SITE);
}
void __scanlab_ZdaPvmSt11align_val_t(void* pointer, std::size_t, std::size_t) {
    confinement::release(pointer, SITE);
}

} // extern "C"
#pragma GCC visibility pop
