#include "watch/definedness/lost_results.hpp"

#include "findings/findings.hpp"
#include "findings/source_lines.hpp"
#include "findings/wording.hpp"
#include "machine/base/events.hpp"
#include "machine/memory/memory_text.hpp"
#include "machine/memory/registry.hpp"
#include "machine/threads/fault.hpp"
#include "machine/work/streams.hpp"
#include "watch/watchers.hpp"

#include <map>
#include <string>
#include <vector>

namespace scanlab::sim::lost_results {

namespace {

/// What kernels have written to an allocation.
struct Result {
    SourceLine launch; ///< of the kernel that has written it last
    std::string kernel;
    std::size_t element_bytes = 1;
    bool is_read = false; ///< by a kernel, or by a copy
};
/// By where the allocation begins.
std::map<std::uintptr_t, Result>& results() {
    static auto& instance = *new std::map<std::uintptr_t, Result>;
    return instance;
}
bool host_got_some = false;

/// A launch that has printed.
struct Printing {
    Work work;
    SourceLine launch;
};
std::vector<Printing>& printings() {
    static auto& instance = *new std::vector<Printing>;
    return instance;
}

SourceLine line_of_launch() {
    const LaunchConfig& config = *current_launch().config;
    return {config.file, config.line};
}

/// Not of what calls the user's kernels, which looks at all that they leave.
bool is_of_user(const memory::Allocation& allocation) {
    return source_line(allocation.allocated_at).line != 0;
}

bool is_of_device(const void* pointer) { return registry().type_of(pointer) == cudaMemoryTypeDevice; }

void note_copy(const void* to, const void* from, std::size_t) {
    const auto source = memory::find(from);
    if (!memory::is_device_address(to)) host_got_some = true;
    if (!source) return;
    const auto result = results().find(source->begin);
    if (result != results().end()) result->second.is_read = true;
}

/// False if the memory is not the user's, or is freed.
bool report_lost(std::uintptr_t begin, const Result& result, int code) {
    const auto allocation = memory::find(reinterpret_cast<const void*>(begin));
    if (!allocation || !is_of_user(*allocation)) return false;
    const std::string variable = variable_of(*allocation);
    report(
        {.kind = FindingKind::lost_result,
         .at = result.launch,
         .other = source_line(allocation->allocated_at),
         .variable = variable,
         .message = "Kernel " + quoted(result.kernel) + " wrote " + allocation_name(*allocation) +
                    ", but the program never copied it to the host.",
         .details = {"The program ended with exit code " + std::to_string(code) +
                     ", and nothing else was found, so this is the likely cause."},
         .hint = "Add a `cudaMemcpy()` with `cudaMemcpyDeviceToHost` before you look at the result."});
    return true;
}

void program_failed(int code, bool& is_explained) {
    if (is_explained) return;
    // A kernel may read what it writes: if the host has got nothing at all, any result was lost.
    const std::pair<const std::uintptr_t, Result>* lost = nullptr;
    for (const auto& entry : results())
        if (!entry.second.is_read || (!host_got_some && !lost)) lost = &entry;
    is_explained = lost && report_lost(lost->first, lost->second, code);
}

void kernel_prints() {
    std::erase_if(printings(), [](const Printing& p) { return host_knows(p.work); });
    printings().push_back({current_work(), line_of_launch()});
}

void report_lost_output() {
    for (const Printing& p : printings())
        if (!host_knows(p.work))
            report({.kind = FindingKind::lost_result,
                    .at = p.launch,
                    .message = "Kernel " + quoted(p.work.name) +
                               " prints, but the program ends without waiting for it, so its output "
                               "may never appear.",
                    .hint = "Call `cudaDeviceSynchronize()` before the program ends."});
}

} // namespace

void note_access(const memory::Allocation& allocation, const Access& a) {
    const Unobserved unobserved;
    const auto known = results().find(allocation.begin);
    if (!a.is_write) {
        if (known != results().end()) known->second.is_read = true;
        return;
    }
    if (known != results().end()) return;
    if (!is_of_device(reinterpret_cast<const void*>(allocation.begin))) {
        host_got_some = true;
        return;
    }
    results()[allocation.begin] = {line_of_launch(), current_launch().kernel, a.bytes, false};
}

constinit const Watcher watcher{
    .kernel_prints = kernel_prints,
    .host_copies = note_copy,
    .program_failed = program_failed,
    .program_ends = report_lost_output,
};

} // namespace scanlab::sim::lost_results
