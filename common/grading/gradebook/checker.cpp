#include "checker.hpp"

#include "../grader/check_file.hpp"
#include "format.hpp"
#include "names.hpp"
#include "process.hpp"
#include "scanlab/enumerators.hpp"
#include "secret.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <utility>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

/// Far more than it takes: `scanlab check` has limits of its own for what it runs.
constexpr std::chrono::minutes limit{30};

// What an error begins with that is not about the student's file.
constexpr std::string_view not_handed_in = "not handed in: ", grader_failed = "the grader failed: ",
                           broke_the_grader = "could not be read: ";

/// Whether it has ended by a mistake of its own, which the same file will make again.
bool has_crashed(const Ended& ended) {
    constexpr std::array signals{SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
    return ended.how == Ended::How::killed && std::ranges::count(signals, ended.code) > 0;
}

/// A seed that the instructor has chosen, or that a secret gives, is not to be read in reports: who
/// hands in again would know the inputs.
void hide_seed(Result& result, std::uint64_t seed) {
    const std::string shown = fmt::format("seed {}", seed), hidden = "seed …";
    for (LineResult& line : result.lines)
        for (std::size_t at; (at = line.detail.find(shown)) != std::string::npos;)
            line.detail.replace(at, shown.size(), hidden);
}

} // namespace

State state_of(const Result& result) {
    const auto by_hand = [](const LineResult& line) { return line.id == own_points; };
    if (std::ranges::any_of(result.lines, by_hand)) return State::set_by_hand;
    if (!result.flag.empty()) return State::not_allowed;
    if (result.error.empty())
        return result.full() ? State::full : result.points() > 0 ? State::part : State::wrong;
    if (result.error.starts_with(grader_failed)) return State::failed;
    if (result.error.starts_with(broke_the_grader)) return State::unreadable;
    if (!result.file.empty()) return State::not_compiling;
    return result.error.starts_with(not_handed_in) ? State::missing : State::unreadable;
}

std::string_view name(State state) {
    constexpr std::array names{"full points", "part of the points", "wrong",
                               "missing",     "could not be read",  "does not compile",
                               "not allowed", "grader failed",      "set by hand"};
    static_assert(names.size() == enumerators<State>);
    return names[static_cast<std::size_t>(state)];
}

Checker::Checker(CheckerOptions options, std::vector<ExerciseDescription> exercises)
    : options_(std::move(options)), exercises_(std::move(exercises)) {
    const CheckOptions check{.rubric = options_.rubric, .gpu_toolchain = options_.gpu_toolchain};
    for (const ExerciseDescription& exercise : exercises_)
        blank_.emplace(exercise.lesson.name, blank_result(exercise, check));
    const auto text = [](const auto& number) { return number ? fmt::format("{}", *number) : "-"; };
    fingerprint_ = digest({options_.kit, text(options_.seed), text(options_.order),
                           content(options_.rubric), options_.gpu_toolchain.string()});
}

Result Checker::check(const ExerciseDescription& exercise, const fs::path& file,
                      std::optional<std::uint64_t> seed) const {
    std::string message;
    if (auto result = run(exercise, file, seed, message)) return *std::move(result);
    return failed(exercise, message);
}

Result Checker::missing(const ExerciseDescription& exercise) const {
    return not_checked(exercise, fmt::format("{}there is no {}", not_handed_in, file_name(exercise)));
}

Result Checker::failed(const ExerciseDescription& exercise, const std::string& reason) const {
    return not_checked(exercise, std::string(grader_failed) + reason);
}

Result Checker::unreadable(const ExerciseDescription& exercise, const std::string& reason) const {
    return not_checked(exercise, reason);
}

Result Checker::not_checked(const ExerciseDescription& exercise, std::string reason) const {
    Result result = blank_.at(exercise.lesson.name);
    result.error = std::move(reason);
    return result;
}

std::optional<Result> Checker::run(const ExerciseDescription& exercise, const fs::path& file,
                                   std::optional<std::uint64_t> own_seed, std::string& message) const {
    const ScratchFolder scratch;
    const fs::path json = scratch.path() / "result.json";
    std::vector<std::string> command = options_.command;
    command.insert(command.end(), {file.string(), "--exercise", exercise.lesson.name, "--json",
                                   json.string(), "--jobs", std::to_string(options_.jobs)});
    const auto seed = own_seed ? own_seed : options_.seed;
    if (seed) command.insert(command.end(), {"--seed", std::to_string(*seed)});
    if (options_.order) command.insert(command.end(), {"--order", std::to_string(*options_.order)});
    if (!options_.rubric.empty()) command.insert(command.end(), {"--rubric", options_.rubric.string()});
    if (!options_.gpu_toolchain.empty())
        command.insert(command.end(), {"--gpu-toolchain", options_.gpu_toolchain.string()});
    const Ended ended = run_process(command, limit, scratch.path(), {"SCANLAB_BUILD=no"});
    try {
        Result result = result_from_json(nlohmann::json::parse(content(json)));
        if (seed) hide_seed(result, *seed);
        return result;
    } catch (const std::exception&) {
        message = ended.err.substr(0, ended.err.find_last_not_of('\n') + 1);
        if (message.empty()) message = describe(ended);
        if (message.empty()) message = fmt::format("{} left no result", options_.command.front());
        if (has_crashed(ended))
            return unreadable(
                exercise, fmt::format("{}the grader broke on this file ({}): please tell its authors",
                                      broke_the_grader, describe(ended)));
        return std::nullopt;
    }
}

std::string label(const Result& result) { return fmt::format("{:02}_{}", result.number, result.name); }

} // namespace scanlab::grader
