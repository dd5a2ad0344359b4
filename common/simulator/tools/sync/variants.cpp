#include "variants.hpp"

#include "building.hpp"
#include "errors.hpp"
#include "format.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>

namespace scanlab::sync {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

constexpr int most_strategies = static_cast<int>(sim::strategy_names.size()); // which come first
constexpr std::chrono::hours forever(24 * 365); // a program without end stops by itself

/// No cure is one after which threads wait for ever.
bool is_stuck(sim::FindingKind kind) {
    using enum sim::FindingKind;
    return kind == deadlock || kind == livelock || kind == barrier_divergence;
}

/// "Line 17: Thread 98 reads `sums[96]` here, and thread 96 writes it in line 19."
std::string sentence(const sim::Finding& finding) {
    const std::string& all = finding.message;
    const std::size_t end = all.find(". ");
    const std::string first = end == std::string::npos ? all : all.substr(0, end + 1);
    return finding.at.line == 0 ? first : fmt::format("line {}: {}", finding.at.line, first);
}

/// Whether a variant shows by it that something is missing: also by a note of two accesses, whose order
/// other values or GPUs may need. A cure may have notes.
bool is_evidence(const sim::Finding& finding, bool against_cure) {
    return counts(finding) || (!against_cure && !finding.suppressed && is_race(finding));
}

std::string first_difference(const std::string& out, const std::string& usual) {
    const auto [a, b] = std::mismatch(out.begin(), out.end(), usual.begin(), usual.end());
    const auto line = 1 + std::count(out.begin(), a, '\n');
    return fmt::format("line {} of the output is another one", line);
}

} // namespace

Variants::Variants(VariedProgram program, std::vector<Alternative> alternatives)
    : program_(std::move(program)), tried_(std::move(alternatives)),
      trials_(trials(program_.schedules, 1)) {
    if (tried_.empty() || !compile_all({})) {
        if (!compile(program_.source, scratch_.path() / "variant", true)) throw Stopped{exit_wrong};
        compiled_.emplace();
    }
    begin_with({}, trials_.size());
}

bool Variants::compile_all(std::vector<Edit> always) {
    Alternatives all(program_.source, tried_, std::move(always));
    if (!compile(all.source(), scratch_.path() / "alternatives", false)) return false;
    alternatives_ = std::move(all);
    return true;
}

void Variants::begin_with(std::vector<Edit> edits, std::size_t times) {
    begun_with_ = std::move(edits);
    std::vector<Edit> of_none = begun_with_; // of the alternatives: else each variant would be compiled
    std::erase_if(of_none, [&](const Edit& edit) {
        return std::ranges::find(tried_, edit, &Alternative::edit) != tried_.end();
    });
    if (!of_none.empty() && alternatives_.setting(begun_with_).empty()) compile_all(std::move(of_none));
    unchanged_ = {};
    known_.clear();
    codes_.clear();
    outputs_.clear();
    if (!choose({})) throw Stopped{exit_wrong};
    for (const Trial& trial : std::span(trials_).first(std::min(times, trials_.size()))) {
        const auto begin = std::chrono::steady_clock::now();
        const TrialRun one = run(trial);
        const auto taken = std::chrono::steady_clock::now() - begin;
        longest_ = std::max(longest_, std::chrono::ceil<std::chrono::seconds>(taken));
        unchanged_.add(trial, one.findings);
        for (const sim::Finding& finding : one.findings) known_.insert(place_of(finding));
        codes_.insert(exit_code(one.ended));
        outputs_.insert(one.ended.out);
        const bool has_seen_each_strategy = unchanged_.runs() >= most_strategies;
        if (interruption() != 0 || (has_seen_each_strategy && unchanged_.has_errors())) break;
    }
}

bool Variants::compile(const std::string& source, const fs::path& program, bool visibly) const {
    const fs::path file = scratch_.path() / program_.name;
    std::ofstream(file) << source;
    const std::vector<std::string> command = program_.compile(file, program);
    return exit_code(visibly ? run_visibly(command, Output::to_stderr)
                             : run_process(command, forever, scratch_.path())) == 0;
}

bool Variants::choose(std::vector<Edit> edits) {
    edits.insert(edits.end(), begun_with_.begin(), begun_with_.end());
    if (const std::string setting = alternatives_.setting(edits); !setting.empty()) {
        chosen_ = scratch_.path() / "alternatives";
        settings_ = {setting};
        return true;
    }
    chosen_ = scratch_.path() / "variant";
    settings_.clear();
    if (compiled_ != edits) {
        compiled_.reset();
        if (!compile(edited(program_.source, edits), chosen_, false)) return false;
        compiled_ = std::move(edits);
    }
    return true;
}

TrialRun Variants::run(const Trial& trial, std::vector<std::string> settings) const {
    std::vector<std::string> command{chosen_};
    std::ranges::copy(settings_, std::back_inserter(settings));
    command.insert(command.end(), program_.arguments.begin(), program_.arguments.end());
    // A variant that never ends is to be noticed soon, but no slow machine to be taken for one.
    if (longest_ > 0s)
        settings.push_back(fmt::format("SCANLAB_SIM_TIMEOUT={}", (20 * longest_ + 10s).count()));
    TrialRun run = run_trial(command, trial, forever, scratch_.path(), settings);
    if (run.ended.how == Ended::How::not_started) throw UsageError("the program cannot be started");
    return run;
}

std::map<std::string, double> Variants::barriers() const {
    const fs::path counters = scratch_.path() / "counters.json";
    run(trials_.front(), {"SCANLAB_SIM_COUNTERS=" + counters.string()});
    std::ifstream file(counters);
    const auto kernels = nlohmann::json::parse(file, nullptr, false);
    std::map<std::string, double> waits, warps;
    for (const auto& kernel : kernels) {
        const std::string name = kernel.value("kernel", std::string());
        for (const char* const kind : {"block_barriers", "warp_syncs"})
            waits[name] += kernel.at("counters").value(kind, 0.0);
        warps[name] += kernel.value("warps", 0.0);
    }
    for (auto& [name, number] : waits) number /= std::max(warps[name], 1.0);
    return waits;
}

/// Of a kind in the same two lines, whichever of them came first.
Variants::Place Variants::place_of(const sim::Finding& finding) {
    const auto [one, other] = std::minmax(finding.at, finding.other);
    return {finding.kind, one, other};
}

bool Variants::is_same(const sim::Finding& a, const sim::Finding& b) {
    return place_of(a) == place_of(b);
}

std::optional<Evidence> Variants::new_finding(const TrialRun& run, const Trial& trial,
                                              const sim::Finding* cured) const {
    std::optional<Evidence> first;
    for (const sim::Finding& finding : run.findings) {
        if (!is_evidence(finding, cured != nullptr)) continue;
        const bool counts = cured && (is_same(finding, *cured) || is_stuck(finding.kind));
        if (known_.contains(place_of(finding)) && !counts) continue;
        if (!first || (sim::is_race(finding) && !sim::is_race(*first->finding)))
            first = {sentence(finding), finding, trial};
    }
    return first;
}

std::optional<Evidence> Variants::new_result(const TrialRun& run, const Trial& trial) const {
    const int code = exit_code(run.ended);
    if (!codes_.contains(code)) return Evidence{fmt::format("its exit code is {}", code), {}, trial};
    const bool always_prints_the_same = outputs_.size() == 1 && trials_.size() > 1;
    if (always_prints_the_same && !outputs_.contains(run.ended.out))
        return Evidence{first_difference(run.ended.out, *outputs_.begin()), {}, trial};
    return std::nullopt;
}

std::optional<Evidence> Variants::evidence_against(const std::vector<Edit>& edits) {
    if (!choose(edits)) return Evidence{.what = "it cannot be compiled"};
    std::optional<Evidence> first;
    for (std::size_t i = 0; i < trials_.size(); ++i) {
        const bool has_seen_each_strategy = static_cast<int>(i) >= most_strategies;
        if (interruption() != 0 || (first && has_seen_each_strategy)) break;
        const TrialRun one = run(trials_[i]);
        std::optional<Evidence> evidence = new_finding(one, trials_[i]);
        if (evidence && sim::is_race(*evidence->finding)) return evidence;
        if (!evidence) evidence = new_result(one, trials_[i]);
        if (!first) first = std::move(evidence);
    }
    return first;
}

std::optional<Evidence> Variants::evidence_against_cure(const std::vector<Edit>& edits,
                                                        const Exploration::Entry& error,
                                                        std::size_t others) {
    if (!choose(edits)) return Evidence{.what = "it cannot be compiled"};
    std::vector<Trial> chosen{error.replay};
    for (const Trial& other : std::span(trials_).first(std::min(others, trials_.size())))
        if (settings(other) != settings(error.replay)) chosen.push_back(other);
    for (const Trial& trial : chosen) {
        const TrialRun one = run(trial);
        if (auto evidence = new_finding(one, trial, &error.finding)) return evidence;
        const int code = exit_code(one.ended); // exit_found: of something that was known before
        if (code != exit_pass && code != exit_found)
            return Evidence{fmt::format("its exit code is {}", code), {}, trial};
    }
    return std::nullopt;
}

} // namespace scanlab::sync
