#include "machine/threads/split_launch.hpp"

#include "machine/base/events.hpp"
#include "machine/memory/device_variables.hpp"
#include "machine/memory/memory.hpp"
#include "machine/threads/choices.hpp"
#include "machine/threads/crash.hpp"
#include "machine/threads/device_shape.hpp"
#include "machine/threads/fault.hpp"
#include "platform/platform.hpp"
#include "scanlab_sim/settings.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <set>
#include <span>
#include <vector>

namespace scanlab::sim::split_launch {

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

/// Whether it holds for every watcher that is active.
template <class Predicate>
bool all_watchers(Predicate holds) {
    for (unsigned rest = active_watchers; rest != 0; rest &= rest - 1)
        if (!holds(*watchers[std::countr_zero(rest)])) return false;
    return true;
}
bool watches_threads(const Watcher& w) {
    return w.barrier_opens || w.thread_returns || w.access || w.access_comes;
}
bool is_watched() {
    return !all_watchers([](const Watcher& w) { return !watches_threads(w); });
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
        announce<&Watcher::half_ends>();
    };
    return platform::WorkingCopy::begin(run, &work);
}

/// Once something has been taken over, there is no way back.
void read(const Half& half, char* to, const char* from, std::size_t bytes) {
    if (half->read(to, from, bytes)) return;
    report_crash(
        {.kind = FindingKind::host_crash,
         .at = {},
         .message = "The system has ended a process of the simulator that had run half of a launch.",
         .hint = "Is there enough memory? With `SCANLAB_SIM_UNDIVIDED=1` there is no such process."});
    platform::leave(3);
}

/// Takes over what either half has changed in some memory since it held what lies at `before`; where
/// both have, what the second one has.
void take_over(const Half& first_half, const Half& second_half, std::span<char> memory,
               const char* before) {
    constexpr std::size_t chunk = 256 * 1024;
    std::vector<char> then(chunk), first(chunk), second(chunk);
    for (std::size_t done = 0; done < memory.size(); done += chunk) {
        const std::size_t bytes = std::min(chunk, memory.size() - done);
        char* const now = memory.data() + done;
        std::memcpy(then.data(), before + done, bytes);
        read(first_half, first.data(), now, bytes);
        read(second_half, second.data(), now, bytes);
        if (std::memcmp(first.data(), then.data(), bytes) == 0 &&
            std::memcmp(second.data(), then.data(), bytes) == 0)
            continue;
        for (std::size_t i = 0; i < bytes; ++i) {
            const char changed = second[i] != then[i] ? second[i] : first[i];
            now[i] = changed != then[i] ? changed : now[i];
        }
    }
}

/// The same for memory that nobody else changes meanwhile, by two threads: it takes as long as a few
/// million switches.
void take_over(const Half& first, const Half& second, const std::vector<std::span<char>>& ranges) {
    const auto part_of = [](std::span<char> range, bool upper) {
        const std::size_t middle = range.size() / 2;
        return upper ? range.subspan(middle) : range.first(middle);
    };
    const auto take_part = [&](bool upper) {
        for (const auto& range : ranges) {
            const std::span<char> part = part_of(range, upper);
            take_over(first, second, part, part.data());
        }
    };
    platform::do_both([&] { take_part(true); }, [&] { take_part(false); });
}

/// Counts what a half has counted beyond what both began with.
void add(const LaunchTotals& half) {
    launch_totals.barriers_per_thread =
        std::max(launch_totals.barriers_per_thread, half.barriers_per_thread);
    launch_totals.most_shared_bytes = std::max(launch_totals.most_shared_bytes, half.most_shared_bytes);
}

} // namespace

bool is_possible(const Launch& launch) {
    constexpr unsigned long long few_threads = 1 << 16; // they have too little to do
    return volume(launch.config->grid) * volume(launch.config->block) >= few_threads && !choices::on &&
           !launch.config->cooperative &&
           registered_count == 0; // which copies of the process do not share
}

bool may_run(const Launch& launch) {
    const auto allows_it = [](const Watcher& w) { return !watches_threads(w) || w.halves_come; };
    return system_allows_it && all_watchers(allows_it) && !settings().undivided &&
           !kernel_is_unobserved && // it tells which memory has been written
           !dependent().contains(identity(launch));
}

bool pays(unsigned long long switches) {
    // Two copies begin and end in the time of so many switches; in that of one, so many bytes are
    // compared.
    constexpr unsigned long long begin_and_end = 4'000'000, compared = 4;
    const std::size_t bytes = bytes_of(device_memory()) + bytes_of(platform::variables_of_program());
    if (!is_watched()) return switches > begin_and_end + bytes / compared;
    // A switch takes four times as long, and what is known of the memory, which is four times as large,
    // is looked at, too.
    const bool is_small =
        bytes < platform::physical_memory_bytes() / 32; // each copy has histories of its own
    return is_small && 4 * switches > begin_and_end + 5 * bytes / compared;
}

bool run(const Launch& launch, const std::function<void(Part)>& run) {
    if (!all_watchers([](const Watcher& w) { return !w.halves_come || w.halves_come(); })) return false;
    const auto variables = platform::variables_of_program();
    std::vector<std::vector<char>> before; // other threads of the host may change them meanwhile
    for (const auto& range : variables) before.emplace_back(range.begin(), range.end());

    const Half first = begin({run, 0}), second = begin({run, 1});
    LaunchTotals of_first, of_second;
    system_allows_it = first && second && first->read(&of_first, &launch_totals, sizeof of_first);
    if (!system_allows_it) return false;
    const auto fit = [&](const Watcher& w) { return !w.halves_end || w.halves_end(*first, *second); };
    if (!platform::WorkingCopy::have_done_their_work(*first, *second, now.overdue) ||
        !all_watchers(fit)) {
        dependent().insert(identity(launch));
        return false;
    }

    read(first, reinterpret_cast<char*>(&of_first), reinterpret_cast<char*>(&launch_totals),
         sizeof of_first);
    read(second, reinterpret_cast<char*>(&of_second), reinterpret_cast<char*>(&launch_totals),
         sizeof of_second);
    add(of_first);
    add(of_second);
    take_over(first, second, device_memory());
    for (std::size_t i = 0; i < variables.size(); ++i)
        take_over(first, second, variables[i], before[i].data());
    return true;
}

} // namespace scanlab::sim::split_launch
