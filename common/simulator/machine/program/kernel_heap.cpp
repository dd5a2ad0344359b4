#include "machine/program/kernel_heap.hpp"

#include "findings/wording.hpp"
#include "machine/memory/memory.hpp"
#include "machine/memory/memory_text.hpp"
#include "machine/threads/fault.hpp"
#include "machine/threads/scheduler.hpp"
#include "machine/work/streams.hpp"
#include "platform/platform.hpp"

#include <cuda_runtime_api.h>

#include <optional>
#include <string>
#include <unordered_map>

namespace scanlab::sim {

namespace {

/// What is wrong with freeing this in a kernel, and what to look at.
struct WrongFree {
    std::string message, hint;
};

WrongFree explain(const std::optional<memory::Allocation>& allocation) {
    if (!allocation)
        return {"A kernel frees an address that no `malloc()` or `new` of a kernel has given.",
                "Check where the pointer comes from."};
    const std::string name = allocation_name(*allocation);
    if (!allocation->by_kernel)
        return {"A kernel frees " + name + ", which the host has allocated.",
                "Free memory of `cudaMalloc()` with `cudaFree()`, on the host."};
    if (!allocation->live)
        return {sentence(name) + " is freed a second time.", "Let one thread free it, once."};
    return {"A kernel frees an address inside " + name +
                ". Only the pointer to its first byte can be freed.",
            "Was the pointer moved since the allocation?"};
}

void report_wrong_free(Thread* thread, const void* pointer, const void* site) {
    const auto allocation = memory::find(pointer);
    const WrongFree wrong = explain(allocation);
    Finding f{.kind = FindingKind::double_free,
              .at = source_line(site),
              .message = wrong.message,
              .hint = wrong.hint};
    if (allocation) {
        f.other = source_line(allocation->live ? allocation->allocated_at : allocation->freed_at);
        f.variable = variable_of(*allocation);
    }
    if (thread) f.position = position_of(*thread);
    report(f);
}

} // namespace

bool is_called_by_kernel(const void* site) noexcept {
    const char here = 0;
    // Another of the host's threads may run meanwhile.
    if (!now.thread || !now.thread->stack.contains(reinterpret_cast<std::uintptr_t>(&here)) ||
        !platform::is_in_image(site))
        return false;
    const Unobserved unobserved; // what follows may allocate
    static auto& known = *new std::unordered_map<const void*, bool>;
    const auto [entry, is_new] = known.try_emplace(site);
    if (is_new) entry->second = is_of_the_program(static_cast<const char*>(site) - 1);
    return entry->second;
}

void* kernel_malloc(std::size_t bytes, std::size_t alignment, const void* site) noexcept {
    const Unobserved unobserved;
    note_dependence();
    return memory::allocate_in_kernel(bytes, alignment, site, current_work().device);
}

void kernel_free(void* pointer, const void* site) noexcept {
    const Unobserved unobserved;
    const auto allocation = memory::find(pointer);
    const bool is_whole = !pointer || (allocation && allocation->by_kernel && allocation->live &&
                                       allocation->begin == reinterpret_cast<std::uintptr_t>(pointer));
    if (is_whole) {
        note_dependence();
        memory::release(pointer, site);
    } else {
        report_wrong_free(unobserved.thread, pointer, site);
        fail_launch(cudaErrorLaunchFailure); // as on a GPU, where the kernel fails
    }
}

bool is_in_device_memory(const void* pointer) noexcept { return memory::is_device_address(pointer); }

void report_host_free(const void* pointer, const void* site) noexcept {
    const auto allocation = memory::find(pointer);
    Finding f{.kind = FindingKind::double_free,
              .at = source_line(site),
              .message = "The host frees device memory" +
                         (allocation ? " (" + allocation_name(*allocation) + ")" : std::string()) +
                         " with `free()` or `delete`.",
              .hint =
                  "Use `cudaFree()` for memory of `cudaMalloc()`. Memory that a kernel has allocated "
                  "has to be freed by a kernel."};
    if (allocation) {
        f.other = source_line(allocation->allocated_at);
        f.variable = variable_of(*allocation);
    }
    report(f);
}

} // namespace scanlab::sim
