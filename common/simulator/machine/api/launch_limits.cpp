#include "machine/api/launch_limits.hpp"

#include "findings/findings.hpp"
#include "findings/wording.hpp"
#include "machine/api/api.hpp"
#include "machine/threads/device_shape.hpp"
#include "machine/work/streams.hpp"
#include "scanlab_sim/cost.hpp"
#include "scanlab_sim/settings.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>

namespace scanlab::sim {

namespace {

/// What a kernel's attributes say, where they say something.
struct KernelLimits {
    std::optional<std::size_t> dynamic_shared;
    std::optional<int> threads; ///< __launch_bounds__
};
std::unordered_map<const void*, KernelLimits>& kernel_limits() {
    static std::unordered_map<const void*, KernelLimits> limits;
    return limits;
}
KernelLimits limits_of(const void* kernel) {
    const auto found = kernel_limits().find(kernel);
    return found == kernel_limits().end() ? KernelLimits{} : found->second;
}

/// The most that any kernel has been allowed: of a launch it may not be known which it is.
std::size_t most_dynamic_shared() {
    std::size_t most = device_shape().shared_per_block;
    for (const auto& [kernel, limits] : kernel_limits())
        most = std::max(most, limits.dynamic_shared.value_or(0));
    return most;
}

/// " (64 x 2 x 1)", or nothing if x alone says it.
std::string extent(const dim3& d) {
    if (d.y == 1 && d.z == 1) return {};
    return " (" + std::to_string(d.x) + " x " + std::to_string(d.y) + " x " + std::to_string(d.z) + ")";
}

/// Why a launch is refused.
struct Refusal {
    cudaError_t error;
    std::string what; ///< continues "Kernel … is launched with "; up to its full stop
    std::string hint;
};

std::string at_most(Volume limit) { return ". The limit is " + std::to_string(limit); }

std::optional<Refusal> check_block(const dim3& block, const void* kernel) {
    const auto limit = static_cast<Volume>(device_shape().threads_per_block);
    const char* const hint = "Use a smaller block, for example 256 threads, and more blocks.";
    if (volume(block) == 0)
        return Refusal{cudaErrorInvalidConfiguration, "0 threads per block" + extent(block),
                       "Check how the block size is computed. 256 threads are a good choice."};
    if (volume(block) > limit)
        return Refusal{cudaErrorInvalidConfiguration,
                       std::to_string(volume(block)) + " threads per block" + extent(block) +
                           at_most(limit),
                       hint};
    if (const auto bound = limits_of(kernel).threads; bound && volume(block) > Volume(*bound))
        return Refusal{cudaErrorInvalidValue,
                       std::to_string(volume(block)) + " threads per block" + extent(block) +
                           ", but its `__launch_bounds__` promise at most " + std::to_string(*bound),
                       "Use a smaller block, or raise the bound."};
    constexpr unsigned layers = 64;
    if (block.z > layers)
        return Refusal{cudaErrorInvalidConfiguration,
                       std::to_string(block.z) + " threads in a block's z direction" + at_most(layers),
                       hint};
    return std::nullopt;
}

std::optional<Refusal> check_grid(const dim3& grid) {
    if (volume(grid) == 0)
        return Refusal{
            cudaErrorInvalidConfiguration, "0 blocks" + extent(grid),
            "How is the number of blocks computed? It should be rounded up, and n = 0 needs a "
            "case of its own."};
    struct Direction {
        const char* name;
        unsigned blocks, limit;
    };
    for (const Direction& d : {Direction{"x", grid.x, 0x7FFFFFFF}, Direction{"y", grid.y, 65535},
                               Direction{"z", grid.z, 65535}})
        if (d.blocks > d.limit)
            return Refusal{cudaErrorInvalidConfiguration,
                           std::to_string(d.blocks) + " blocks in the grid's " + d.name + " direction" +
                               at_most(d.limit),
                           "Check how the number of blocks is computed. (Only x may go beyond 65535.)"};
    return std::nullopt;
}

std::optional<Refusal> check_dynamic_shared(std::size_t bytes, const void* kernel) {
    const std::size_t allowed = kernel ? allowed_dynamic_shared(kernel) : most_dynamic_shared();
    if (bytes <= allowed) return std::nullopt;
    const std::size_t most = device_shape().shared_per_block_optin;
    return Refusal{
        cudaErrorInvalidValue,
        std::to_string(bytes) + " bytes of dynamic shared memory per block. The limit is " +
            std::to_string(allowed),
        bytes <= most ? "Call `cudaFuncSetAttribute()` with "
                        "`cudaFuncAttributeMaxDynamicSharedMemorySize` first, which allows this kernel "
                        "more."
                      : "Use less shared memory. On this device no kernel can have more than " +
                            std::to_string(most) + " bytes per block."};
}

std::optional<Refusal> check_cooperation(const LaunchConfig& config, Volume capacity) {
    if (!config.cooperative || volume(config.grid) <= capacity) return std::nullopt;
    return Refusal{
        cudaErrorCooperativeLaunchTooLarge,
        std::to_string(volume(config.grid)) + " blocks that are to cooperate. The limit is " +
            std::to_string(capacity) + ", as many blocks of this size as run at the same time",
        "Ask `cudaOccupancyMaxActiveBlocksPerMultiprocessor()`, and multiply by the number of "
        "multiprocessors."};
}

std::optional<Refusal> check_device(const LaunchConfig& config) {
    const int device = stream_of(config.stream).device;
    if (device == devices::current()) return std::nullopt;
    return Refusal{cudaErrorInvalidResourceHandle,
                   "a stream of device " + std::to_string(device) + ", while device " +
                       std::to_string(devices::current()) + " is the current one",
                   "Call `cudaSetDevice()` before the launch, or use a stream of the current device."};
}

/// How many of the device's places, at least one, a grid has for its blocks. A cooperative launch
/// waits until other kernels have left; any other one starts beside them.
Volume free_places(const LaunchConfig& config, Volume capacity) {
    if (config.cooperative || capacity == 0) return capacity;
    return capacity - std::min<Volume>(occupied_places(), capacity - 1);
}

} // namespace

void allow_dynamic_shared(const void* kernel, std::size_t bytes) {
    kernel_limits()[kernel].dynamic_shared = bytes;
}
std::size_t allowed_dynamic_shared(const void* kernel) {
    return limits_of(kernel).dynamic_shared.value_or(device_shape().shared_per_block);
}

void bound_threads(const void* kernel, int threads) { kernel_limits()[kernel].threads = threads; }
int allowed_threads(const void* kernel) {
    return limits_of(kernel).threads.value_or(device_shape().threads_per_block);
}

int check_launch(const Launch& launch, int& resident) {
    const LaunchConfig& config = *launch.config;
    std::optional<Refusal> refusal = check_block(config.block, launch.function);
    if (!refusal) refusal = check_grid(config.grid);
    if (!refusal) refusal = check_dynamic_shared(config.dynamic_shared_bytes, launch.function);
    if (!refusal) {
        const int per_multiprocessor = blocks_per_multiprocessor(
            static_cast<long long>(volume(config.block)), config.dynamic_shared_bytes);
        const auto capacity = static_cast<Volume>(per_multiprocessor) *
                              static_cast<Volume>(device_shape().multiprocessors);
        refusal = check_cooperation(config, capacity);
        resident = static_cast<int>(std::min(volume(config.grid), free_places(config, capacity)));
    }
    if (!refusal && !is_in_stream(config)) return cudaErrorInvalidResourceHandle;
    if (!refusal) refusal = check_device(config);
    if (!refusal) return cudaSuccess;
    report({.kind = FindingKind::invalid_launch,
            .at = {config.file, config.line},
            .message = "Kernel " + quoted(launch.kernel) + " is launched with " + refusal->what +
                       ", so the kernel did not run.",
            .hint = refusal->hint});
    return refusal->error;
}

void refuse_storage(std::size_t given, std::size_t wanted) {
    report({.kind = FindingKind::invalid_launch,
            .at = source_line(call_by_user(__builtin_return_address(0), __builtin_frame_address(0))),
            .message = "This algorithm gets " + std::to_string(given) +
                       " bytes of temporary storage, but it needs " + std::to_string(wanted) + ".",
            .hint = "Ask for the size with the same arguments. It grows with the number of elements."});
}

} // namespace scanlab::sim
