#include "machine/threads/misuse.hpp"

#include "findings/ranges.hpp"
#include "findings/source_lines.hpp"
#include "machine/threads/crash.hpp"
#include "machine/threads/device_shape.hpp"
#include "machine/threads/fault.hpp"
#include "platform/platform.hpp"

#include <cuda_runtime_api.h>

#include <string>

namespace scanlab::sim {

void stop_host() {
    report_crash({.kind = FindingKind::host_crash,
                  .at = current_source_line(),
                  .message = "the host calls a function that only a kernel can call",
                  .hint = "barriers, warp operations, groups and clocks are for __global__ and "
                          "__device__ functions"});
    platform::leave(3);
}

void stop_unnamed_lane(const Thread& thread, LaneMask mask) {
    {
        const Unobserved unobserved;
        report({.kind = FindingKind::barrier_divergence,
                .at = source_line(thread.waits_at),
                .position = position_of(thread),
                .message = "a lane calls a warp operation whose mask does not name it",
                .details = {"the mask names lanes " + ranges(lanes_in(mask))},
                .hint = "every caller's own bit must be set in the mask"});
    }
    stop_kernel(cudaErrorIllegalInstruction);
}

void stop_odd_width(const Thread& thread, unsigned width) {
    {
        const Unobserved unobserved;
        report({.kind = FindingKind::barrier_divergence,
                .at = source_line(thread.waits_at),
                .position = position_of(thread),
                .message = "the width of a shuffle must be 1, 2, 4, 8, 16 or 32, and is " +
                           std::to_string(width)});
    }
    stop_kernel(cudaErrorIllegalInstruction);
}

void stop_grid_barrier_without_cooperation(const Thread& thread) {
    {
        const Unobserved unobserved;
        report(
            {.kind = FindingKind::invalid_launch,
             .at = source_line(thread.waits_at),
             .position = position_of(thread),
             .message = "grid.sync() in a kernel that was not launched with "
                        "cudaLaunchCooperativeKernel()",
             .hint =
                 "the launch: only a cooperative one promises that all blocks run at the same time"});
    }
    stop_kernel(cudaErrorIllegalInstruction);
}

void stop_too_much_shared(const SharedDeclaration& declaration, std::size_t bytes) {
    {
        const Unobserved unobserved;
        const LaunchConfig& launch = *current_launch().config;
        report({.kind = FindingKind::invalid_launch,
                .at = {declaration.file, declaration.line},
                .other = {launch.file, launch.line},
                .variable = declaration.name,
                .message = std::string("with ") + declaration.name + " the block needs " +
                           std::to_string(bytes) + " bytes of shared memory, and there are " +
                           std::to_string(device_shape().shared_per_block) +
                           " for variables with a fixed size",
                .hint =
                    "smaller tiles, or dynamic shared memory, which may be larger if the kernel asks "
                    "for it (cudaFuncSetAttribute)"});
    }
    stop_kernel(cudaErrorInvalidConfiguration);
}

} // namespace scanlab::sim
