#include "machine/threads/progress_line.hpp"

#include "machine/threads/device_shape.hpp"
#include "machine/threads/scheduler.hpp"
#include "platform/platform.hpp"
#include "scanlab_sim/settings.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>

namespace scanlab::sim::progress_line {

namespace {

constexpr double usual = 5, in_a_file = 10; // seconds
constexpr double never = std::numeric_limits<double>::infinity();

std::atomic<std::uint64_t> of_this_process;
double due_at = 0; ///< 0: not known yet
bool is_first = true;

double first_due() {
    if (settings().quiet) return never;
    const double wanted = static_cast<double>(settings().progress.value_or(
        static_cast<std::uint64_t>(platform::errors_go_to_a_terminal() ? usual : in_a_file)));
    return wanted > 0 ? wanted : never;
}

/// Copies of the process can count there, too, if the system allows it.
std::atomic<std::uint64_t>* shared_counter() {
    void* const page = platform::reserve(platform::page_bytes(), platform::Protection::open);
    if (!page || !platform::share(page, platform::page_bytes())) return &of_this_process;
    return new (page) std::atomic<std::uint64_t>(0);
}

double seconds_of_launch(double seconds_run) {
    const std::chrono::duration<double> since = std::chrono::steady_clock::now() - now.launched;
    return std::min(since.count(), seconds_run);
}

/// A line that is put together where nothing may be allocated: a signal's handler.
class Line {
public:
    template <class... Values>
    void add(const char* format, Values... values) {
        const int wanted = std::snprintf(text_ + used_, sizeof text_ - used_, format, values...);
        used_ = std::min(used_ + static_cast<std::size_t>(std::max(wanted, 0)), sizeof text_ - 1);
    }
    void add(const char* text) { add("%s", text); }
    void print() const { platform::print_error(text_, used_); }

private:
    char text_[1024] = {};
    std::size_t used_ = 0;
};

void tell_of_launch(Line& line, double seconds) {
    const Launch& launch = current_launch();
    const std::uint64_t blocks = volume(launch.config->grid), ended = *blocks_ended;
    line.add("%.60s in line %d (launch %lld) has run ", launch.kernel, launch.config->line,
             launch_totals.launches);
    if (ended == 0)
        return line.add("none of its %llu blocks to the end yet",
                        static_cast<unsigned long long>(blocks));
    line.add("%llu of %llu blocks in %.0f s", static_cast<unsigned long long>(ended),
             static_cast<unsigned long long>(blocks), seconds);
    const double per_block = seconds / static_cast<double>(ended),
                 all = per_block * static_cast<double>(blocks);
    if (all > usual)
        line.add("; all would take about %.0f s, %.0f blocks %.0f s", all,
                 std::max(1.0, usual / per_block), std::max(usual, per_block));
}

} // namespace

constinit std::atomic<std::uint64_t>* blocks_ended = &of_this_process;

void note_begin_of_launch() { *blocks_ended = 0; }
void go_back_to(std::uint64_t blocks) { *blocks_ended = blocks; }

double due() {
    if (due_at != 0) return due_at;
    due_at = first_due();
    if (due_at != never) blocks_ended = shared_counter();
    return due_at;
}

void look(double seconds_run) {
    if (seconds_run < due()) return;
    Line line;
    line.add("scanlab: after %.0f s: ", seconds_run);
    if (now.is_launching)
        tell_of_launch(line, seconds_of_launch(seconds_run));
    else
        line.add("no kernel runs: the time goes to the host's part of the program");
    line.add("\n");
    if (std::exchange(is_first, false))
        line.add("  it is stopped after %d s (--timeout); ./scanlab sim --shrink FILE.cu proposes "
                 "smaller sizes\n",
                 settings().timeout);
    line.print();
    due_at = 2 * seconds_run;
}

void be_silent() { due_at = never; }

} // namespace scanlab::sim::progress_line
