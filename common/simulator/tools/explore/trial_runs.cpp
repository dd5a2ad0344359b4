#include "trial_runs.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "shell.hpp"
#include "text.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <utility>

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

/// Whether the environment, which the runs share, turns the setting on.
bool is_set(const char* setting) {
    const char* const given = sim::given(*sim::find_setting(setting));
    return given && std::string_view(given) == "1";
}

/// Whether the user is to read it.
bool is_shown(const sim::Finding& finding) {
    if (!counts(finding)) return is_set("notes") && !finding.suppressed;
    return is_cause(finding) || is_set("every_pair");
}

} // namespace

TrialRuns::TrialRuns(const TriedProgram& program, std::string ways)
    : program_(program), ways_(std::move(ways)) {
    if (!program.json.empty()) json_.emplace("--json", program.json);
}

TrialRun TrialRuns::run(const Trial& trial, const std::vector<std::string>& further_settings) const {
    constexpr std::chrono::hours forever(24 * 365); // a program without end stops by itself
    TrialRun run = run_trial(program_.command, trial, forever, scratch(), further_settings);
    if (run.ended.how == Ended::How::not_started)
        throw UsageError(
            fmt::format("{}: {}", program_.command.front(), std::strerror(run.ended.code)));
    return run;
}

void TrialRuns::begin_with(const Trial& trial, const Ended& ended,
                           const std::vector<sim::Finding>& findings) {
    exploration_.add(trial, findings);
    code_ = scanlab::exit_code(ended);
    first_ = ended;
    first_trial_ = trial;
    is_seen_ = true;
    seen_ = exploration_.entries().size();
}

void TrialRuns::take(const Trial& trial, TrialRun run) {
    auto& [ended, findings] = run;
    if (first_ && !is_dependent_ && interruption() == 0)
        if (auto dependence = compare(ended)) findings.push_back(std::move(*dependence));
    if (!first_) first_trial_ = trial;
    exploration_.add(trial, findings);
    const int code = scanlab::exit_code(ended);
    if (code_ == 0) code_ = code;
    failures_ += code != 0 && code != exit_found;
    if (first_) return;
    std::fputs(ended.out.c_str(), stdout);
    std::fflush(stdout);
    std::fputs(ended.err.c_str(), stderr);
    first_ = std::move(ended);
}

void TrialRuns::print_entries() {
    const std::vector<sim::Finding> all = exploration_.findings();
    for (std::size_t i = seen_; i < all.size(); ++i) {
        if (!is_shown(all[i])) continue;
        const Exploration::Entry& entry = exploration_.entries()[i];
        fmt::print(stderr, "{}  in {} of {} {}s; again: {}\n",
                   human_text(all[i], is_set("every_pair") ? std::vector<sim::Finding>{} : all),
                   entry.runs, exploration_.runs(), ways_, replay(entry.replay));
    }
    if (!is_seen_) fmt::print(stderr, "{}", left_out(all, is_set("notes")));
}

void TrialRuns::report() {
    print_entries();
    if (json_) json_->write(exploration_.json_lines());
}

bool TrialRuns::report_news() {
    const std::vector<sim::Finding> all = exploration_.findings();
    const auto first_new = all.begin() + static_cast<std::ptrdiff_t>(seen_);
    if (std::none_of(first_new, all.end(), is_shown)) return false;
    report();
    fmt::print(stderr, "scanlab: {} tried: {}\n", counted(number(), ways_), summary());
    return true;
}

int TrialRuns::exit_code() const {
    if (exploration_.has_errors()) return exit_found;
    return interruption() != 0 ? 128 + interruption() : code_;
}

/// The first run that comes to another result, unless the first order itself does when it is repeated:
/// a program may print the time.
std::optional<sim::Finding> TrialRuns::compare(const Ended& ended) {
    const int code = scanlab::exit_code(ended), usual = scanlab::exit_code(*first_);
    const bool has_other_code = code != usual && code != exit_found && usual != exit_found;
    const bool has_other_out = !is_seen_ && ended.out != first_->out;
    if (!has_other_code && !has_other_out) return std::nullopt;
    is_dependent_ = true; // it is told once
    const Ended repeated = run(first_trial_).ended;
    std::string what;
    if (has_other_code && scanlab::exit_code(repeated) == usual)
        what = fmt::format("its exit code is {} instead of {}", code, usual);
    if (has_other_out && repeated.out == first_->out)
        what += (what.empty() ? "" : ", and ") + difference(ended.out, first_->out);
    if (what.empty()) return std::nullopt;
    return sim::Finding{
        .kind = sim::FindingKind::order_dependent,
        .at = {},
        .message = fmt::format("What the program does depends on the {}: {}.", ways_, what),
        .hint =
            "Look where the result is made. Which thread do you expect to come first there? Nothing "
            "may depend on that, unless all results are right."};
}

std::string TrialRuns::replay(const Trial& trial) const {
    std::string line = program_.again + options_text(trial) + " " + program_.files;
    for (std::size_t i = 1; i < program_.command.size(); ++i)
        line += " " + shell_quoted(program_.command[i]);
    return line;
}

} // namespace scanlab
