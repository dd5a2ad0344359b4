#include "machine/threads/time_limit.hpp"

#include "findings/wording.hpp"

#include "machine/base/ending.hpp"
#include "machine/threads/crash.hpp"
#include "machine/threads/fault.hpp"
#include "machine/threads/progress_line.hpp"
#include "platform/platform.hpp"
#include "scanlab_sim/findings.hpp"
#include "scanlab_sim/settings.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <string>
#include <utility>

namespace scanlab::sim {

namespace {

constexpr double moment = 0.002; // seconds
constexpr int most_moments = 500;

int limit = 0;   ///< seconds
double ends = 0; ///< by seconds_run()
double launch_ends = std::numeric_limits<double>::infinity();
bool is_over = false;
bool host_had_its_chance = false; ///< to end by itself, after a kernel was stopped
int moments = 0;

std::string limit_text(int seconds) { return std::to_string(seconds) + " s."; }

const char* const hint_on_time = "Is there a loop that never ends, or a wait for something that never "
                                 "happens? If the program is just "
                                 "slow, allow more time with `--timeout` (`SCANLAB_SIM_TIMEOUT`).";

Finding overdue_program() {
    return {.kind = FindingKind::timeout,
            .at = {},
            .message = "The program was stopped on the host after " + limit_text(limit),
            .hint = hint_on_time};
}

const LastWords& words_of_an_overdue_program() {
    static const auto& words = *new LastWords(overdue_program());
    return words;
}

/// "the launch of scale in line 12 had run for 58.9 s"
std::string time_of_launch() {
    char seconds[32];
    const std::chrono::duration<double> run = std::chrono::steady_clock::now() - now.launched;
    std::snprintf(seconds, sizeof seconds, "%.1f s", std::min(run.count(), platform::seconds_run()));
    const Launch& launch = current_launch();
    return "The launch of " + quoted(launch.kernel) + " in line " +
           std::to_string(launch.config->line) + " had run for " + seconds + ".";
}

/// Where the kernel is; or where it has been launched, if the thread has not begun yet or has returned.
Finding overdue_kernel(int seconds, const char* hint) {
    Finding finding{.kind = FindingKind::timeout,
                    .at = current_source_line(),
                    .details = {time_of_launch()},
                    .hint = hint};
    const bool is_inside = finding.at.line != 0;
    finding.message = std::string("The program was stopped in ") +
                      (is_inside ? "this kernel" : "the kernel that is launched here") + " after " +
                      limit_text(seconds);
    const LaunchConfig& config = *current_launch().config;
    if (!is_inside) finding.at = {config.file, config.line};
    return finding;
}

/// Where the host is, or what it waits for was submitted, if it has come to its end.
SourceLine line_of_host(SiteAwaited site_awaited) {
    const SourceLine line = current_source_line();
    if (line.line != 0) return line;
    const void* const site = site_awaited();
    return site ? source_line(site) : line;
}

bool is_launch_over(double run) { return now.is_launching && run >= launch_ends; }

} // namespace

void limit_time_of_launch() {
    if (!settings().kernel_timeout) return;
    const double run = platform::seconds_run();
    launch_ends = run + static_cast<double>(*settings().kernel_timeout);
    if (!is_over) platform::tick_after(std::min({ends, launch_ends, progress_line::due()}) - run);
}

void limit_time(int seconds) {
    limit = seconds;
    ends = platform::seconds_run() + seconds;
    words_of_an_overdue_program();
    is_over = host_had_its_chance = now.overdue = false;
    platform::tick_after(std::min<double>(seconds, progress_line::due()));
}

void look_at_the_time(const void* interrupted_at, SiteAwaited site_awaited) {
    if (!is_over) {
        constexpr double least = 0.05;
        const double run = platform::seconds_run();
        progress_line::look(run);
        if (run < ends && !is_launch_over(run))
            return platform::tick_after(
                std::max(least, std::min({ends, launch_ends, progress_line::due()}) - run));
        is_over = true;
        moments = 0;
    }
    now.overdue = true;
    // What runs is stopped where it calls the simulator, or else here, but not in the middle of the
    // simulator's work or of a library's, unless it comes out of there too rarely to be met.
    const bool is_last = ++moments > most_moments;
    if (now.thread || !now.is_launching) {
        const bool may_stop = is_last || !interrupted_at || is_of_the_program(interrupted_at);
        if (may_stop && now.thread) stop_overdue_kernel();
        if (may_stop) stop_overdue_program(site_awaited);
    }
    platform::tick_after(moment);
}

void stop_overdue_kernel() {
    const bool has_time_left = platform::seconds_run() < ends; // and only the kernel's is over
    const int seconds = has_time_left ? static_cast<int>(*settings().kernel_timeout) : limit;
    launch_ends = std::numeric_limits<double>::infinity();
    is_over = !has_time_left;
    now.overdue =
        is_over && std::exchange(host_had_its_chance, true); // then its next call ends the program
    moments = 0;
    platform::tick_after(now.overdue ? moment : std::max(1.0, limit * 0.1));
    {
        const Unobserved unobserved;
        Finding finding = overdue_kernel(
            seconds, has_time_left
                         ? "Is there a loop that never ends? If the kernel is just slow, allow "
                           "more time with `--kernel-timeout` (`SCANLAB_SIM_KERNEL_TIMEOUT`)."
                         : hint_on_time);
        finding.position = position_of(*unobserved.thread);
        report(std::move(finding));
    }
    stop_kernel(cudaErrorLaunchTimeout);
}

void stop_overdue_program(SiteAwaited site_awaited) {
    tell_or_else(words_of_an_overdue_program(), [&] {
        Finding finding = overdue_program();
        finding.at = line_of_host(site_awaited);
        report(std::move(finding));
        finish_early();
    });
    platform::leave(3);
}

} // namespace scanlab::sim
