#include "machine/threads/misuse.hpp"

#include "findings/ranges.hpp"
#include "findings/source_lines.hpp"
#include "findings/wording.hpp"
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
                  .message = "This host code calls a function that only kernels can call.",
                  .hint = "Barriers, warp operations, groups and clocks belong in `__global__` and "
                          "`__device__` functions. (Or did you forget `<<<…>>>` and call the kernel "
                          "like a function?)"});
    platform::leave(3);
}

void stop_unnamed_lane(const Thread& thread, LaneMask mask) {
    {
        const Unobserved unobserved;
        report({.kind = FindingKind::barrier_divergence,
                .at = source_line(thread.waits_at),
                .position = position_of(thread),
                .message = "A lane calls a warp operation, but is not in its mask.",
                .details = {mask ? "The mask has the lanes " + ranges(lanes_in(mask)) + "."
                                 : std::string("The mask is 0, so it has no lanes at all.")},
                .hint = "Set the bit of every lane that calls the operation. 0xffffffff has all 32."});
    }
    stop_kernel(cudaErrorIllegalInstruction);
}

void stop_odd_width(const Thread& thread, unsigned width) {
    {
        const Unobserved unobserved;
        report({.kind = FindingKind::barrier_divergence,
                .at = source_line(thread.waits_at),
                .position = position_of(thread),
                .message = "The width of this shuffle is " + std::to_string(width) +
                           ". It must be 1, 2, 4, 8, 16 or 32."});
    }
    stop_kernel(cudaErrorIllegalInstruction);
}

void stop_grid_barrier_without_cooperation(const Thread& thread) {
    {
        const Unobserved unobserved;
        report({.kind = FindingKind::invalid_launch,
                .at = source_line(thread.waits_at),
                .position = position_of(thread),
                .message = "A kernel calls `grid.sync()`, but was not launched with "
                           "`cudaLaunchCooperativeKernel()`.",
                .hint = "Use a cooperative launch. Only then all blocks run at the same time."});
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
                .message = "With " + quoted(declaration.name) + " the block needs " +
                           std::to_string(bytes) +
                           " bytes of shared memory. The limit for variables "
                           "with a fixed size is " +
                           std::to_string(device_shape().shared_per_block) + ".",
                .hint = "Use smaller tiles. Or use dynamic shared memory, of which "
                        "`cudaFuncSetAttribute()` can allow a kernel more."});
    }
    stop_kernel(cudaErrorInvalidConfiguration);
}

} // namespace scanlab::sim
