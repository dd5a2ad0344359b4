#include "grading_progress.hpp"

#include "format.hpp"

#include <cstdio>
#include <string>
#include <unistd.h>

namespace scanlab::grader {
namespace {

std::string duration(double seconds) {
    if (seconds < 90) return fmt::format("{:.0f} seconds", seconds);
    return fmt::format("{:.0f} minutes", seconds / 60);
}

} // namespace

GradingProgress::GradingProgress() : terminal_(isatty(STDERR_FILENO) != 0) {}

GradingProgress::~GradingProgress() {
    if (shown_ && terminal_) fmt::print(stderr, "\n");
}

void GradingProgress::show(std::size_t done, std::size_t all, std::size_t kept) {
    using namespace std::chrono_literals;
    const auto now = Clock::now();
    if (done != all && now - last_ < (terminal_ ? 200ms : 60s)) return;
    if (!terminal_ && now - begin_ < 60s) return;
    last_ = now;
    shown_ = true;
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    std::string text = fmt::format("{} of {} files", done, all);
    if (kept > 0) text += fmt::format(", {} of them graded before", kept);
    if (done > kept && done < all)
        text += fmt::format("; about {} left", duration(seconds / static_cast<double>(done - kept) *
                                                        static_cast<double>(all - done)));
    if (terminal_)
        fmt::print(stderr, "\r{:<78}", text);
    else
        fmt::print(stderr, "{}\n", text);
    std::fflush(stderr);
}

} // namespace scanlab::grader
