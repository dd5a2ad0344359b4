#include "machine/api/api.hpp"
#include "machine/api/launch_limits.hpp"
#include "machine/api/nested_launches.hpp"
#include "machine/threads/device_shape.hpp"
#include "machine/threads/scheduler.hpp"
#include "machine/threads/time_limit.hpp"
#include "machine/work/launches.hpp"
#include "scanlab_sim/settings.hpp"

#include <algorithm>
#include <cstdio>

namespace scanlab::sim {

namespace {
/// "12 4096 256 256,1,1 scale": line, blocks, threads per block, the block's shape, kernel.
void list_launch(const Launch& launch) {
    static const auto file = platform::AppendedFile::open(settings().launches);
    const LaunchConfig& config = *launch.config;
    char text[256];
    const int wanted = std::snprintf(text, sizeof text - 1, "%d %llu %llu %u,%u,%u %s", config.line,
                                     volume(config.grid), volume(config.block), config.block.x,
                                     config.block.y, config.block.z, launch.kernel);
    const auto bytes = std::min(static_cast<std::size_t>(wanted), sizeof text - 2);
    text[bytes] = '\n';
    if (file) file->add(text, bytes + 1);
}
} // namespace

void run_grid(const Launch& launch, void (*body)(void*), void* context, std::size_t bytes) {
    const LaunchConfig& config = *launch.config;
    if (now.thread) return nested::launch(launch, body, context, bytes);
    const HostLock lock;
    if (now.overdue) stop_overdue_program(pending::site);
    if (is_host_function()) {
        refuse_in_host_function({config.file, config.line});
        return;
    }
    if (!may_launch(config.file, config.line)) return;
    int places = 0;
    if (const int error = check_launch(launch, places); error != cudaSuccess) {
        set_error(error, config.file, config.line);
        return;
    }
    if (!settings().launches.empty()) return list_launch(launch);
    ++launch_totals.launches;
    launch_totals.most_shared_bytes =
        std::max(launch_totals.most_shared_bytes, config.dynamic_shared_bytes);
    launches::submit(launch, places, body, context, bytes,
                     library_call_of_launch(static_cast<const Frame*>(__builtin_frame_address(0))));
}

} // namespace scanlab::sim
