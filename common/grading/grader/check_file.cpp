#include "check_file.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "grade.hpp"
#include "kit.hpp"
#include "output_file.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <thread>

namespace scanlab::grader {

int check_file(const CheckOptions& options) {
    const ExerciseDescription& exercise = find_exercise(options.exercise);
    const RubricLines rubric =
        read_rubric((options.rubric.empty() ? kit_folder() / "common/grading/exercises/rubric.json"
                                            : options.rubric)
                        .string(),
                    exercise.lesson.name);
    GradeOptions grading{.toolchain = simulator_toolchain(),
                         .seed = options.seed,
                         .order = options.order,
                         .jobs = options.jobs};
    if (grading.jobs == 0) grading.jobs = std::max(1u, std::thread::hardware_concurrency());
    if (!options.gpu_toolchain.empty())
        grading.gpu_toolchain = Toolchain{options.gpu_toolchain, grading.toolchain.kit_symbols};
    std::optional<OutputFile> json;
    if (!options.json.empty()) json.emplace("--json", options.json);
    const Result result = grade(exercise, options.file, rubric, grading);
    fmt::print("{}", text(result, options.all));
    if (json) json->write(to_json(result).dump(2) + "\n");
    return result.full() ? exit_pass : exit_wrong;
}

std::filesystem::path built_last() { return simulator_toolchain().kit_symbols; }

} // namespace scanlab::grader
