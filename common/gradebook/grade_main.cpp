/// \file
/// scanlab_grade: grades what students handed in, and writes it down for people and course systems.
#include "errors.hpp"
#include "format.hpp"
#include "process.hpp"
#include "reports.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <fstream>
#include <thread>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

struct Options {
    std::vector<fs::path> submissions;
    std::vector<std::string> exercises;
    std::vector<std::string> formats;
    fs::path out = "grades";
    CheckOptions check{.program = SCANLAB_CHECK};
    int jobs = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    bool single = false;
    bool all_lines = false;
};

/// The exercises meant by 5, 05, raking, 05_raking, or all; the main ones if nothing is said.
std::vector<ExerciseDescription> choose(const std::vector<std::string>& wanted) {
    const auto means = [](const std::string& word, const ExerciseDescription& exercise) {
        const int number = exercise.lesson.number;
        return word == "all" || word == exercise.lesson.name || word == label(exercise) ||
               (!exercise.challenge &&
                (word == fmt::format("{}", number) || word == fmt::format("{:02}", number)));
    };
    std::vector<ExerciseDescription> chosen;
    for (const ExerciseDescription& exercise : exercises()) {
        const bool named =
            std::ranges::any_of(wanted, [&](const auto& word) { return means(word, exercise); });
        if (named || (wanted.empty() && !exercise.challenge)) chosen.push_back(exercise);
    }
    for (const std::string& word : wanted)
        if (std::ranges::none_of(exercises(),
                                 [&](const auto& exercise) { return means(word, exercise); }))
            throw UsageError(
                fmt::format("--exercise {}: there is no such exercise; give a lesson's number, an "
                            "exercise's name, or all",
                            word));
    return chosen;
}

void write(const fs::path& file, const std::string& text) {
    std::ofstream out(file, std::ios::binary);
    out << text;
    if (!out.flush()) throw UsageError(fmt::format("{} cannot be written", file.string()));
}

std::string dump(const nlohmann::json& json) { return json.dump(2) + "\n"; }

/// Reports for all students in one file; for each student in a folder, if there are several.
void write_reports(const std::vector<Grade>& grades, const Options& options) {
    for (const std::string& format : options.formats) {
        if (format == "table") continue;
        fs::create_directories(options.out);
        if (format == "csv") write(options.out / "grades.csv", csv(grades));
        if (format == "junit") write(options.out / "junit.xml", junit(grades));
        if (format == "json") write(options.out / "grades.json", dump(to_json(grades)));
        for (const Grade& grade : grades) {
            const fs::path folder = grades.size() == 1 ? options.out : options.out / grade.student;
            fs::create_directories(folder);
            if (format == "html") write(folder / "report.html", html(grade, options.all_lines));
            if (format == "gradescope") write(folder / "results.json", dump(gradescope(grade)));
            if (format == "classroom") write(folder / "classroom.json", dump(classroom(grade)));
        }
    }
}

int grade_as_asked(int argc, char** argv) {
    Options options;
    CLI::App app{"Grades what students handed in: a folder or archive, or a folder of these."};
    app.name("scanlab grade");
    app.add_option("--submission", options.submissions,
                   "A student's files, as a folder or a .zip or .tar.gz archive, or a folder of such")
        ->required();
    app.add_flag("--single", options.single,
                 "A folder is what one student handed in, even if there is no exercise in it");
    app.add_option("--exercise", options.exercises,
                   "What to grade, as in 05, raking or all; if not given, each lesson's main exercise");
    app.add_option(
           "--format", options.formats,
           "What to write: table (printed), html (a report per student), csv, json, junit, gradescope "
           "(results.json), classroom (for GitHub Classroom)")
        ->check(CLI::IsMember(std::vector<std::string>{"table", "html", "csv", "json", "junit",
                                                       "gradescope", "classroom"}))
        ->delimiter(',');
    app.add_option("--out", options.out, "The folder to write to")->capture_default_str();
    unsigned long long seed = 0;
    const auto* seed_option = app.add_option(
        "--seed", seed, "Grade with other inputs and orders; the same seed grades alike");
    app.add_option("--rubric", options.check.rubric, "Another rubric than common/grader/rubric.json");
    app.add_option("--gpu-toolchain", options.check.gpu_toolchain,
                   "Grade time, too, on this machine's GPU: build/cuda/scanlab_build_timed");
    app.add_option("--jobs", options.jobs, "How many files to grade at a time")
        ->check(CLI::Range(1, 1024));
    app.add_flag("--all-lines", options.all_lines,
                 "Reports show the lines that students are not to see, too");
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        fmt::print("{}", app.help());
        return exit_pass;
    } catch (const CLI::ParseError& error) {
        throw UsageError(fmt::format("{}; --help lists the options", error.what()));
    }
    if (*seed_option) options.check.seed = seed;

    const std::vector<ExerciseDescription> exercises = choose(options.exercises);
    const ScratchFolder scratch;
    std::vector<Submission> submissions;
    for (const fs::path& path : options.submissions)
        std::ranges::move(read_submissions(path, options.single, exercises, scratch.path()),
                          std::back_inserter(submissions));
    const int files = static_cast<int>(submissions.size() * exercises.size());
    options.check.jobs = std::max(1, options.jobs / files); // more, the fewer files there are
    const Checker checker(options.check, exercises);
    const std::vector<Grade> grades = grade(submissions, checker, std::min(options.jobs, files));
    write_reports(grades, options);
    fmt::print("{}", table(grades));
    return exit_pass;
}

} // namespace
} // namespace scanlab::grader

int main(int argc, char** argv) {
    try {
        return scanlab::grader::grade_as_asked(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "scanlab grade: error: {}\n", error.what());
    }
    return scanlab::exit_usage;
}
