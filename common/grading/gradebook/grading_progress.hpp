/// \file
/// How far grading has come, and how long it will take, on the terminal.
#pragma once

#include <chrono>
#include <cstddef>

namespace scanlab::grader {

/// On stderr: one line that changes, or, if that is no terminal, a line each minute.
class GradingProgress {
public:
    GradingProgress();
    ~GradingProgress();
    GradingProgress(const GradingProgress&) = delete;
    GradingProgress& operator=(const GradingProgress&) = delete;

    void show(std::size_t done, std::size_t all, std::size_t kept);

private:
    using Clock = std::chrono::steady_clock;
    bool terminal_, shown_ = false;
    Clock::time_point begin_ = Clock::now(), last_ = begin_;
};

} // namespace scanlab::grader
