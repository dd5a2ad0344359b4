#include "machine/api/nested_launches.hpp"

#include "findings/wording.hpp"
#include "machine/api/launch_limits.hpp"
#include "machine/base/events.hpp"
#include "machine/program/kernel_heap.hpp"
#include "machine/threads/fault.hpp"
#include "machine/threads/scheduler.hpp"
#include "machine/work/launches.hpp"

#include <string>

namespace scanlab::sim {

namespace {

/// As the Programming Guide has it: how deep kernels can launch kernels.
constexpr int most_depth = 24;

[[noreturn]] void stop_launch(const Launch& launch, int error, FindingKind kind,
                              const std::string& message, const char* hint) {
    {
        const Unobserved unobserved;
        report({.kind = kind,
                .at = {launch.config->file, launch.config->line},
                .position = position_of(*unobserved.thread),
                .message = message,
                .hint = hint});
    }
    stop_kernel(error);
}

/// Neither its parent's shared memory nor a thread's own can be reached by a child.
void check_arguments(const Launch& launch) {
    const Thread& thread = *now.thread;
    for (std::size_t i = 0; i < launch.argument_count; ++i) {
        const std::uintptr_t address = launch.arguments[i].address;
        const bool is_shared = thread.warp->block->has_shared(address),
                   is_local = thread.stack.contains(address);
        if (is_shared || is_local)
            stop_launch(launch, cudaErrorIllegalAddress, FindingKind::out_of_bounds,
                        "A kernel launches " + quoted(launch.kernel) + " with a pointer to " +
                            (is_shared ? "its block's shared memory" : "a thread's local variable") +
                            " as argument " + std::to_string(i + 1) + ", which the child cannot reach.",
                        "Use global memory, which a parent shares with its children: memory of "
                        "`cudaMalloc()`, of `malloc()` in the kernel, or a `__device__` variable.");
    }
}

} // namespace

namespace nested {

cudaError_t create_stream(cudaStream_t* stream, unsigned flags) {
    if (flags != cudaStreamNonBlocking) return cudaErrorInvalidValue;
    *stream = cudaStreamPerThread;
    return cudaSuccess;
}

cudaError_t allocate(void** pointer, std::size_t bytes, const void* site) {
    *pointer = kernel_malloc(bytes, 256, site);
    announce<&Watcher::host_fills>(pointer, sizeof *pointer);
    return *pointer || bytes == 0 ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t free(void* pointer, const void* site) {
    kernel_free(pointer, site);
    return cudaSuccess;
}

void stop_waiting_for_children(const void* pc) {
    stop_with_finding(
        cudaErrorNotSupported, FindingKind::host_call, pc,
        [] {
            return std::string("A kernel calls `cudaDeviceSynchronize()`, but since CUDA 12 no kernel "
                               "can wait for its children.");
        },
        "Put the work that comes after them into a kernel of its own. Launch it into "
        "`cudaStreamTailLaunch`, or on the host.");
}

void launch(const Launch& launch, void (*body)(void*), const void* context, std::size_t bytes) {
    note_dependence();
    check_arguments(launch);
    if (launches::depth() >= most_depth)
        stop_launch(launch, cudaErrorLaunchMaxDepthExceeded, FindingKind::invalid_launch,
                    "A kernel launches " + quoted(launch.kernel) + " at a depth of " +
                        std::to_string(most_depth + 1) + " grids. The limit is " +
                        std::to_string(most_depth) + ".",
                    "Which condition ends the recursion?");
    const Unobserved unobserved;
    LaunchConfig config = *launch.config;
    const bool is_tail = config.stream == cudaStreamTailLaunch;
    config.stream = nullptr; // in which of its streams does not matter to a child
    Launch child = launch;
    child.config = &config;
    int places = 0;
    if (check_launch(child, places) == cudaSuccess)
        launches::add_child(*unobserved.thread, child, places, body, context, bytes, is_tail);
}

} // namespace nested
} // namespace scanlab::sim
