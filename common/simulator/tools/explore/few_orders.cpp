#include "few_orders.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "shell.hpp"

#include <algorithm>
#include <cstring>

namespace scanlab {
namespace {

constexpr double all_together = 1; // seconds
constexpr int patience = 10;       // seconds, for one run

/// Those that differ most from the usual one come first.
std::vector<Trial> other_trials() {
    using sim::Strategy;
    return {{Strategy::preempt_anywhere}, {Strategy::one_warp_first, 2}, {Strategy::reversed},
            {Strategy::random, 2},        {Strategy::one_warp_first, 1}, {Strategy::round_robin},
            {Strategy::last_block_first}};
}

/// Another schedule may take much longer: that is no news.
bool has_taken_too_long(const TrialRun& run) {
    return std::ranges::any_of(run.findings, [](const sim::Finding& finding) {
        return finding.kind == sim::FindingKind::timeout;
    });
}

} // namespace

Ended try_few_orders(const TriedProgram& program, const std::vector<std::string>& settings) {
    const ScratchFolder scratch;
    const std::filesystem::path findings =
        program.json.empty() ? scratch.path() / "findings" : std::filesystem::path(program.json);
    std::vector<std::string> environment = settings;
    environment.push_back("SCANLAB_SIM_FINDINGS=" + findings.string());
    note_interruptions();
    const double begin = seconds_of_children();
    const Ended first = run_visibly(program.command, Output::own, environment);
    if (first.how == Ended::How::not_started)
        throw UsageError(fmt::format("{}: {}", program.command.front(), std::strerror(first.code)));
    double longest = seconds_of_children() - begin;
    const bool can_be_read = program.json.empty() || std::filesystem::is_regular_file(findings);
    const bool is_told =
        !can_be_read || exit_code(first) == exit_found || first.how != Ended::How::exited;
    if (is_told || 2 * longest > all_together || interruption() != 0) return first;

    std::vector<std::string> quiet = settings;
    quiet.insert(quiet.begin(), "SCANLAB_SIM_TIMEOUT=" + std::to_string(patience));
    TrialRuns runs(program, "order");
    runs.begin_with({}, first, read_findings(findings));
    for (const Trial& trial : other_trials()) {
        const double before = seconds_of_children();
        if (before - begin + longest > all_together || interruption() != 0) break;
        TrialRun run = runs.run(trial, quiet);
        if (!has_taken_too_long(run)) runs.take(trial, std::move(run));
        longest = std::max(longest, seconds_of_children() - before);
    }
    if (!runs.report_news()) return first;
    return {Ended::How::exited, runs.exit_code(), {}, {}};
}

} // namespace scanlab
