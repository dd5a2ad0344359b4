#include "nested_launches.hpp"

#include "events.hpp"
#include "fault.hpp"
#include "kernel_heap.hpp"
#include "scheduler.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace scanlab::sim {

namespace {

/// A launch that waits for its turn, with copies of all that it needs.
struct Child {
    LaunchConfig config;
    std::vector<KernelArgument> arguments;
    Launch launch;
    std::unique_ptr<std::max_align_t[]> context;
    std::size_t bytes; ///< of the context
    void (*body)(void*);
    const Launch* parent;
};

using Children = std::deque<Child>;
Children children, tails; ///< of all grids that go on
int depth = 0;            ///< of the grid that runs: 0 if the host has launched it

/// Those of the grid that runs.
Children taken_from(Children& all) {
    const auto others = std::ranges::stable_partition(all, [](const Child& child) { return child.parent != &current_launch(); });
    Children own(std::move_iterator(others.begin()), std::move_iterator(others.end()));
    all.erase(others.begin(), others.end());
    return own;
}

/// As the Programming Guide has it: how deep kernels can launch kernels.
constexpr int most_depth = 24;

[[noreturn]] void stop_launch(const Launch& launch, int error, FindingKind kind, const std::string& message, const char* hint) {
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
        const bool is_shared = thread.warp->block->has_shared(address), is_local = thread.stack.contains(address);
        if (is_shared || is_local)
            stop_launch(launch, cudaErrorIllegalAddress, FindingKind::out_of_bounds,
                        std::string("a kernel launches ") + launch.kernel + " with a pointer to " +
                            (is_shared ? "its block's shared memory" : "a thread's local variable") + " as argument " +
                            std::to_string(i + 1) + ": the child cannot reach it",
                        "global memory is what a parent and its children share: cudaMalloc(), malloc() in the kernel, "
                        "a __device__ variable");
    }
}

void run_one(Child child) {
    child.launch.config = &child.config;
    child.launch.arguments = child.arguments.data();
    run_child(child.launch, child.body, child.context.get(), child.bytes);
}

} // namespace

namespace nested {

void run_children(bool abandoned) {
    Children own = taken_from(children), own_tails = taken_from(tails);
    if (abandoned) return;
    ++depth;
    for (Child& child : own) run_one(std::move(child));
    for (Child& child : own_tails) run_one(std::move(child));
    --depth;
}

bool is_running() { return depth > 0; }

cudaError_t create_stream(cudaStream_t* stream, unsigned flags) {
    if (flags != cudaStreamNonBlocking) return cudaErrorInvalidValue;
    *stream = cudaStreamPerThread; // which of its streams does not matter to a child
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
        [] { return std::string("a kernel calls cudaDeviceSynchronize(): since CUDA 12 no kernel can wait for its children"); },
        "what comes after them is a kernel of its own, launched into cudaStreamTailLaunch or by the host");
}

} // namespace nested

void launch_child(const Launch& launch, void (*body)(void*), const void* context, std::size_t bytes) {
    note_dependence();
    check_arguments(launch);
    if (depth >= most_depth)
        stop_launch(launch, cudaErrorLaunchMaxDepthExceeded, FindingKind::invalid_launch,
                    std::string("a kernel launches ") + launch.kernel + " at a depth of " + std::to_string(most_depth + 1) +
                        " grids, and " + std::to_string(most_depth) + " is the most",
                    "what ends the recursion?");
    const Unobserved unobserved;
    auto& queue = launch.config->stream == cudaStreamTailLaunch ? tails : children;
    queue.push_back({*launch.config, {launch.arguments, launch.arguments + launch.argument_count}, launch,
                     std::make_unique<std::max_align_t[]>((bytes + sizeof(std::max_align_t)) / sizeof(std::max_align_t)), bytes, body, &current_launch()});
    queue.back().config.stream = nullptr;
    std::memcpy(queue.back().context.get(), context, bytes);
}

} // namespace scanlab::sim
