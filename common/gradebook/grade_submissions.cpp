#include "grade_submissions.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "process.hpp"
#include "reports.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

/// The exercises meant by 5, 05, raking, 05_raking, or all; the main ones if nothing is said.
std::vector<ExerciseDescription> choose(const std::vector<std::string>& wanted) {
    const auto means = [](const std::string& word, const ExerciseDescription& exercise) {
        return word == "all" || answers_to(exercise, word);
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
void write_reports(const std::vector<Grade>& grades, const SubmissionOptions& options) {
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

} // namespace

int grade_submissions(const SubmissionOptions& options) {
    const std::vector<ExerciseDescription> exercises = choose(options.exercises);
    const ScratchFolder scratch;
    std::vector<Submission> submissions;
    for (const fs::path& path : options.submissions)
        std::ranges::move(read_submissions(path, options.single, exercises, scratch.path()),
                          std::back_inserter(submissions));
    const int files = static_cast<int>(submissions.size() * exercises.size());
    CheckerOptions check = options.check;
    check.jobs = std::max(1, options.jobs / files); // more, the fewer files there are
    const Checker checker(check, exercises);
    const std::vector<Grade> grades = grade(submissions, checker, std::min(options.jobs, files));
    write_reports(grades, options);
    fmt::print("{}", table(grades));
    return exit_pass;
}

} // namespace scanlab::grader
