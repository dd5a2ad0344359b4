#include "watch/observer.hpp"

#include "findings/findings.hpp"
#include "findings/source_lines.hpp"
#include "findings/wording.hpp"
#include "machine/base/events.hpp"
#include "machine/base/sentinel.hpp"
#include "machine/memory/device_variables.hpp"
#include "machine/memory/devices.hpp"
#include "machine/memory/memory.hpp"
#include "machine/memory/memory_text.hpp"
#include "machine/memory/plain_memory.hpp"
#include "machine/memory/registry.hpp"
#include "machine/threads/fault.hpp"
#include "machine/threads/library_calls.hpp"
#include "machine/threads/schedule.hpp"
#include "machine/threads/scheduler.hpp"
#include "machine/threads/variables.hpp"
#include "machine/work/pending.hpp"
#include "machine/work/streams.hpp"
#include "platform/platform.hpp"
#include "platform/stack_frames.hpp"
#include "scanlab_sim/cost.hpp"
#include "scanlab_sim/enumerators.hpp"
#include "scanlab_sim/hooks.hpp"
#include "watch/confinement/confinement.hpp"
#include "watch/definedness/lost_results.hpp"
#include "watch/definedness/undefined_bits.hpp"
#include "watch/definedness/undefined_quotients.hpp"
#include "watch/definedness/undefined_values.hpp"
#include "watch/observed.hpp"
#include "watch/races/happens_before.hpp"
#include "watch/races/host_accesses.hpp"
#include "watch/races/missing_order.hpp"
#include "watch/races/races.hpp"
#include "watch/races/shadow.hpp"
#include "watch/races/work_races.hpp"
#include "watch/sites.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

/// Whether the host is about to read what nobody has set. If the address is none of memory, it is the
/// program that crashes here: see fails_by_itself() in handlers.cpp.
extern "C" [[gnu::noinline, gnu::flatten]] bool __scanlab_holds_unset(std::uintptr_t address,
                                                                      std::size_t bytes) {
    return scanlab::sim::UnsetMemory::holds(address, bytes);
}

namespace scanlab::sim {

namespace {

// --- what is wrong with a single access -------------------------------------------------------------

std::string size(const Access& a) {
    return std::to_string(a.bytes) + (a.bytes == 1 ? " byte" : " bytes");
}

/// The pointer that an index was added to: odd if it leads to structs, see instrument.cpp.
std::uintptr_t array_of(const void* origin) {
    return reinterpret_cast<std::uintptr_t>(origin) & ~std::uintptr_t{1};
}

/// The array that an access was meant for: that of its pointer, or the nearest one.
std::optional<Variable> variable_meant(const Access& a, const void* origin) {
    const std::uintptr_t array = array_of(origin);
    if (auto variable = array ? variable_at(array, a.bytes, a.thread, a.pc) : std::nullopt;
        variable && variable->contains(array, 0))
        return variable;
    return variable_at(a.address, a.bytes, a.thread, a.pc);
}

/// "1 element", "1000 elements"; or in bytes, if they do not make a whole number of elements.
std::string extent_of(const Variable& v) {
    const bool is_whole = v.bytes % v.element_bytes == 0;
    const std::size_t count = is_whole ? v.bytes / v.element_bytes : v.bytes;
    return std::to_string(count) + (is_whole ? " element" : " byte") + (count == 1 ? "" : "s");
}

const char* hint_outside(const Variable& v, std::uintptr_t address) {
    if (address < v.begin)
        return "Check how this index is computed. Can it become negative, or overflow?";
    if (v.bytes % v.element_bytes != 0)
        return "Was the array allocated with a number of elements instead of bytes? Multiply by "
               "`sizeof`.";
    if (v.kind == "dynamic shared")
        return "Does the third argument of `<<<…>>>` count all arrays that lie in this memory, in "
               "bytes? Is an index too large?";
    return "Look at the last thread of the last block. Is there a guard such as `if (i < n)`? Is the "
           "array large enough, in bytes the number of elements times `sizeof`?";
}

SourceLine line_of_launch() {
    const LaunchConfig& config = *current_launch().config;
    return {config.file, config.line};
}

void report_out_of_bounds(const Access& a, const void* origin) {
    {
        const Unobserved unobserved;
        const auto variable = variable_meant(a, origin);
        Finding f = about(FindingKind::out_of_bounds, a, variable);
        if (variable) {
            f.message = "A thread " + verb(a.is_write, a.strength) + " " +
                        variable->element(a.address) + " (" + size(a) + "). The " + variable->kind +
                        " array has " + extent_of(*variable) + ", so this " +
                        distance_outside(*variable, a.address, a.bytes) + ".";
            f.hint = hint_outside(*variable, a.address);
        } else if (const auto symbol = platform::symbol_at(a.address); symbol && symbol->bytes > 0) {
            f.variable = symbol->name;
            f.message = "A thread " + verb(a.is_write, a.strength) + " " + quoted(symbol->name) +
                        ", which is a host variable. Kernels cannot reach host memory.";
            f.hint =
                "Pass the value to the kernel as an argument, copy it to device memory, or make it "
                "a `__device__` variable.";
        } else if (const auto array = host_array_at(a.address, a.bytes, a.pc)) {
            f.variable = array->name;
            f.other = line_of_launch();
            f.message = "A thread " + verb(a.is_write, a.strength) + " " + array->element(a.address) +
                        ", but " + quoted(array->name) +
                        " is a host pointer. Kernels cannot reach host memory.";
            f.hint = "The launch in line " + std::to_string(f.other.line) +
                     " passes this pointer. Allocate an array with `cudaMalloc()`, copy the data there "
                     "with `cudaMemcpy()`, and pass the device pointer instead.";
        } else {
            f.other = line_of_launch();
            f.message = "A thread " + verb(a.is_write, a.strength) + " " + size(a) +
                        " at an address that no kernel can reach.";
            f.hint = "Check the pointers in the launch. Is one of them a host pointer (for example "
                     "`numbers.data()`), null, or not set yet?";
        }
        report(f);
    }
    fail_launch(cudaErrorIllegalAddress);
}

void report_use_after_free(const Access& a, const memory::Allocation& allocation) {
    const Work* const release = release_of(a.address);
    if (release && !release->comes_before(order::work_of(a.thread))) {
        const Unobserved unobserved;
        report(touch_of_released(a, *release));
    } else {
        const Unobserved unobserved;
        const auto variable = variable_at(a.address, a.bytes, a.thread, a.pc);
        Finding f = about(FindingKind::use_after_free, a, variable);
        f.message = "A thread " + verb(a.is_write, a.strength) + " " +
                    (variable ? variable->element(a.address) : "device memory") +
                    ", but this memory has already been freed.";
        f.other = source_line(allocation.freed_at);
        f.hint = "Move the `cudaFree()` after the last launch that uses the memory.";
        report(f);
    }
    fail_launch(cudaErrorIllegalAddress);
}

void report_misaligned(const Access& a) {
    {
        const Unobserved unobserved;
        const auto variable = variable_at(a.address, a.bytes, a.thread, a.pc);
        Finding f = about(FindingKind::misaligned, a, variable);
        f.message = "A thread " + verb(a.is_write, a.strength) + " " + size(a) + " at " +
                    (variable ? variable->element(a.address) : "an address") +
                    ", but the address is a multiple of " + std::to_string(a.address & -a.address) +
                    " only, and not of " + std::to_string(a.bytes) +
                    ". A GPU stops with an error here.";
        f.hint = "Check from which element the pointer starts that you cast to a larger type.";
        report(f);
    }
    fail_launch(cudaErrorMisalignedAddress);
}

// --- where the access goes --------------------------------------------------------------------------

/// Whether a pointer to the beginning of an array, or one that the kernel was given, was led into
/// another array, where the access would find memory.
bool is_led_astray(const Access& a, const void* origin, std::uintptr_t begin, std::uintptr_t end) {
    const std::uintptr_t array = array_of(origin);
    if (array == 0 || (array >= begin && array <= end)) return false;
    if (const auto allocation = memory::find(reinterpret_cast<const void*>(array))) {
        if (!allocation->live) return false;
        const Launch& launch = current_launch();
        return array == allocation->begin ||
               std::any_of(launch.arguments, launch.arguments + launch.argument_count,
                           [&](const KernelArgument& argument) { return argument.address == array; });
    }
    const Block& block = *a.thread.warp->block;
    if (block.has_shared(array))
        return std::ranges::any_of(block.shared_variables,
                                   [&](const SharedVariable& v) { return v.begin == array; });
    const DeviceVariable* const variable = device_variable_at(array, 1);
    return variable && variable->begin == array;
}

bool lies_where_site_was(const Access& a, const Site& site, std::uint64_t valid_for) {
    return site.valid_for == valid_for && a.address >= site.begin && a.address + a.bytes <= site.end;
}

/// How long a site of global memory is right: until memory is allocated or freed, and on this device.
std::uint64_t memory_now() {
    return memory::generation() << 6 | static_cast<std::uint64_t>(current_work().device);
}

/// Memory of another device, to which this one has no access.
void report_out_of_reach(const Access& a, int owner) {
    {
        const Unobserved unobserved;
        const auto variable = variable_at(a.address, a.bytes, a.thread, a.pc);
        const std::string device = std::to_string(order::work_of(a.thread).device);
        Finding f = about(FindingKind::out_of_bounds, a, variable);
        f.message = "A thread on device " + device + " " + verb(a.is_write, a.strength) + " " +
                    (variable ? variable->element(a.address) : size(a)) + " in the memory of device " +
                    std::to_string(owner) + ", to which device " + device + " has no access.";
        f.hint = "Ask `cudaDeviceCanAccessPeer()`, then call `cudaDeviceEnablePeerAccess(" +
                 std::to_string(owner) + ", 0)` while device " + device +
                 " is the current one. Or copy the data to this device.";
        report(f);
    }
    fail_launch(cudaErrorIllegalAddress);
}

/// Constant memory, which kernels only read.
void report_write_of_constant(const Access& a, const DeviceVariable& variable) {
    {
        const Unobserved unobserved;
        const auto place = variable_at(a.address, a.bytes, a.thread, a.pc);
        Finding f = about(FindingKind::out_of_bounds, a, place);
        f.message = "A thread " + verb(a.is_write, a.strength) + " " +
                    quoted(place ? place->element(a.address) : variable.name) +
                    ", constant memory, which a kernel can only read.";
        f.hint = variable.is_table
                     ? "Check the pointer: does the object begin with a table of virtual functions?"
                     : "Write it on the host by `cudaMemcpyToSymbol()`, or declare it `__device__`.";
        report(f);
    }
    fail_launch(cudaErrorIllegalAddress);
}

/// What the host alone has, although the source may name it on both sides.
void report_constant_of_host(const Access& a) {
    {
        const Unobserved unobserved;
        constexpr std::string_view table = "vtable for ";
        const auto symbol = platform::symbol_at(a.address);
        const bool is_named = symbol && symbol->bytes > 0 && a.address - symbol->begin < symbol->bytes;
        const std::string name = is_named ? symbol->name : "";
        Finding f{.kind = FindingKind::out_of_bounds, .at = source_line(a.pc)};
        f.position = position_of(a.thread);
        if (name.starts_with(table)) {
            const std::string type = name.substr(table.size());
            f.message =
                "A thread calls a virtual function of an object of " + quoted(type) +
                " that the host has constructed: the object's table of functions is the host's.";
            f.hint = "Construct the object in a kernel, for example by placement new, and use it in "
                     "kernels only.";
        } else {
            f.message = "A thread " + verb(a.is_write, a.strength) + " " + size(a) + " of " +
                        (is_named ? quoted(name) + ", a constant" : "a string literal or a constant") +
                        " of the host, which a kernel cannot reach.";
            f.hint = "Name it in the kernel itself, copy it to the device, or declare it "
                     "`__constant__`.";
        }
        if (is_named) f.variable = name;
        report(f);
    }
    fail_launch(cudaErrorIllegalAddress);
}

/// Whether the access lies in one live allocation that its device can reach; if not, it has been
/// reported.
bool lies_in_allocation(const Access& a, const void* origin) {
    Site& site = site_of(a.pc);
    const int device = current_work().device;
    const std::uint64_t valid_for = memory_now();
    if (lies_where_site_was(a, site, valid_for)) return true;
    const auto allocation = memory::find(reinterpret_cast<const void*>(a.address));
    if (allocation && !allocation->live) {
        report_use_after_free(a, *allocation);
        return false;
    }
    if (!allocation || !allocation->contains(a.address, a.bytes) ||
        is_led_astray(a, origin, allocation->begin, allocation->begin + allocation->bytes)) {
        report_out_of_bounds(a, origin);
        return false;
    }
    if (!devices::reaches(device, allocation->owner)) {
        report_out_of_reach(a, allocation->owner);
        return false;
    }
    site = {a.pc, allocation->begin, allocation->begin + allocation->bytes, valid_for};
    lost_results::note_access(*allocation, a);
    return true;
}

/// The same for one of the block's variables.
bool lies_in_shared_variable(const Access& a, const void* origin) {
    Site& site = site_of(a.pc);
    const Block& block = *a.thread.warp->block;
    if (lies_where_site_was(a, site, block.generation)) return true;
    for (const SharedVariable& v : block.shared_variables)
        if (a.address >= v.begin && a.address + a.bytes <= v.begin + v.bytes &&
            !is_led_astray(a, origin, v.begin, v.begin + v.bytes)) {
            site = {a.pc, v.begin, v.begin + v.bytes, block.generation};
            return true;
        }
    report_out_of_bounds(a, origin);
    return false;
}

/// The same for one of the program's own variables, or for a constant that device code names.
bool lies_in_device_variable(const Access& a, const void* origin) {
    constexpr std::uint64_t for_reads = ~std::uint64_t{0}, for_writes = for_reads - 1;
    const std::uint64_t valid_for = a.is_write ? for_writes : for_reads;
    Site& site = site_of(a.pc);
    if (lies_where_site_was(a, site, valid_for)) return true;
    if (const DeviceVariable* v = device_variable_at(a.address, a.bytes);
        v && !is_led_astray(a, origin, v->begin, v->begin + v->bytes)) {
        if (a.is_write && v->is_constant) {
            report_write_of_constant(a, *v);
            return false;
        }
        site = {a.pc, v->begin, v->begin + v->bytes, valid_for};
        return true;
    }
    if (!a.is_write) {
        if (const DeviceConstant* c = device_constant_at(a.address, a.bytes)) {
            site = {a.pc, c->begin, c->begin + c->bytes, valid_for};
            return true;
        }
    }
    const bool is_past_end =
        origin && (device_variable_at(array_of(origin), 1) || device_constant_at(array_of(origin), 1));
    if (!a.is_write && !is_past_end && platform::is_constant(a.address)) {
        report_constant_of_host(a);
        return true; // a table of functions is there, so that the thread can go on
    }
    report_out_of_bounds(a, origin);
    return false;
}

/// A call by an address of the host's: on a GPU it is that of the host's half.
void report_function_of_host(const std::string& name, const void* pc) {
    {
        const Unobserved unobserved;
        Finding f{.kind = FindingKind::out_of_bounds, .at = source_line(pc)};
        f.position = position_of(*unobserved.thread);
        f.variable = name;
        f.message = "A thread calls " + quoted(name) +
                    " by an address of the host's, which leads nowhere on a GPU.";
        f.hint = "If it is a virtual function, mark it `__device__`. Otherwise take the address on the "
                 "device (`__device__ F p = f;`) and copy it by `cudaMemcpyFromSymbol()`, or pass a "
                 "number or a functor instead.";
        report(f);
    }
    fail_launch(cudaErrorIllegalAddress);
}

/// What the compiler promises of an access, and what the kernel wants of it.
struct Nature {
    Strength strength = Strength::plain;
    bool is_aligned = true;  ///< to its size, as far as the compiler knows
    bool needs_value = true; ///< if it is a read: it would be wrong if nobody had written
    bool is_propagated = false,
         is_deferred =
             false; ///< if it is a read: what was never set may come of it, see undefined_values.hpp
    bool is_moved = false;        ///< if it is a read: the next store puts it elsewhere as it is
    const void* origin = nullptr; ///< the pointer to which an index was added; null: none, or not known
    std::size_t step = 0;         ///< of a block: it is done by accesses of so many bytes; else 0
    undefined::Purpose purpose() const {
        return {!is_propagated && !is_deferred, is_propagated, is_deferred, is_moved};
    }
};

/// Every access comes by here that is not shown to be harmless at once. Whether it can be done.
[[gnu::noinline]] bool observe_carefully(Access& a, Nature nature) {
    Block& block = *a.thread.warp->block;
    if (write_to_settle) settle_write();
    if (a.is_write && a.strength <= Strength::is_volatile) note_activity();
    const std::size_t step = nature.step ? nature.step : a.bytes;
    if (nature.is_aligned && (a.address & (step - 1)) != 0) { // dividing is slow
        report_misaligned(a);
        return false;
    }
    bool has_value = true, is_unset = false;
    if (memory::is_device_address(reinterpret_cast<const void*>(a.address))) {
        (a.is_write ? traffic.bytes_written : traffic.bytes_read) += static_cast<long long>(a.bytes);
        if (!lies_in_allocation(a, nature.origin)) return false;
        has_value = shadow::any_initialized(a.address, a.bytes);
        is_unset = !a.is_write && has_value && UnsetMemory::holds(a.address, a.bytes);
        observe_access(a, shadow::device_word(a.address), 0);
        if (a.is_write) shadow::mark_written(a.address, a.bytes);
    } else if (block.has_shared(a.address)) {
        if (!lies_in_shared_variable(a, nature.origin)) return false;
        a.is_shared = true;
        a.ordered_below = block.watched.ordered_below;
        has_value = observe_access(a, shared_word(block, a.address), block.watched.first_epoch);
    } else if (a.is_write || !is_builtin_variable(a.address)) { // blockDim, by a reference to it
        if (!lies_in_device_variable(a, nature.origin)) return false;
        if (is_array_of_device(a.address))
            (a.is_write ? traffic.bytes_written : traffic.bytes_read) +=
                static_cast<long long>(a.bytes);
        observe_access(a, shadow::variable_word(a.address), 0);
        is_unset = !a.is_write && UnsetMemory::holds(a.address, a.bytes);
    }
    if (a.is_write && undefined::is_some_deferred) undefined::write_memory(a);
    has_value &= !is_unset;
    if (!a.is_write && nature.needs_value && (!has_value || undefined::is_some_deferred))
        undefined::read_memory(a, has_value, is_unset, nature.purpose());
    return true;
}

// --- which instruction is named
// -------------------------------------------------------------------------

/// What a finding names for an access by the instruction.
inline const void* site(const void* pc, const void* frame_of_hook) {
    return call_by_user(pc, frame_of_hook);
}

// --- accesses that cannot be done
// ----------------------------------------------------------------------

/// Where an access goes that has no memory: what is read there is zero, and what is written is lost, so
/// that the kernel goes on and shows what else is wrong.
std::vector<std::max_align_t> lost;
void* nowhere(std::size_t bytes) {
    constexpr std::size_t alignment = 16;
    static_assert(alignof(std::max_align_t) >= alignment);
    lost.assign(bytes / alignment + 1, {});
    return lost.data();
}

/// What arithmetic on memory that was never set is done with: it hands on these bits.
void* undefined_bits() {
    alignas(16) static std::array<unsigned char, 16> bits;
    undefined::fill(bits.data(), bits.size());
    return bits.data();
}

/// The thread whose last index was too large for its array, or the host: its next access must not be
/// done.
struct BadIndex {
    const Thread* thread;
    bool is_pending = false;
} bad_index;

void note_bad_index(BadIndex bad) {
    bad_index = bad;
    plain_memory::look_at_all(plain_memory::Reason::bad_index, bad.is_pending);
}

bool follows_bad_index(const Thread* thread) {
    if (thread != bad_index.thread) return false;
    note_bad_index({nullptr});
    looks_at_all = undefined::is_some_deferred;
    return true;
}

/// The host's own accesses matter only if they go where it has no memory, or to memory of the device
/// that it shares.
[[gnu::noinline]] void* observe_host(void* pointer, std::size_t bytes, const void* pc, bool write,
                                     Strength strength) {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const DeviceVariable* const variable = device_variable_at(address, bytes);
    const bool of_device = memory::is_device_address(pointer)
                               ? registry().type_of(pointer) == cudaMemoryTypeDevice
                               : variable && !variable->is_managed;
    if (!of_device) {
        if (memory::is_device_address(pointer) || variable)
            observe_host_access(address, bytes, write, strength, pc);
        return pointer;
    }
    const Unobserved unobserved;
    Finding f{.kind = FindingKind::out_of_bounds, .at = source_line(pc)};
    if (variable) f.variable = variable->name;
    f.message = std::string("The host ") + (write ? "writes " : "reads ") +
                (variable ? quoted(variable->name) + ", a variable of the device" : "device memory") +
                ", which it cannot reach.";
    f.hint = variable ? "Use `cudaMemcpyToSymbol()` and `cudaMemcpyFromSymbol()`."
             : write  ? "Fill a host array and copy it with `cudaMemcpy()`. (Or did you forget "
                        "`<<<…>>>` and call the kernel like a function?)"
                      : "Copy the data to a host array with `cudaMemcpy()` first. (Or did you forget "
                        "`<<<…>>>` and call the kernel like a function?)";
    if (variable && variable->is_table) {
        f.message =
            "The host calls a virtual function of an object that a kernel has constructed: its " +
            quoted(variable->name) + " is the device's.";
        f.hint = "Use the object in kernels only, or construct one on the host.";
        report(f);
        return pointer; // so that the host goes on
    }
    report(f);
    return nowhere(bytes);
}

/// What the compiler notes of an index that it checks (-fsanitize=array-bounds).
struct IndexCheck {
    struct Type {
        std::uint16_t kind, bits;
        char name[1]; ///< 'int [4]'
    };
    const char* file;
    std::uint32_t line, column;
    const Type *array, *index;
};

/// "int[8]" of "'Type' (aka 'int[8]')".
std::string name_of(const IndexCheck::Type& type) {
    const std::string_view quoted = type.name;
    const std::size_t end = quoted.rfind('\''), begin = quoted.rfind('\'', end - 1) + 1;
    return std::string(quoted.substr(begin, end - begin));
}

/// "8 elements" of "int[8]"
std::string elements_of(const std::string& type) {
    const std::size_t begin = type.find('[') + 1, end = type.find(']', begin);
    const std::string number = type.substr(begin, end - begin);
    return number + (number == "1" ? " element" : " elements");
}

/// An index of the type, which notes twice the logarithm of its bits, and one more if it is signed.
std::string value_of(std::uintptr_t index, const IndexCheck::Type& type) {
    const unsigned unused =
        8 * sizeof index - std::min(8 * sizeof index, std::size_t{1} << (type.bits >> 1));
    const bool is_signed = type.bits & 1;
    return is_signed ? std::to_string(static_cast<std::intptr_t>(index << unused) >> unused)
                     : std::to_string(index);
}

/// The variable that the array is, or lies in, if a kernel can reach it.
std::optional<Variable> variable_of(const void* array, const Thread* thread, const void* pc) {
    const auto address = reinterpret_cast<std::uintptr_t>(array);
    auto variable = thread && array ? variable_at(address, 1, *thread, pc) : std::nullopt;
    return variable && variable->contains(address, 1) ? variable : std::nullopt;
}

/// "`tile`", "its array in `pairs`", "its array"
std::string place_of(const void* array, const std::optional<Variable>& variable) {
    if (!variable) return "its array";
    const bool is_whole = variable->begin == reinterpret_cast<std::uintptr_t>(array) &&
                          variable->row == 0 && variable->kind != "global";
    return is_whole ? quoted(variable->name) : "its array in " + quoted(variable->name);
}

void report_bad_index(const IndexCheck& check, std::uintptr_t index, const void* array,
                      const void* pc) {
    if (now.thread && kernel_is_unobserved) return;
    const std::string value = value_of(index, *check.index);
    {
        const Unobserved unobserved;
        Finding f{.kind = FindingKind::out_of_bounds, .at = source_line(pc)};
        if (unobserved.thread) f.position = position_of(*unobserved.thread);
        const auto variable = variable_of(array, unobserved.thread, pc);
        if (variable) f.variable = variable->name;
        const std::string type = name_of(*check.array);
        f.message = "Index " + value + " is outside " + place_of(array, variable) + ", which has " +
                    elements_of(type) + " (" + quoted(type) + ").";
        f.hint = "Check how this index is computed. Can it become negative, or reach the number of "
                 "elements?";
        report(f);
    }
    if (now.thread) fail_launch(cudaErrorIllegalAddress);
    note_bad_index({now.thread, true});
    looks_at_all = true;
}

const StackObjects& objects_of(const Thread& thread) {
    return thread.warp->watched.objects[thread.lane];
}

/// Of the hook that runs: below it lie no variables of functions that have not ended. Null if it is not
/// known.
const void* hook_frame = nullptr;
/// Where it was called: null if that is not known.
const void* hooked_at() {
    return hook_frame ? static_cast<const Frame*>(hook_frame)->returns_to : nullptr;
}
bool is_abandoned(std::uintptr_t address) {
    return hook_frame && address < platform::end_of_variables(hook_frame);
}

bool is_stray_on_stack(const Thread& thread, std::uintptr_t address, std::size_t bytes) {
    const StackObjects& objects = objects_of(thread);
    if (objects.at(address, bytes)) return false;
    return confinement::is_judged || is_abandoned(address) || objects.is_in_frame(address);
}

/// A variable on a thread's stack, as a row of bytes without a name.
Variable of_bytes(std::uintptr_t begin, std::size_t bytes) { return {"", "local", begin, bytes, 1}; }

/// A thread comes to where its stack holds none of its variables.
[[gnu::noinline]] void report_stray_on_stack(Thread& thread, const MemoryAccess& a) {
    {
        const Unobserved unobserved;
        const bool is_abandoned = sim::is_abandoned(a.address);
        const StackObjects::Object* const near = objects_of(thread).nearest(a.address);
        Finding f{.kind = FindingKind::out_of_bounds,
                  .at = source_line(a.pc),
                  .position = position_of(thread)};
        f.message =
            std::string("A thread ") + (a.is_write ? "writes " : "reads ") + bytes_text(a.bytes);
        if (is_abandoned || !near) {
            f.message += " on its stack, where none of its variables is.";
            f.hint = "Check the index. Or has the function already returned whose variable the "
                     "pointer leads to?";
        } else {
            f.message += " outside a variable of its own, which has " + bytes_text(near->bytes) +
                         ". The access " +
                         distance_outside(of_bytes(near->begin, near->bytes), a.address, a.bytes) +
                         ", where other variables of the thread are.";
            f.hint = "Check the index, and the number of elements that the function is told.";
        }
        report(f);
    }
    fail_launch(cudaErrorIllegalAddress);
}

[[gnu::noinline]] void report_misaligned_on_stack(Thread& thread, const MemoryAccess& a,
                                                  std::size_t offset) {
    {
        const Unobserved unobserved;
        report({.kind = FindingKind::misaligned,
                .at = source_line(a.pc),
                .position = position_of(thread),
                .message = std::string("A thread ") + (a.is_write ? "writes " : "reads ") +
                           bytes_text(a.bytes) + " at byte " + std::to_string(offset) +
                           " of a variable of its own. " + std::to_string(offset) +
                           " is no multiple of " + std::to_string(a.bytes) + ", so a GPU stops there.",
                .hint = "Look where the pointer was cast to a larger type, and from which element it "
                        "starts."});
    }
    fail_launch(cudaErrorMisalignedAddress);
}

/// The array that the pointer leads into, as a member of a struct, if the access lies outside of it.
const StackObjects::Member* member_left(const Thread& thread, const void* origin,
                                        std::uintptr_t address, std::size_t bytes) {
    const auto& members = objects_of(thread).members;
    const auto pointer = reinterpret_cast<std::uintptr_t>(origin);
    const auto found =
        std::ranges::find(members.rbegin(), members.rend(), pointer, &StackObjects::Member::pointer);
    if (found == members.rend()) return nullptr;
    const bool is_inside =
        address - found->begin <= found->bytes && bytes <= found->bytes - (address - found->begin);
    return is_inside ? nullptr : &*found;
}

[[gnu::noinline]] void report_member_left(Thread& thread, const MemoryAccess& a,
                                          const StackObjects::Member& member) {
    {
        const Unobserved unobserved;
        report({.kind = FindingKind::out_of_bounds,
                .at = source_line(a.pc),
                .position = position_of(thread),
                .message = std::string("A thread ") + (a.is_write ? "writes " : "reads ") +
                           bytes_text(a.bytes) +
                           " outside the array that the function was given, which has " +
                           bytes_text(member.bytes) + ". The access " +
                           distance_outside(of_bytes(member.begin, member.bytes), a.address, a.bytes) +
                           ", where the next member of its struct is.",
                .hint = "Check the index, and the number of elements that the function is told."});
    }
    fail_launch(cudaErrorIllegalAddress);
}

/// Whether neither the variable nor its place on this stack is such that a GPU could do the access.
bool is_misaligned_in(std::uintptr_t begin, std::uintptr_t address, std::size_t step) {
    return (address & (step - 1)) != 0 && ((address - begin) & (step - 1)) != 0;
}

/// Whether the access cannot be done since it goes astray on the stack; then that is told.
bool is_wrong_on_stack(Thread& thread, const MemoryAccess& a, std::size_t step) {
    if (is_stray_on_stack(thread, a.address, a.bytes)) {
        report_stray_on_stack(thread, a);
        return true;
    }
    if (step == 1 || (a.address & (step - 1)) == 0) return false;
    const StackObjects::Object* const object = objects_of(thread).at(a.address, a.bytes);
    if (!object || !is_misaligned_in(object->begin, a.address, step)) return false;
    report_misaligned_on_stack(thread, a, a.address - object->begin);
    return true;
}

/// Tells the listeners of an access, or of each one that a block is done by.
template <auto EVENT>
void announce_access(Thread& thread, const MemoryAccess& access, std::size_t step) {
    if (!is_heard<EVENT>()) return;
    if (step == 0) return announce<EVENT>(thread, access);
    for (std::size_t done = 0; done < access.bytes;) {
        MemoryAccess part = access;
        part.address += done;
        part.bytes = std::min(step, std::bit_floor(access.bytes - done));
        announce<EVENT>(thread, part);
        done += part.bytes;
    }
}

/// Returns where the access is to be done.
template <bool WRITE>
[[gnu::noinline]] void* observe(void* pointer, std::size_t bytes, const void* pc, Nature nature = {}) {
    Thread* const thread = now.thread;
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    if (bad_index.is_pending && follows_bad_index(thread)) [[unlikely]]
        return nowhere(bytes);
    if (!thread) {
        platform::fault_if_null(address);
        const bool is_host_memory =
            !memory::is_device_address(pointer) && !may_be_device_variable(address);
        void* const place =
            is_host_memory ? pointer : observe_host(pointer, bytes, pc, WRITE, nature.strength);
        if (!WRITE && nature.step == 0 && place == pointer && nature.needs_value && !nature.is_moved &&
            __scanlab_holds_unset(address, bytes)) [[unlikely]]
            return undefined::read_on_host(pointer, bytes, nature.purpose(), pc) ? undefined_bits()
                                                                                 : pointer;
        if (some_copies_to_host && is_host_memory) [[unlikely]]
            check_host_access(address, bytes, WRITE, pc);
        if (confinement::is_judged && place == pointer)
            confinement::require_on_host(address, bytes, WRITE, pc);
        return place;
    }
    if (kernel_is_unobserved) [[unlikely]] { // but what it writes is set
        if (WRITE && memory::is_device_address(pointer)) shadow::mark_written(address, bytes);
        return pointer;
    }
    const auto access = [&] { return MemoryAccess{pc, address, bytes, WRITE, nature.strength}; };
    if (members_given > 0 && nature.origin) [[unlikely]]
        if (const auto* member = member_left(*thread, nature.origin, address, bytes)) {
            report_member_left(*thread, access(), *member);
            return nowhere(bytes);
        }
    if (thread->stack.contains(address)) { // private
        const std::size_t step = !nature.is_aligned ? 1 : nature.step != 0 ? nature.step : bytes;
        if (is_wrong_on_stack(*thread, access(), std::has_single_bit(step) ? step : 1)) [[unlikely]]
            return nowhere(bytes);
        if (!WRITE && nature.step != 0) // copies carry along what memory holds that was never set
            undefined::Bits::replace_by<UnsetMemory>(pointer, bytes);
        if (WRITE && undefined::is_some_deferred) undefined::write_own_memory(pc);
        if (!WRITE && nature.needs_value && (nature.is_deferred || !nature.is_propagated) &&
            nature.step == 0 && undefined::is_undefined_in_part(address, bytes)) {
            if (nature.is_deferred)
                undefined::read_propagated(nature.purpose(), pc);
            else
                undefined::report_on_stack(pc);
        }
        announce_access<&Watcher::access>(*thread, access(), nature.step);
        return pointer;
    }
    const bool is_atomic = nature.strength > Strength::is_volatile;
    if (!is_atomic) announce_access<&Watcher::access_comes>(*thread, access(), nature.step);
    if (schedule.preempts_here()) {
        if (!thread->warp->last_load[thread->lane].spins) note_activity();
        yield();
    }
    const bool is_harmless = bytes == 4 && nature.strength == Strength::plain &&
                             !undefined::is_some_deferred &&
                             is_harmless_in_shared<WRITE>(*thread, address, pc);
    if (!is_harmless) {
        Access careful{
            *thread, pc, address, bytes, WRITE, nature.strength, false, order::all_ordered_below};
        if (!observe_carefully(careful, nature)) return nowhere(bytes);
    }
    if (!is_atomic) announce_access<&Watcher::access>(*thread, access(), nature.step);
    if (!WRITE && nature.is_propagated && !nature.is_moved && UnsetMemory::holds(address, bytes))
        return undefined_bits();
    return pointer;
}

/// Whether the word lies in the variable where the last access of this instruction went. (Those of
/// libraries are not known by themselves: findings name who called them.)
[[gnu::always_inline]] inline bool lies_where_last(const void* pc, std::uintptr_t word,
                                                   std::uint64_t valid_for) {
    const Site* const site = find_site(pc);
    return site && site->valid_for == valid_for && word >= site->begin &&
           word + shadow::word_bytes <= site->end;
}

/// Whether a plain access of a word of global memory finds a value there and is harmless; if not,
/// nothing has happened. Nothing else of what observe_carefully() does can concern it.
template <bool WRITE>
[[gnu::always_inline]] inline bool is_usual_in_global(Thread& thread, std::uintptr_t word,
                                                      const void* pc) {
    constexpr std::size_t bytes = shadow::word_bytes;
    if (word % bytes != 0 || !lies_where_last(pc, word, memory_now())) return false;
    if (!WRITE && (!shadow::any_initialized(word, bytes) || UnsetMemory::holds(word, bytes)))
        return false;
    if (!is_harmless_in_global<WRITE>(thread, word, pc)) return false;
    (WRITE ? traffic.bytes_written : traffic.bytes_read) += bytes;
    return true;
}

/// The same of shared memory.
template <bool WRITE>
[[gnu::always_inline]] inline bool is_usual_in_shared(Thread& thread, std::uintptr_t word,
                                                      const void* pc) {
    if (is_in_library(pc)) return false;
    if (is_harmless_in_shared<WRITE>(thread, word, pc)) return true;
    return !WRITE && lies_where_last(pc, word, thread.warp->block->generation) &&
           is_read_beside_others_in_shared(thread, word, pc);
}

/// Nearly all accesses are plain ones of an aligned word that nobody but the race detector listens to,
/// and harmless. Whether this is one; if not, nothing has happened.
template <bool WRITE>
[[gnu::always_inline]] inline bool is_usual(void* pointer, const void* pc) {
    Thread* const thread = now.thread;
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const bool looks_usual = thread && !looks_at_all && members_given == 0 &&
                             !is_heard<&Watcher::access_comes>() && !is_heard<&Watcher::access>() &&
                             schedule.does_not_preempt_here();
    if (!looks_usual ||
        !(memory::is_device_address(pointer) ? is_usual_in_global<WRITE>(*thread, address, pc)
                                             : is_usual_in_shared<WRITE>(*thread, address, pc)))
        return false;
    schedule.count_access();
    return true;
}

/// Whether the block has not written this word of its shared memory yet.
bool is_unwritten_in_shared(const Block& block, std::uintptr_t address) {
    return block.has_shared(address) &&
           shared_word(block, address)->write.epoch < block.watched.first_epoch;
}

/// Volatile accesses are how older code waits for another thread, so a read lets the others run. One of
/// them may write what nobody has written yet: nothing has made it come first, so this is told before.
inline void* observe_volatile_read(void* pointer, std::size_t bytes, const void* pc, bool aligned) {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    if (!now.thread || now.thread->stack.contains(address))
        return observe<false>(pointer, bytes, pc, {Strength::is_volatile, aligned});
    if (is_unwritten_in_shared(*now.thread->warp->block, address))
        observe<false>(pointer, bytes, pc, {Strength::is_volatile, aligned});
    wait_before_volatile_read(pointer, bytes, pc);
    void* const place = observe<false>(pointer, bytes, pc, {Strength::is_volatile, aligned});
    if (kernel_is_unobserved) return place;
    order::strong_read(*now.thread, address, MemoryOrder::relaxed, Scope::system);
    missing_order::note_read(*now.thread, address);
    return place;
}

inline void* observe_volatile_write(void* pointer, std::size_t bytes, const void* pc, bool aligned) {
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    if (!now.thread || now.thread->stack.contains(address))
        return observe<true>(pointer, bytes, pc, {Strength::is_volatile, aligned});
    wait_before_volatile_write(pointer, bytes, pc);
    void* const place = observe<true>(pointer, bytes, pc, {Strength::is_volatile, aligned});
    if (kernel_is_unobserved) return place;
    order::strong_write(*now.thread, address, MemoryOrder::relaxed, Scope::system, false);
    return place;
}

/// A block of memory is read or written as the compiler for a GPU does it: by the largest accesses that
/// its alignment allows, 16 bytes at most.
std::size_t step_of(std::size_t bytes, std::size_t alignment) {
    return std::min({alignment, std::size_t{16}, std::bit_floor(bytes)});
}

/// Returns where it is to be done.
template <bool WRITE>
void* observe_block(void* pointer, std::size_t bytes, std::size_t alignment, const void* pc) {
    if (bytes == 0) return pointer;
    if (confinement::is_judged) confinement::require_length(bytes, pc);
    const std::size_t step = step_of(bytes, alignment);
    return observe<WRITE>(pointer, bytes, pc, {.step = step});
}

/// The same of a constant block.
const void* observe_block_read(const void* pointer, std::size_t bytes, const void* pc) {
    return observe_block<false>(const_cast<void*>(pointer), bytes, 1, pc);
}

/// A variable of a function's own, of which some access may go astray, or read what has never been
/// written.
struct OwnVariable {
    const char* begin;
    unsigned char* written; ///< a mark per byte
    std::size_t bytes;
};

/// What the program says of an access to such a variable.
struct OwnAccess {
    bool write, needs_value;
    bool is_propagated;      ///< what is read does not count yet: it is moved, or brought to a shuffle
    bool is_deferred;        ///< nor before the thread's next store
    bool is_selected;        ///< nor does a branch on it count, which only selects
    bool receives_undefined; ///< what is read may be what was never set elsewhere
    std::size_t alignment;   ///< that the compiler counts on
    undefined::Purpose purpose() const { return {needs_value, is_propagated, is_deferred}; }
};

/// The whole words of a variable none of whose bytes has been written.
void begin_unset_words(char* begin, std::size_t bytes, const unsigned char* written) {
    constexpr std::size_t word = UnsetMemory::word_bytes;
    for (std::size_t i = -reinterpret_cast<std::uintptr_t>(begin) % word; i + word <= bytes; i += word)
        if (std::find_if(written + i, written + i + word,
                         [](unsigned char mark) { return mark != 0; }) == written + i + word)
            UnsetMemory::fill(begin + i, word);
}

void* observe_own(void* pointer, std::size_t bytes, OwnAccess access, const OwnVariable& variable,
                  const void* pc) {
    if (bad_index.is_pending && follows_bad_index(now.thread)) return nowhere(bytes);
    if (now.thread && kernel_is_unobserved) return pointer;
    const std::size_t offset =
        static_cast<std::size_t>(static_cast<const char*>(pointer) - variable.begin);
    const bool is_inside = offset <= variable.bytes && bytes <= variable.bytes - offset;
    unsigned char* const written = variable.written + offset;
    if (is_inside && access.write)
        std::fill_n(written, bytes,
                    access.is_deferred && undefined::gives(pointer) ? undefined::given_mark
                                                                    : undefined::set_mark);
    if (is_inside && !access.write && !access.needs_value && !access.is_propagated &&
        !access.is_deferred) // a block: copies carry along what was never set
        begin_unset_words(static_cast<char*>(pointer), bytes, written);
    if (is_inside && !access.write && !now.thread &&
        (access.needs_value || access.is_selected || access.is_propagated) &&
        std::find(written, written + bytes, undefined::set_mark) == written + bytes &&
        undefined::read_on_host(nullptr, 0,
                                access.is_selected ? undefined::Purpose{} : access.purpose(), pc))
        undefined::fill(pointer, bytes);
    if (is_inside && !access.write && now.thread) {
        const bool has_value =
            std::find(written, written + bytes, undefined::set_mark) != written + bytes;
        if (!has_value)
            undefined::read_own(pointer, bytes, *written == undefined::given_mark, access.purpose(), pc,
                                is_in_library(hooked_at()));
        else if (access.receives_undefined &&
                 undefined::is_undefined(reinterpret_cast<std::uintptr_t>(pointer), bytes))
            undefined::read_propagated(access.purpose(), pc);
    }
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    if (is_inside && now.thread && bytes > 0 &&
        is_misaligned_in(reinterpret_cast<std::uintptr_t>(variable.begin), address,
                         step_of(bytes, access.alignment))) {
        report_misaligned_on_stack(*now.thread, {pc, address, bytes, access.write, Strength::plain},
                                   offset);
        return nowhere(bytes);
    }
    if (is_inside) return pointer;
    {
        const Unobserved unobserved;
        Finding f{.kind = FindingKind::out_of_bounds, .at = source_line(pc)};
        if (unobserved.thread) f.position = position_of(*unobserved.thread);
        f.message = std::string(unobserved.thread ? "A thread " : "The host ") +
                    (access.write ? "writes " : "reads ") + std::to_string(bytes) +
                    " bytes outside of a variable of its own, which has " +
                    std::to_string(variable.bytes) + " bytes.";
        f.hint = "Check the index, and the number of elements.";
        report(f);
    }
    if (now.thread) fail_launch(cudaErrorIllegalAddress);
    return nowhere(bytes);
}

/// What the host compares, up to the first difference, somebody should have set.
void check_compared(const void* a, const void* b, std::size_t bytes, const void* pc) {
    const auto *left = static_cast<const char*>(a), *right = static_cast<const char*>(b);
    const std::size_t same =
        static_cast<std::size_t>(std::mismatch(left, left + bytes, right).first - left);
    const std::size_t compared = std::min(same + UnsetMemory::word_bytes, bytes);
    for (const char* side : {left, right})
        if (UnsetMemory::some_in(side, compared)) undefined::read_on_host(side, compared, {}, pc);
}

/// Tells that a string is read, and returns its length.
std::size_t observe_string(const char* text, const void* pc) {
    std::size_t length = 0;
    while (*static_cast<const char*>(observe<false>(const_cast<char*>(text + length), 1, pc)) != 0)
        ++length;
    return length;
}

} // namespace

bool is_nowhere(const void* address) {
    const auto* const byte = static_cast<const char*>(address);
    const auto* const begin = reinterpret_cast<const char*>(lost.data());
    return byte >= begin && byte < begin + lost.size() * sizeof(std::max_align_t);
}

void* observe_plain(void* address, std::size_t bytes, bool write, const void* pc) {
    hook_frame = nullptr;
    return write ? observe<true>(address, bytes, pc, {.is_aligned = false})
                 : observe<false>(address, bytes, pc, {.is_aligned = false});
}

/// A read of what is only moved, to the thread's own variables or to its next store.
void* observe_propagated(void* address, std::size_t bytes, bool is_deferred, const void* pc,
                         const void* origin) {
    return observe<false>(address, bytes, pc,
                          {.is_propagated = true, .is_deferred = is_deferred, .origin = origin});
}

/// A read of what the next store puts elsewhere as it is.
void* observe_moved(void* address, std::size_t bytes, const void* pc, const void* origin) {
    return observe<false>(
        address, bytes, pc,
        {.is_propagated = true, .is_deferred = true, .is_moved = true, .origin = origin});
}

void observe_host_call(const void* begin, std::size_t bytes, bool is_write, const void* site,
                       const void* frame) {
    if (now.thread || !host_is_observed) return;
    observe_host(const_cast<void*>(begin), bytes, call_by_user(site, frame), is_write, Strength::plain);
}

namespace {
/// The last atomic access, which is done before any other thread runs.
struct Announced {
    const Thread* thread = nullptr;
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;
} announced;
} // namespace

bool is_announced(std::uintptr_t address, std::size_t bytes) {
    return announced.thread == now.thread && address - announced.begin <= announced.bytes &&
           bytes <= announced.bytes - (address - announced.begin);
}

Cost cost() {
    pending::finish_all();
    return {launch_totals.launches, launch_totals.barriers_per_thread, traffic.bytes_read,
            traffic.bytes_written,  launch_totals.most_shared_bytes,   is_observed()};
}

void reset_cost() {
    pending::finish_all();
    launch_totals = {};
    traffic = {};
}

void* observe_atomic(const volatile void* address, std::size_t bytes, AtomicKind kind, Scope scope,
                     const void* pc) {
    void* const pointer = const_cast<void*>(address);
    void* place = pointer;
    hook_frame = nullptr;
    const Strength strength = strength_of(scope);
    const bool needs_value = kind != AtomicKind::store && kind != AtomicKind::exchange;
    if (kind != AtomicKind::store)
        place = observe<false>(pointer, bytes, pc, {strength, true, needs_value});
    if (kind != AtomicKind::load && place == pointer)
        place = observe<true>(pointer, bytes, pc, {strength});
    announced = {now.thread, reinterpret_cast<std::uintptr_t>(place), bytes};
    return place;
}

void observe_write(const void* address, std::size_t bytes, const void* pc) {
    hook_frame = nullptr;
    observe<true>(const_cast<void*>(address), bytes, pc);
}

namespace {
Access access_of_copy(const void* address, std::size_t bytes, bool write, const void* pc) {
    return {*now.thread,
            pc,
            reinterpret_cast<std::uintptr_t>(address),
            bytes,
            write,
            Strength::plain,
            false,
            order::all_ordered_below};
}
} // namespace

bool observe_copy(const void* address, std::size_t bytes, bool write, Epoch copy, const void* pc) {
    Epoch& epoch = now.thread->warp->watched.epoch[now.thread->lane];
    Access access = access_of_copy(address, bytes, write, pc);
    const Epoch own = std::exchange(epoch, copy);
    const bool can_be_done = observe_carefully(access, {.is_aligned = false});
    epoch = own;
    return can_be_done;
}

bool observe_bulk_copy(const void* address, std::size_t bytes, bool write, Epoch copy, const void* pc) {
    check_fenced(access_of_copy(address, bytes, write, pc)); // before what was done there is forgotten
    return observe_copy(address, bytes, write, copy, pc);
}

} // namespace scanlab::sim

namespace sim = scanlab::sim;

#define SITE                                                                                           \
    (sim::hook_frame = __builtin_frame_address(0),                                                     \
     sim::site(__builtin_return_address(0), sim::hook_frame))

#define SCANLAB_HOOKS(BYTES)                                                                           \
    void* __scanlab_read##BYTES(void* a, const void* of) {                                             \
        return sim::observe<false>(a, BYTES, SITE, {.origin = of});                                    \
    }                                                                                                  \
    void* __scanlab_defer##BYTES(void* a, const void* of) {                                            \
        return sim::observe<false>(a, BYTES, SITE, {.is_deferred = true, .origin = of});               \
    }                                                                                                  \
    void* __scanlab_write##BYTES(void* a, const void* of) {                                            \
        return sim::observe<true>(a, BYTES, SITE, {.origin = of});                                     \
    }
#define IS_USUAL(WRITE, A) sim::is_usual<WRITE>(A, __builtin_return_address(0))

// What the program was made to call by compile/.
using namespace scanlab::hooks;
#pragma GCC visibility push(default)
extern "C" {

SCANLAB_HOOKS(1)
SCANLAB_HOOKS(2)
SCANLAB_HOOKS(8)
SCANLAB_HOOKS(16)

// Nearly all accesses are such ones.
void* __scanlab_read4(void* a, const void* of) {
    return IS_USUAL(false, a) ? a : sim::observe<false>(a, 4, SITE, {.origin = of});
}
void* __scanlab_defer4(void* a, const void* of) {
    return IS_USUAL(false, a) ? a
                              : sim::observe<false>(a, 4, SITE, {.is_deferred = true, .origin = of});
}
void* __scanlab_propagate4(void* a, const void* of) {
    return IS_USUAL(false, a) ? a : sim::observe_propagated(a, 4, false, SITE, of);
}
void* __scanlab_propagate8(void* a, const void* of) {
    return sim::observe_propagated(a, 8, false, SITE, of);
}
void* __scanlab_propagate_deferred4(void* a, const void* of) {
    return IS_USUAL(false, a) ? a : sim::observe_propagated(a, 4, true, SITE, of);
}
void* __scanlab_propagate_deferred8(void* a, const void* of) {
    return sim::observe_propagated(a, 8, true, SITE, of);
}
void* __scanlab_move4(void* a, const void* of) {
    return IS_USUAL(false, a) ? a : sim::observe_moved(a, 4, SITE, of);
}
void* __scanlab_move8(void* a, const void* of) { return sim::observe_moved(a, 8, SITE, of); }
void* __scanlab_write4(void* a, const void* of) {
    return IS_USUAL(true, a) ? a : sim::observe<true>(a, 4, SITE, {.origin = of});
}

void* __scanlab_access(void* a, std::size_t bytes, unsigned nature, const void* of) {
    const bool is_power = std::has_single_bit(bytes);
    const bool is_aligned = (nature & aligned_bit) != 0 && is_power;
    if (nature & volatile_bit)
        return nature & write_bit ? sim::observe_volatile_write(a, bytes, SITE, is_aligned)
                                  : sim::observe_volatile_read(a, bytes, SITE, is_aligned);
    return nature & write_bit
               ? sim::observe<true>(a, bytes, SITE, {.is_aligned = is_aligned, .origin = of})
               : sim::observe<false>(a, bytes, SITE,
                                     {.is_aligned = is_aligned,
                                      .needs_value = (nature & any_value_bit) == 0,
                                      .is_propagated = (nature & propagated_bit) != 0,
                                      .is_deferred = (nature & deferred_bit) != 0,
                                      .origin = of});
}

void* __scanlab_atomic(void* a, std::size_t bytes, Atomic kind) {
    if (!sim::now.thread) return sim::observe<false>(a, bytes, SITE, {sim::Strength::atomic_in_system});
    constexpr std::array kinds{sim::AtomicKind::load, sim::AtomicKind::store, sim::AtomicKind::update};
    static_assert(kinds.size() == scanlab::enumerators<Atomic>);
    const sim::AtomicAccess access{SITE,
                                   a,
                                   bytes,
                                   kinds[static_cast<std::size_t>(kind)],
                                   sim::MemoryOrder::relaxed,
                                   sim::Scope::system};
    if (!sim::now.thread->stack.contains(reinterpret_cast<std::uintptr_t>(a)))
        return sim::before_atomic_of_thread(access); // as CUDA's own, so it counts as these do
    return sim::observe_atomic(a, bytes, access.kind, access.scope, access.pc);
}

void* __scanlab_block(void* a, std::size_t bytes, unsigned alignment, unsigned write) {
    return write ? sim::observe_block<true>(a, bytes, alignment, SITE)
                 : sim::observe_block<false>(a, bytes, alignment, SITE);
}

void* __scanlab_own(void* a, std::size_t bytes, unsigned nature, const char* variable,
                    unsigned char* written, std::size_t size) {
    const sim::OwnAccess access{(nature & write_bit) != 0,
                                (nature & any_value_bit) == 0,
                                (nature & propagated_bit) != 0,
                                (nature & deferred_bit) != 0,
                                (nature & selected_bit) != 0,
                                (nature & receives_undefined_bit) != 0,
                                std::size_t{1} << (nature >> alignment_shift)};
    return sim::observe_own(a, bytes, access, {variable, written, size}, SITE);
}

void __scanlab_undefined(void* variable, std::size_t bytes) {
    sim::now.thread ? sim::undefined::fill(variable, bytes) : sim::UnsetMemory::fill(variable, bytes);
}
void __scanlab_unset(void* variable, std::size_t bytes) { sim::UnsetMemory::fill(variable, bytes); }
void* __scanlab_value(void* a, std::size_t bytes) {
    if (!sim::undefined::is_undefined(reinterpret_cast<std::uintptr_t>(a), bytes)) return a;
    if (sim::now.thread)
        sim::undefined::report_variable(SITE);
    else
        sim::undefined::read_on_host(a, bytes, {}, SITE);
    return a;
}

void* __scanlab_propagated_value(void* a, std::size_t bytes) {
    if (sim::undefined::is_undefined(reinterpret_cast<std::uintptr_t>(a), bytes))
        sim::undefined::report_propagated(SITE);
    return a;
}
void* __scanlab_deferred_value(void* a, std::size_t bytes, unsigned nature) {
    if (!sim::undefined::is_undefined(reinterpret_cast<std::uintptr_t>(a), bytes)) return a;
    const bool is_selected = (nature & selected_bit) != 0,
               is_propagated = (nature & propagated_bit) != 0;
    if (sim::now.thread)
        sim::undefined::read_propagated(
            {.is_used = false, .is_propagated = is_propagated, .is_deferred = true}, SITE);
    else if (is_selected)
        sim::undefined::read_on_host(a, bytes, {}, SITE);
    return a;
}

std::int32_t __scanlab_divisor4(std::int32_t dividend, std::int32_t divisor, unsigned is_signed,
                                const void* variable) {
    return static_cast<std::int32_t>(sim::undefined::divisor_of(
        {dividend, divisor, is_signed ? std::numeric_limits<std::int32_t>::min() : 0, variable}, SITE));
}
std::int64_t __scanlab_divisor8(std::int64_t dividend, std::int64_t divisor, unsigned is_signed,
                                const void* variable) {
    return sim::undefined::divisor_of(
        {dividend, divisor, is_signed ? std::numeric_limits<std::int64_t>::min() : 0, variable}, SITE);
}
void __scanlab_read_quotient(const void* variable) {
    if (sim::undefined::is_some_quotient && sim::now.thread) sim::undefined::read_quotient(variable);
}
void __scanlab_set_quotient(const void* variable) {
    if (sim::undefined::is_some_quotient) sim::undefined::set_quotient(variable);
}

void __scanlab_selects(unsigned selection) {
    if (sim::undefined::is_some_deferred) sim::undefined::selects(selection);
}
void __scanlab_selected(char* variable, std::size_t offset, std::size_t bytes, unsigned char* marks,
                        unsigned selection) {
    if (sim::undefined::is_some_deferred)
        sim::undefined::selected(variable + offset, bytes, marks ? marks + offset : nullptr, selection);
}
void __scanlab_selects_end(unsigned selection) {
    if (sim::undefined::is_some_deferred) sim::undefined::selects_end(selection);
}

void __scanlab_result(std::uint64_t bits, unsigned is_deferred) {
    if (sim::now.thread && sim::undefined::is_undefined(bits))
        sim::undefined::read_propagated({is_deferred == 0, true, is_deferred != 0}, SITE);
}

void __scanlab_unwritten(unsigned char* marks, std::size_t bytes) { std::memset(marks, 0, bytes); }

void* __scanlab_memmove(void* to, const void* from, std::size_t bytes) {
    const void* const source = sim::observe_block_read(from, bytes, SITE);
    std::memmove(sim::observe_block<true>(to, bytes, 1, SITE), source, bytes);
    return to;
}

void* __scanlab_memset(void* to, int value, std::size_t bytes) {
    std::memset(sim::observe_block<true>(to, bytes, 1, SITE), value, bytes);
    return to;
}

int __scanlab_memcmp(const void* a, const void* b, std::size_t bytes) {
    const void* const left = sim::observe_block_read(a, bytes, SITE);
    const void* const right = sim::observe_block_read(b, bytes, SITE);
    const int result = std::memcmp(left, right, bytes);
    if (!sim::now.thread) sim::check_compared(a, b, bytes, SITE);
    return result;
}

void* __scanlab_memchr(const void* a, int value, std::size_t bytes) {
    return const_cast<void*>(std::memchr(sim::observe_block_read(a, bytes, SITE), value, bytes));
}

std::size_t __scanlab_strlen(const char* a) { return sim::observe_string(a, SITE); }

char* __scanlab_strcpy(char* to, const char* from) {
    const std::size_t bytes = sim::observe_string(from, SITE) + 1;
    std::memcpy(sim::observe_block<true>(to, bytes, 1, SITE), from, bytes);
    return to;
}

int __scanlab_strncmp(const char* a, const char* b, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) {
        const auto at = [&](const char* text) {
            return *static_cast<unsigned char*>(
                sim::observe<false>(const_cast<char*>(text + i), 1, SITE));
        };
        const unsigned char left = at(a), right = at(b);
        if (left != right) return left < right ? -1 : 1;
        if (left == 0) break;
    }
    return 0;
}

int __scanlab_strcmp(const char* a, const char* b) { return __scanlab_strncmp(a, b, ~std::size_t{0}); }

void __scanlab_index(const void* check, std::uintptr_t index, const void* array) {
    sim::report_bad_index(*static_cast<const sim::IndexCheck*>(check), index, array, SITE);
}

void* __scanlab_side(void* device, void* host) { return sim::now.thread ? device : host; }

void __scanlab_calls(const void* function) {
    if (!sim::now.thread) return;
    if (const auto* name = sim::function_taken_on_host(reinterpret_cast<std::uintptr_t>(function)))
        sim::report_function_of_host(*name, SITE);
}

void __scanlab_program(const sim::DeviceVariableEntry* variables, std::size_t count) {
    sim::program_is_observed = sim::host_is_observed = true;
    sim::platform::add_image(SITE);
    sim::add_device_variables(variables, count);
}

} // extern "C"
#pragma GCC visibility pop
