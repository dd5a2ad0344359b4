#include "machine/memory/memory_checks.hpp"

#include "findings/findings.hpp"
#include "findings/source_lines.hpp"
#include "findings/wording.hpp"
#include "machine/base/call_site.hpp"
#include "machine/base/errors.hpp"
#include "machine/memory/arrays.hpp"
#include "machine/memory/memory_text.hpp"
#include "machine/memory/registry.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace scanlab::sim {

namespace {

bool leaks_are_forgiven = false;

const char* name(Role role) { return role == Role::source ? "source" : "destination"; }

/// "device memory (`d_in`)", "host memory"
std::string kind_of_memory(const void* pointer) {
    const auto allocation = memory::find(pointer);
    const std::string whose = allocation ? " (" + allocation_name(*allocation) + ")" : std::string();
    switch (registry().type_of(pointer)) {
    case cudaMemoryTypeDevice:
        return allocation ? "device memory" + whose : "a variable of the device";
    case cudaMemoryTypeHost:
        return "pinned host memory" + whose;
    case cudaMemoryTypeManaged:
        return "managed memory" + whose;
    case cudaMemoryTypeUnregistered:
        break;
    }
    if (allocation && allocation->live) return "memory that a kernel has allocated" + whose;
    return allocation ? "freed memory" + whose : "host memory";
}

const char* name(cudaMemcpyKind kind) {
    switch (kind) {
    case cudaMemcpyHostToHost:
        return "cudaMemcpyHostToHost";
    case cudaMemcpyHostToDevice:
        return "cudaMemcpyHostToDevice";
    case cudaMemcpyDeviceToHost:
        return "cudaMemcpyDeviceToHost";
    case cudaMemcpyDeviceToDevice:
        return "cudaMemcpyDeviceToDevice";
    case cudaMemcpyDefault:
        break;
    }
    return "cudaMemcpyDefault";
}

/// A finding about an allocation at the call that runs.
Finding finding_about(FindingKind kind, const memory::Allocation& allocation, const void* other_site) {
    return {.kind = kind,
            .at = source_line(call_site()),
            .other = source_line(other_site),
            .variable = variable_of(allocation),
            .message = {}};
}

void report_freed(Role role, const memory::Allocation& allocation) {
    Finding finding = finding_about(FindingKind::use_after_free, allocation, allocation.freed_at);
    finding.message = std::string("The ") + name(role) + " of this call is " +
                      allocation_name(allocation) +
                      ", which has already been freed. The memory may be in use for something else by "
                      "now.";
    finding.hint = "Move the `cudaFree()` after this call.";
    report(finding);
}

void report_too_short(Role role, const memory::Allocation& allocation, const void* pointer,
                      std::size_t bytes) {
    Finding finding = finding_about(FindingKind::bad_copy, allocation, allocation.allocated_at);
    const std::size_t offset = reinterpret_cast<std::uintptr_t>(pointer) - allocation.begin;
    const std::size_t there = allocation.bytes - offset;
    finding.message =
        std::string("This call ") + (role == Role::source ? "reads " : "writes ") + bytes_text(bytes) +
        (role == Role::source ? " from " : " to ") + allocation_name(allocation) + ", which has only " +
        std::to_string(allocation.bytes) +
        (offset > 0 ? ", and " + std::to_string(there) + " of them from the pointer on" : "") + ".";
    finding.hint = "Check the number of bytes here and in the allocation. (Elements times `sizeof`?)";
    report(finding);
}

void report_in_kernel_heap(Role role, const memory::Allocation& allocation) {
    Finding finding = finding_about(FindingKind::bad_copy, allocation, allocation.allocated_at);
    finding.message = std::string("The ") + name(role) + " of this call is " +
                      allocation_name(allocation) +
                      ", which a kernel has allocated. Functions of the host cannot reach it.";
    finding.hint = "Let a kernel copy it to memory that `cudaMalloc()` has given.";
    report(finding);
}

void report_outside(Role role, const void* pointer) {
    const auto allocation = memory::nearest(pointer);
    if (!allocation) return;
    Finding finding = finding_about(FindingKind::bad_copy, *allocation, allocation->allocated_at);
    const auto address = reinterpret_cast<std::uintptr_t>(pointer);
    const std::uintptr_t end = allocation->begin + allocation->bytes;
    const std::string where = address < allocation->begin
                                  ? bytes_text(allocation->begin - address) + " before the start of "
                              : address > end ? bytes_text(address - end) + " past the end of "
                                              : "just past the end of ";
    finding.message = std::string("The ") + name(role) + " of this call is " + where +
                      allocation_name(*allocation) + ", where there is no memory.";
    finding.hint = "Check how the pointer is computed.";
    report(finding);
}

/// The allocations that one line of the program made and nobody freed.
struct Leak {
    SourceLine at;
    memory::Allocation first;
    std::size_t bytes = 0, allocations = 0;
};

const char* freeing_function(const memory::Allocation& allocation) {
    const auto* const begin = reinterpret_cast<const void*>(allocation.begin);
    if (is_memory_of_array(begin)) return "cudaFreeArray";
    return registry().begins_at(begin, cudaMemoryTypeHost) ? "cudaFreeHost" : "cudaFree";
}

std::vector<Leak> leaks_by_line() {
    std::vector<Leak> leaks;
    for (const memory::Allocation& allocation : memory::live_allocations()) {
        const SourceLine at = source_line(allocation.allocated_at);
        auto leak = std::find_if(leaks.begin(), leaks.end(), [&](const Leak& l) { return l.at == at; });
        if (leak == leaks.end()) leak = leaks.insert(leaks.end(), {at, allocation});
        leak->bytes += allocation.bytes;
        ++leak->allocations;
    }
    return leaks;
}

} // namespace

void report_bad_copy(const std::string& message, const std::string& hint) {
    report({.kind = FindingKind::bad_copy,
            .at = source_line(call_site()),
            .message = message,
            .hint = hint});
}

void report_inaccessible(Role role, const void* pointer, std::size_t bytes) {
    if (!pointer)
        return report_bad_copy(std::string("The ") + name(role) + " of this call is a null pointer.",
                               "Was its memory allocated? Check the order of the arguments, too: "
                               "destination, source, bytes, direction.");
    if (!memory::is_device_address(pointer))
        return report_bad_copy("This call reaches " +
                                   bytes_text(bytes - registry().bytes_from(pointer)) +
                                   " past the end of the variable that is its " + name(role) + ".",
                               "Check the number of bytes and the offset.");
    const auto allocation = memory::find(pointer);
    if (!allocation)
        report_outside(role, pointer);
    else if (!allocation->live)
        report_freed(role, *allocation);
    else if (allocation->by_kernel)
        report_in_kernel_heap(role, *allocation);
    else
        report_too_short(role, *allocation, pointer, bytes);
}

void report_empty_copy(const void* from, std::size_t bytes) {
    const auto allocation = memory::find(from);
    Finding finding = finding_about(FindingKind::uninitialized, *allocation, allocation->allocated_at);
    if (finding.at.line == 0)
        return; // not the user's: what calls the program looks at what a kernel has left
    finding.severity = Severity::warning; // the host may know that there is nothing
    finding.message = "You copy " + bytes_text(bytes) + " of " + allocation_name(*allocation) +
                      " to the host, but nothing has been written to them since they were allocated.";
    finding.hint = "Which kernel should have done that, and did it run before?";
    report(finding);
}

void report_too_short_on_host(Role role, const std::optional<HostExtent>& extent, std::size_t bytes) {
    Finding finding{.kind = FindingKind::bad_copy, .at = source_line(call_site()), .message = {}};
    finding.message = std::string("This call ") + (role == Role::source ? "reads " : "writes ") +
                      bytes_text(bytes) + (role == Role::source ? " from" : " to") +
                      " host memory, but ";
    if (extent) {
        finding.message += "only " + std::to_string(extent->bytes) +
                           (extent->bytes == 1 ? " is" : " are") +
                           " there from the pointer to the end of " + extent->what + ".";
        finding.other = source_line(extent->allocated_at); // none within a container
    } else {
        finding.message += "not all of them are there.";
    }
    finding.hint = "Check the number of bytes here and in the array. (Elements times `sizeof`?)";
    report(finding);
}

void report_freed_on_host(Role role, const FreedHostMemory& freed) {
    report({.kind = FindingKind::use_after_free,
            .at = source_line(call_site()),
            .other = source_line(freed.freed_at),
            .message = std::string("The ") + name(role) + " is host memory (" +
                       bytes_text(freed.bytes) +
                       ") that has already been freed. It may be in use for something else by now.",
            .hint =
                "Free it after the last copy that uses it has ended. A graph uses it in each launch."});
}

void report_direction(cudaMemcpyKind kind, const void* to, const void* from, bool wrong_to,
                      bool wrong_from) {
    std::string message = "You copy with " + quoted(name(kind)) + ", but ";
    if (wrong_to) message += "the destination is " + kind_of_memory(to);
    if (wrong_to && wrong_from) message += " and ";
    if (wrong_from) message += "the source is " + kind_of_memory(from);
    report_bad_copy(message + ".", wrong_to && wrong_from
                                       ? "Check the order of the arguments: destination, source, "
                                         "bytes, direction."
                                       : "Check the direction. Or is another pointer meant?");
}

void report_odd_direction(cudaMemcpyKind kind) {
    report({.kind = FindingKind::bad_copy,
            .severity = Severity::warning, // with unified addressing the pointers say where they lead
            .at = source_line(call_site()),
            .message = "You copy with " + quoted(name(kind)) +
                       ", but both pointers lead to device memory. The copy is made all the same.",
            .hint = "Use `cudaMemcpyDeviceToDevice`. Or is another pointer meant?"});
}

void report_other_device(Role role, int owner, int named) {
    report({.kind = FindingKind::bad_copy,
            .severity = Severity::warning, // with unified addressing the pointers say where they lead
            .at = source_line(call_site()),
            .message = std::string("The ") + name(role) + " is memory of device " +
                       std::to_string(owner) + ", and not of device " + std::to_string(named) +
                       " as this call says. The copy is made all the same.",
            .hint = "Check which device was the current one when the memory was allocated."});
}

void report_destroyed(const char* what, const SourceLine& here, const void* destroyed_at) {
    report({.kind = FindingKind::use_after_free,
            .at = here,
            .other = source_line(destroyed_at),
            .message = std::string("The ") + what +
                       " that is used here has already been destroyed. CUDA's library may crash here.",
            .hint = "Destroy it after the last call that uses it."});
}

void report_destroyed_again(const char* what, const void* destroyed_at) {
    report({.kind = FindingKind::double_free,
            .at = source_line(call_site()),
            .other = source_line(destroyed_at),
            .message = std::string("This ") + what + " is destroyed a second time.",
            .hint = "Remove one of the two calls."});
}

void report_bad_free(const void* pointer, const std::string& function) {
    const auto allocation = memory::find(pointer);
    if (!allocation) {
        report({.kind = FindingKind::double_free,
                .at = source_line(call_site()),
                .message = quoted(function + "()") + " is called with a pointer to " +
                           kind_of_memory(pointer) + ", which no CUDA function has allocated.",
                .hint = "Check where the pointer comes from."});
        return;
    }
    Finding finding = finding_about(FindingKind::double_free, *allocation,
                                    allocation->live ? allocation->allocated_at : allocation->freed_at);
    const std::size_t offset = reinterpret_cast<std::uintptr_t>(pointer) - allocation->begin;
    const std::string name = allocation_name(*allocation);
    if (!allocation->live) {
        finding.message = sentence(name) + " is freed a second time.";
        finding.hint = "Remove one of the two calls.";
    } else if (offset > 0) {
        finding.message = quoted(function + "()") + " is called with a pointer to byte " +
                          std::to_string(offset) + " of " + name +
                          ". Only the pointer to its first byte can be freed.";
        finding.hint = "Was the pointer moved since the allocation?";
    } else {
        finding.message = quoted(function + "()") + " cannot free " + kind_of_memory(pointer) + ".";
        finding.hint =
            "Use `cudaFree()` for device and managed memory, and `cudaFreeHost()` for pinned "
            "memory.";
    }
    report(finding);
}

void forgive_leaks() { leaks_are_forgiven = true; }

void report_leaks() {
    if (leaks_are_forgiven || may_have_given_up()) return;
    for (const Leak& leak : leaks_by_line()) {
        const std::string variable = variable_of(leak.first);
        const std::string missing =
            "Add " + quoted(std::string(freeing_function(leak.first)) + "(" + variable + ")") +
            " when you no longer need it.";
        report({.kind = FindingKind::leak,
                .at = leak.at,
                .variable = variable,
                .message =
                    leak.allocations == 1
                        ? (variable.empty() ? "The memory that is allocated here" : quoted(variable)) +
                              " (" + bytes_text(leak.bytes) + ") is never freed."
                        : std::to_string(leak.allocations) + " allocations made here (" +
                              bytes_text(leak.bytes) + ") are never freed.",
                .hint = leak.first.by_kernel ? "Let a kernel call `free()` or `delete` for it, in this "
                                               "launch or a later one."
                                             : missing});
    }
}

} // namespace scanlab::sim
