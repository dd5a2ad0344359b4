#include "check_file.hpp"

#include "format.hpp"
#include "grade.hpp"
#include "kit.hpp"
#include "output_file.hpp"
#include "small_program.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <thread>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

RubricLines rubric_of(const ExerciseDescription& exercise, const CheckOptions& options) {
    const fs::path kits = kit_folder() / "common/grading/exercises",
                   own = exercise.is_own() ? exercise.folder : kits;
    return read_rubric(options.rubric.empty() ? own / "rubric.json" : options.rubric,
                       exercise.lesson.name);
}

bool is_timed(const ExerciseDescription& exercise, const CheckOptions& options) {
    return !options.gpu_toolchain.empty() && !exercise.is_own();
}

Result graded_by_rubric(const ExerciseDescription& exercise, const CheckOptions& options) {
    GradeOptions grading{.toolchain = simulator_toolchain(),
                         .seed = options.seed,
                         .order = options.order,
                         .jobs = options.jobs};
    if (grading.jobs == 0) grading.jobs = std::max(1u, std::thread::hardware_concurrency());
    if (is_timed(exercise, options))
        grading.gpu_toolchain = Toolchain{options.gpu_toolchain, grading.toolchain.kit_symbols};
    return grade(exercise, options.file, rubric_of(exercise, options), grading);
}

} // namespace

Result check_file(const CheckOptions& options) {
    const ExerciseDescription& exercise = find_exercise(options.exercise);
    std::optional<OutputFile> json;
    if (!options.json.empty()) json.emplace("--json", options.json);
    Result result = exercise.is_program() ? grade_program(exercise, options.file, options.program)
                                          : graded_by_rubric(exercise, options);
    fmt::print("{}", text(result, options.all));
    if (json) json->write(to_json(result).dump(2) + "\n");
    return result;
}

Result blank_result(const ExerciseDescription& exercise, const CheckOptions& options) {
    return not_graded(exercise, rubric_of(exercise, options), is_timed(exercise, options));
}

std::filesystem::path built_last() { return simulator_toolchain().kit_symbols; }

} // namespace scanlab::grader
