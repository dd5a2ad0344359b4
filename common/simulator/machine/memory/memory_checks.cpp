#include "machine/memory/memory_checks.hpp"

#include "findings/findings.hpp"
#include "findings/source_lines.hpp"
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

/// "device memory (d_in)", "host memory"
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
    finding.message = std::string("the ") + name(role) + " is " + allocation_name(allocation) +
                      ", which was freed before: the memory may belong to somebody else by now";
    finding.hint = "the order of this call and the cudaFree()";
    report(finding);
}

void report_too_short(Role role, const memory::Allocation& allocation, const void* pointer,
                      std::size_t bytes) {
    Finding finding = finding_about(FindingKind::bad_copy, allocation, allocation.allocated_at);
    const std::size_t offset = reinterpret_cast<std::uintptr_t>(pointer) - allocation.begin;
    const std::size_t there = allocation.bytes - offset;
    finding.message = std::string("the ") + name(role) + ", " + allocation_name(allocation) + ", has " +
                      bytes_text(allocation.bytes) +
                      (offset > 0 ? ", " + std::to_string(there) + " of them past the pointer" : "") +
                      ", but this call " + (role == Role::source ? "reads " : "writes ") +
                      std::to_string(bytes) + ": " + std::to_string(bytes - there) + " too many";
    finding.hint = "the number of bytes, here and where the memory is allocated";
    report(finding);
}

void report_in_kernel_heap(Role role, const memory::Allocation& allocation) {
    Finding finding = finding_about(FindingKind::bad_copy, allocation, allocation.allocated_at);
    finding.message = std::string("the ") + name(role) + " is " + allocation_name(allocation) +
                      ", which a kernel has allocated: the host's functions cannot reach it";
    finding.hint = "let a kernel copy it to memory of cudaMalloc()";
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
    finding.message = std::string("the ") + name(role) + " lies " + where +
                      allocation_name(*allocation) + ", where no memory is";
    finding.hint = "how the pointer was computed";
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
        return report_bad_copy(std::string("the ") + name(role) + " is a null pointer",
                               "whether its memory was allocated, and the order of the arguments");
    if (!memory::is_device_address(pointer))
        return report_bad_copy("this call reaches " +
                                   bytes_text(bytes - registry().bytes_from(pointer)) +
                                   " past the end of the variable that the " + name(role) + " lies in",
                               "the number of bytes and the offset");
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
    finding.message = "the host gets " + bytes_text(bytes) + " of " + allocation_name(*allocation) +
                      ", and none of them has been written since they were allocated";
    finding.hint = "which kernel or copy should have written them, and whether it came before";
    report(finding);
}

void report_too_short_on_host(Role role, const std::optional<HostExtent>& extent, std::size_t bytes) {
    const std::string verb = role == Role::source ? "reads " : "writes ";
    Finding finding{.kind = FindingKind::bad_copy, .at = source_line(call_site()), .message = {}};
    finding.message = std::string("the ") + name(role) + " is host memory";
    if (extent) {
        finding.message += " that ends " + bytes_text(extent->bytes) + " past the pointer, with " +
                           extent->what + ", but this call " + verb + std::to_string(bytes) + ": " +
                           std::to_string(bytes - extent->bytes) + " too many";
        finding.other = source_line(extent->allocated_at); // none within a container
    } else {
        finding.message +=
            ", and not all of the " + bytes_text(bytes) + " that this call " + verb + "are there";
    }
    finding.hint = "the number of bytes, here and where the memory comes from";
    report(finding);
}

void report_freed_on_host(Role role, const FreedHostMemory& freed) {
    report(
        {.kind = FindingKind::use_after_free,
         .at = source_line(call_site()),
         .other = source_line(freed.freed_at),
         .message = std::string("the ") + name(role) + " is host memory, " + bytes_text(freed.bytes) +
                    ", which was freed before: it may belong to somebody "
                    "else by now",
         .hint = "keep it until the last copy has ended that uses it; a graph uses it in each launch"});
}

void report_direction(cudaMemcpyKind kind, const void* to, const void* from, bool wrong_to,
                      bool wrong_from) {
    std::string message = std::string("the direction is ") + name(kind) + ", but ";
    if (wrong_to) message += "the destination is " + kind_of_memory(to);
    if (wrong_to && wrong_from) message += " and ";
    if (wrong_from) message += "the source is " + kind_of_memory(from);
    report_bad_copy(message, wrong_to && wrong_from
                                 ? "the order of the arguments: destination, source, bytes, direction"
                                 : "the direction, and which pointer is meant");
}

void report_odd_direction(cudaMemcpyKind kind) {
    report({.kind = FindingKind::bad_copy,
            .severity = Severity::warning, // with unified addressing the pointers say where they lead
            .at = source_line(call_site()),
            .message = std::string("the direction is ") + name(kind) +
                       ", but both pointers lead to device memory: the copy is made",
            .hint = "the direction, and which pointers are meant"});
}

void report_other_device(Role role, int owner, int named) {
    report({.kind = FindingKind::bad_copy,
            .severity = Severity::warning, // with unified addressing the pointers say where they lead
            .at = source_line(call_site()),
            .message = std::string("the ") + name(role) + " is memory of device " +
                       std::to_string(owner) + ", not of device " + std::to_string(named) +
                       " as this call says: the copy is made",
            .hint = "which device a pointer's memory was allocated on: the one that was current then"});
}

void report_destroyed(const char* what, const SourceLine& here, const void* destroyed_at) {
    report({.kind = FindingKind::use_after_free,
            .at = here,
            .other = source_line(destroyed_at),
            .message = std::string("the ") + what +
                       " that is used here was destroyed before: CUDA's library may crash there",
            .hint = "the order of this call and the one that destroys it"});
}

void report_destroyed_again(const char* what, const void* destroyed_at) {
    report({.kind = FindingKind::double_free,
            .at = source_line(call_site()),
            .other = source_line(destroyed_at),
            .message = std::string("this ") + what + " is destroyed a second time",
            .hint = "who owns it: one place has to destroy it, once"});
}

void report_bad_free(const void* pointer, const std::string& function) {
    const auto allocation = memory::find(pointer);
    if (!allocation) {
        report({.kind = FindingKind::double_free,
                .at = source_line(call_site()),
                .message = function + "() of a pointer to " + kind_of_memory(pointer) +
                           ", which no CUDA function has allocated",
                .hint = "where the pointer comes from"});
        return;
    }
    Finding finding = finding_about(FindingKind::double_free, *allocation,
                                    allocation->live ? allocation->allocated_at : allocation->freed_at);
    const std::size_t offset = reinterpret_cast<std::uintptr_t>(pointer) - allocation->begin;
    const std::string name = allocation_name(*allocation);
    if (!allocation->live) {
        finding.message = name + " is freed a second time";
        finding.hint = "who owns the memory: one place has to free it, once";
    } else if (offset > 0) {
        finding.message = function + "() of a pointer to byte " + std::to_string(offset) + " of " +
                          name + ": only the pointer to its first byte can be freed";
        finding.hint = "whether the pointer was moved since the allocation";
    } else {
        finding.message = function + "() cannot free " + kind_of_memory(pointer);
        finding.hint = "cudaFree() for device and managed memory, cudaFreeHost() for pinned memory";
    }
    report(finding);
}

void forgive_leaks() { leaks_are_forgiven = true; }

void report_leaks() {
    if (leaks_are_forgiven || may_have_given_up()) return;
    for (const Leak& leak : leaks_by_line()) {
        const std::string variable = variable_of(leak.first);
        const std::string missing =
            std::string("where ") + freeing_function(leak.first) + "(" + variable + ") is missing";
        report(
            {.kind = FindingKind::leak,
             .at = leak.at,
             .variable = variable,
             .message = leak.allocations == 1
                            ? (variable.empty() ? "what is allocated here" : variable) +
                                  " is never freed: " + bytes_text(leak.bytes)
                            : std::to_string(leak.allocations) +
                                  " allocations made here are never freed: " + bytes_text(leak.bytes),
             .hint = leak.first.by_kernel
                         ? "a kernel has to free() or delete it, in this launch or a later one"
                         : missing});
    }
}

} // namespace scanlab::sim
