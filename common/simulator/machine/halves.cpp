#include "halves.hpp"

#include "choices.hpp"
#include "events.hpp"
#include "fault.hpp"
#include "launch_limits.hpp"
#include "memory.hpp"
#include "platform/platform.hpp"
#include "scanlab_sim/settings.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <set>
#include <span>
#include <vector>

namespace scanlab::sim::halves {

namespace {

bool system_allows_it = true;

/// Kernels whose blocks depend on each other, by what tells them apart.
std::set<const void*>& dependent() {
    static auto& kernels = *new std::set<const void*>;
    return kernels;
}
const void* identity(const Launch& launch) { return launch.function ? launch.function : launch.kernel; }

/// All memory that kernels can write.
std::vector<std::span<char>> device_memory() {
    std::vector<std::span<char>> all;
    for (const memory::Allocation& a : memory::live_allocations())
        all.emplace_back(reinterpret_cast<char*>(a.begin), a.bytes);
    return all;
}

std::size_t bytes_of(const std::vector<std::span<char>>& ranges) {
    std::size_t bytes = 0;
    for (const auto& range : ranges) bytes += range.size();
    return bytes;
}

/// A copy that runs half of the launch.
using Half = std::unique_ptr<platform::WorkingCopy>;

struct Work {
    const std::function<void(Part)>& run;
    unsigned half;
};

Half begin(Work work) {
    const auto run = [](void* context) {
        const Work& w = *static_cast<Work*>(context);
        w.run({w.half, 2});
    };
    return platform::WorkingCopy::begin(run, &work);
}

/// Once something has been taken over, there is no way back.
void read(const Half& half, char* to, const char* from, std::size_t bytes) {
    if (half->read(to, from, bytes)) return;
    report_crash({.kind = FindingKind::host_crash,
                  .at = {},
                  .message = "the system has ended a process that had run half of a launch",
                  .hint = "whether there is enough memory; with SCANLAB_SIM_UNDIVIDED=1 there is no such process"});
    platform::leave(3);
}

/// Takes over what either half has changed in some memory since it held what lies at `before`; where both have, what the
/// second one has.
void take_over(const Half& first_half, const Half& second_half, std::span<char> memory, const char* before) {
    constexpr std::size_t chunk = 256 * 1024;
    static std::array<char, chunk> then, first, second;
    for (std::size_t done = 0; done < memory.size(); done += chunk) {
        const std::size_t bytes = std::min(chunk, memory.size() - done);
        char* const now = memory.data() + done;
        std::memcpy(then.data(), before + done, bytes);
        read(first_half, first.data(), now, bytes);
        read(second_half, second.data(), now, bytes);
        if (std::memcmp(first.data(), then.data(), bytes) == 0 && std::memcmp(second.data(), then.data(), bytes) == 0)
            continue;
        for (std::size_t i = 0; i < bytes; ++i) {
            const char changed = second[i] != then[i] ? second[i] : first[i];
            now[i] = changed != then[i] ? changed : now[i];
        }
    }
}

/// Counts what a half has counted beyond what both began with.
void add(const LaunchTotals& half) {
    launch_totals.barriers_per_thread = std::max(launch_totals.barriers_per_thread, half.barriers_per_thread);
    launch_totals.most_shared_bytes = std::max(launch_totals.most_shared_bytes, half.most_shared_bytes);
}

} // namespace

bool may_run(const Launch& launch) {
    const bool is_watched = has_listeners<&Watcher::barrier_opens>() || has_listeners<&Watcher::thread_returns>();
    return system_allows_it && !is_watched && !settings().undivided && !choices::on && !launch.config->cooperative &&
           !dependent().contains(identity(launch));
}

bool pay(unsigned long long switches) {
    // Two copies begin and end in the time of so many switches; in that of one, so many bytes are compared.
    constexpr unsigned long long begin_and_end = 4'000'000, compared = 4;
    const std::size_t bytes = bytes_of(device_memory()) + bytes_of(platform::variables_of_program());
    return switches > begin_and_end + bytes / compared;
}

bool run(const Launch& launch, const std::function<void(Part)>& run) {
    const auto variables = platform::variables_of_program();
    std::vector<std::vector<char>> before; // other threads of the host may change them meanwhile
    for (const auto& range : variables) before.emplace_back(range.begin(), range.end());

    const Half first = begin({run, 0}), second = begin({run, 1});
    LaunchTotals of_first, of_second;
    system_allows_it = first && second && first->read(&of_first, &launch_totals, sizeof of_first);
    if (!system_allows_it) return false;
    if (!platform::WorkingCopy::have_done_their_work(*first, *second, now.overdue)) {
        dependent().insert(identity(launch));
        return false;
    }

    read(first, reinterpret_cast<char*>(&of_first), reinterpret_cast<char*>(&launch_totals), sizeof of_first);
    read(second, reinterpret_cast<char*>(&of_second), reinterpret_cast<char*>(&launch_totals), sizeof of_second);
    add(of_first);
    add(of_second);
    for (const auto& range : device_memory()) take_over(first, second, range, range.data());
    for (std::size_t i = 0; i < variables.size(); ++i) take_over(first, second, variables[i], before[i].data());
    return true;
}

} // namespace scanlab::sim::halves
