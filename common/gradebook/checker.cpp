#include "checker.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "process.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <utility>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

/// Far more than it takes: `scanlab check` has limits of its own for what it runs.
constexpr std::chrono::minutes limit{30};

} // namespace

Checker::Checker(CheckerOptions options, std::vector<ExerciseDescription> exercises)
    : options_(std::move(options)), exercises_(std::move(exercises)) {
    const ScratchFolder nowhere;
    for (const ExerciseDescription& exercise : exercises_) {
        std::string message;
        auto blank = run(exercise, nowhere.path() / file_name(exercise), message);
        if (!blank) throw UsageError(message);
        blank_.emplace(exercise.lesson.name, *std::move(blank));
    }
}

Result Checker::check(const ExerciseDescription& exercise, const fs::path& file) const {
    std::string message;
    if (auto result = run(exercise, file, message)) return *std::move(result);
    Result result = not_checked(exercise, "the grader failed: " + message);
    result.file = file.string();
    return result;
}

Result Checker::not_checked(const ExerciseDescription& exercise, const std::string& reason) const {
    Result result = blank_.at(exercise.lesson.name);
    result.file.clear();
    result.error = reason;
    return result;
}

std::optional<Result> Checker::run(const ExerciseDescription& exercise, const fs::path& file,
                                   std::string& message) const {
    const ScratchFolder scratch;
    const fs::path json = scratch.path() / "result.json";
    std::vector<std::string> command = options_.command;
    command.insert(command.end(), {file.string(), "--exercise", exercise.lesson.name, "--json",
                                   json.string(), "--jobs", std::to_string(options_.jobs)});
    if (options_.seed) command.insert(command.end(), {"--seed", std::to_string(*options_.seed)});
    if (options_.order) command.insert(command.end(), {"--order", std::to_string(*options_.order)});
    if (!options_.rubric.empty()) command.insert(command.end(), {"--rubric", options_.rubric.string()});
    if (!options_.gpu_toolchain.empty())
        command.insert(command.end(), {"--gpu-toolchain", options_.gpu_toolchain.string()});
    const Ended ended = run_process(command, limit, scratch.path(), {"SCANLAB_BUILD=no"});
    try {
        return result_from_json(nlohmann::json::parse(content(json)));
    } catch (const std::exception&) {
        message = ended.err.empty() ? fmt::format("{} left no result", options_.command.front())
                                    : ended.err.substr(0, ended.err.find_last_not_of('\n') + 1);
        return std::nullopt;
    }
}

std::string file_name(const ExerciseDescription& exercise) {
    return exercise.lesson.name + "_exercise.cu";
}

std::string label(const Result& result) { return fmt::format("{:02}_{}", result.number, result.name); }

} // namespace scanlab::grader
