#include "variants.hpp"

#include "building.hpp"
#include "errors.hpp"
#include "format.hpp"

#include <algorithm>
#include <fstream>

namespace scanlab::sync {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

constexpr std::chrono::hours forever(24 * 365); // a program without end stops by itself

/// Findings of a kind in the same two lines are the same, whichever of them came first.
Variants::Place place_of(const sim::Finding& finding) {
    const auto [one, other] = std::minmax(finding.at, finding.other);
    return {finding.kind, one, other};
}

/// "Line 17: Thread 98 reads `sums[96]` here, and thread 96 writes it in line 19."
std::string sentence(const sim::Finding& finding) {
    const std::string& all = finding.message;
    const std::size_t end = all.find(". ");
    const std::string first = end == std::string::npos ? all : all.substr(0, end + 1);
    return finding.at.line == 0 ? first : fmt::format("line {}: {}", finding.at.line, first);
}

std::string first_difference(const std::string& out, const std::string& usual) {
    const auto [a, b] = std::mismatch(out.begin(), out.end(), usual.begin(), usual.end());
    const auto line = 1 + std::count(out.begin(), a, '\n');
    return fmt::format("line {} of the output is another one", line);
}

} // namespace

Variants::Variants(VariedProgram program)
    : program_(std::move(program)), trials_(trials(program_.schedules, 1)) {
    if (!compile(program_.source, true)) throw Stopped{exit_wrong};
    for (const Trial& trial : trials_) {
        const auto begin = std::chrono::steady_clock::now();
        const TrialRun one = run(trial);
        const auto taken = std::chrono::steady_clock::now() - begin;
        longest_ = std::max(longest_, std::chrono::ceil<std::chrono::seconds>(taken));
        unchanged_.add(trial, one.findings);
        for (const sim::Finding& finding : one.findings) known_.insert(place_of(finding));
        codes_.insert(exit_code(one.ended));
        outputs_.insert(one.ended.out);
        failures_ += exit_code(one.ended) != exit_pass;
        if (interruption() != 0) break;
    }
}

bool Variants::compile(const std::string& source, bool visibly) {
    const fs::path file = scratch_.path() / program_.name;
    std::ofstream(file) << source;
    const std::vector<std::string> command = program_.compile(file, scratch_.path() / "program");
    return exit_code(visibly ? run_visibly(command, Output::to_stderr)
                             : run_process(command, forever, scratch_.path())) == 0;
}

TrialRun Variants::run(const Trial& trial) const {
    std::vector<std::string> command{scratch_.path() / "program"};
    command.insert(command.end(), program_.arguments.begin(), program_.arguments.end());
    std::vector<std::string> settings;
    // A variant that never ends is to be noticed soon, but no slow machine to be taken for one.
    if (longest_ > 0s)
        settings.push_back(fmt::format("SCANLAB_SIM_TIMEOUT={}", (20 * longest_ + 10s).count()));
    TrialRun run = run_trial(command, trial, forever, scratch_.path(), settings);
    if (run.ended.how == Ended::How::not_started) throw UsageError("the program cannot be started");
    return run;
}

std::optional<Evidence> Variants::news(const TrialRun& run, const Trial& trial,
                                       const sim::Finding* cured) const {
    std::optional<Evidence> first;
    for (const sim::Finding& finding : that_count(run.findings)) {
        const bool is_cured = cured && place_of(finding) == place_of(*cured);
        if (known_.contains(place_of(finding)) && !is_cured) continue;
        if (!first || (sim::is_race(finding) && !sim::is_race(*first->finding)))
            first = {sentence(finding), finding, trial};
    }
    if (first) return first;
    const int code = exit_code(run.ended);
    if (!codes_.contains(code)) return Evidence{fmt::format("its exit code is {}", code), {}, trial};
    const bool always_prints_the_same = outputs_.size() == 1 && trials_.size() > 1;
    if (always_prints_the_same && !outputs_.contains(run.ended.out))
        return Evidence{first_difference(run.ended.out, *outputs_.begin()), {}, trial};
    return std::nullopt;
}

std::optional<Evidence> Variants::evidence_against(const std::string& source,
                                                   const sim::Finding* cured) {
    if (!compile(source, false)) return Evidence{.what = "it cannot be compiled", .is_compiled = false};
    std::optional<Evidence> first;
    for (std::size_t i = 0; i < trials_.size(); ++i) {
        const bool has_seen_each_strategy = i >= sim::strategy_names.size();
        if (interruption() != 0 || (first && has_seen_each_strategy)) break;
        std::optional<Evidence> evidence = news(run(trials_[i]), trials_[i], cured);
        if (evidence && evidence->finding && sim::is_race(*evidence->finding)) return evidence;
        if (!first) first = std::move(evidence);
    }
    return first;
}

} // namespace scanlab::sync
