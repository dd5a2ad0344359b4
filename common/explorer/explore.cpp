#include "explore.hpp"

#include "errors.hpp"
#include "exploration.hpp"
#include "format.hpp"
#include "output_file.hpp"
#include "process.hpp"
#include "shell.hpp"
#include "trial_run.hpp"

#include <cstdio>
#include <cstring>
#include <optional>
#include <sstream>

namespace scanlab {
namespace {

/// "line 3 of its output is 'x' instead of 'y'", for the first line in which the outputs differ.
std::string difference(const std::string& out, const std::string& first) {
    std::istringstream a(out), b(first);
    std::string line_a, line_b;
    for (int number = 1;; ++number) {
        const bool more_a = !std::getline(a, line_a).fail(), more_b = !std::getline(b, line_b).fail();
        if (!more_a) return fmt::format("its output ends before line {}, '{}'", number, line_b);
        if (!more_b) return fmt::format("its output goes on with line {}, '{}'", number, line_a);
        if (line_a != line_b)
            return fmt::format("line {} of its output is '{}' instead of '{}'", number, line_a, line_b);
    }
}

/// Runs the program under one schedule after the other.
class Explorer {
public:
    explicit Explorer(const ExploreOptions& options) : options_(options) {
        if (!options.json.empty()) json_.emplace("--json", options.json);
    }

    int run() {
        note_interruptions();
        for (const Trial& trial : trials(options_.schedules, options_.order, options_.only)) {
            run_once(trial);
            if (interruption() != 0) break; // what is found until now is told
        }
        for (const Exploration::Entry& entry : exploration_.entries())
            fmt::print(stderr, "{}  in {} of {} schedules; again: {}\n", human_text(entry.finding),
                       entry.runs, exploration_.runs(), replay(entry.replay));
        if (!dependence_.empty()) fmt::print(stderr, "scanlab: {}\n", dependence_);
        fmt::print(stderr, "scanlab: {}{}\n", interruption() != 0 ? "interrupted; " : "",
                   exploration_.summary());
        if (json_) json_->write(exploration_.json_lines());
        if (exploration_.has_errors()) return exit_found;
        return interruption() != 0 ? 128 + interruption() : code_;
    }

private:
    void run_once(const Trial& trial) {
        constexpr std::chrono::hours forever(24 * 365); // a program without end stops by itself
        auto [ended, findings] = run_trial(options_.command, trial, forever, scratch_.path());
        if (ended.how == Ended::How::not_started)
            throw UsageError(
                fmt::format("{}: {}", options_.command.front(), std::strerror(ended.code)));

        exploration_.add(trial, findings);
        if (code_ == 0) code_ = exit_code(ended);
        if (first_) {
            if (interruption() == 0) compare(trial, ended);
            return;
        }
        std::fputs(ended.out.c_str(), stdout);
        std::fflush(stdout);
        std::fputs(ended.err.c_str(), stderr);
        first_ = std::move(ended);
    }

    /// Remembers the first run that came to another result.
    void compare(const Trial& trial, const Ended& ended) {
        if (!dependence_.empty()) return;
        const int code = exit_code(ended), usual = exit_code(*first_);
        std::string what;
        if (code != usual && code != exit_found && usual != exit_found)
            what = fmt::format("its exit code is {} instead of {}", code, usual);
        if (ended.out != first_->out)
            what += (what.empty() ? "" : ", and ") + difference(ended.out, first_->out);
        if (!what.empty())
            dependence_ = fmt::format("what the program does depends on the schedule: {}\n  again: {}",
                                      what, replay(trial));
    }

    std::string replay(const Trial& trial) const {
        std::string line = options_.again + options_text(trial) + " " + shell_quoted(options_.source);
        for (std::size_t i = 1; i < options_.command.size(); ++i)
            line += " " + shell_quoted(options_.command[i]);
        return line;
    }

    const ExploreOptions& options_;
    std::optional<OutputFile> json_;
    ScratchFolder scratch_;
    Exploration exploration_;
    std::optional<Ended> first_;
    std::string dependence_;
    int code_ = 0;
};

} // namespace

int explore(const ExploreOptions& options) { return Explorer(options).run(); }

} // namespace scanlab
