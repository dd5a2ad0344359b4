// scanlab_check: grades one exercise, and prints its rubric.
#include "errors.hpp"
#include "format.hpp"
#include "grade.hpp"
#include "output_file.hpp"
#include "paths.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <thread>

namespace {

using namespace scanlab;

struct Options {
    std::filesystem::path file, rubric = grader::rubric_file;
    std::string exercise;
    std::optional<std::filesystem::path> json, gpu_toolchain;
    grader::GradeOptions grading{
        .toolchain = {grader::build_script, grader::kit_symbols},
        .jobs = std::max(1u, std::thread::hardware_concurrency()),
    };
    bool all = false;
};

/// The exercise of a file that has the usual name.
std::string exercise_of(const std::filesystem::path& file) {
    constexpr std::string_view ending = "_exercise";
    std::string stem = file.stem().string();
    if (stem.ends_with(ending)) stem.resize(stem.size() - ending.size());
    return stem;
}

grader::Result grade(const Options& options) {
    const ExerciseDescription& exercise =
        find_exercise(options.exercise.empty() ? exercise_of(options.file) : options.exercise);
    const grader::RubricLines rubric = grader::read_rubric(options.rubric, exercise.lesson.name);
    return grader::grade(exercise, options.file, rubric, options.grading);
}

} // namespace

int main(int argc, char** argv) {
    Options options;
    CLI::App app(
        "Grades one exercise: builds it, runs it in confined processes, and prints its rubric.");
    app.add_option("FILE", options.file, "the student's NAME_exercise.cu")->required();
    app.add_option("--exercise", options.exercise, "the exercise's name, if the file has another one");
    app.add_option("--seed", options.grading.seed, "of the inputs; a hidden one defeats guessing");
    app.add_option("--order", options.grading.order, "of blocks and threads");
    app.add_option("--jobs", options.grading.jobs, "cases to run at the same time")
        ->check(CLI::Range(1, 256));
    app.add_option("--rubric", options.rubric, "instead of the kit's");
    app.add_option("--gpu-toolchain", options.gpu_toolchain,
                   "grade time, too, on this machine's GPU: build/cuda/scanlab_build_timed")
        ->check(CLI::ExistingFile);
    app.add_option("--json", options.json, "write the result to this file");
    app.add_flag("--all", options.all, "show lines that students are not to see, too");
    try {
        app.parse(argc, argv);
        if (options.gpu_toolchain)
            options.grading.gpu_toolchain = {*options.gpu_toolchain, grader::kit_symbols};
        std::optional<OutputFile> json;
        if (options.json) json.emplace("--json", *options.json);
        const grader::Result result = grade(options);
        fmt::print("{}", text(result, options.all));
        if (json) json->write(to_json(result).dump(2) + "\n");
        return result.full() ? exit_pass : exit_wrong;
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? exit_pass : exit_usage;
    } catch (const std::exception& error) {
        fmt::print(stderr, "scanlab_check: {}\n", error.what());
        return exit_usage;
    }
}
