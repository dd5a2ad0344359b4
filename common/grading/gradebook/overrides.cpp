#include "overrides.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "table_file.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace scanlab::grader {
namespace {

std::optional<double> number(const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
    return value;
}

} // namespace

std::vector<Override> read_overrides(const std::filesystem::path& file,
                                     const std::vector<Submission>& submissions,
                                     const std::vector<ExerciseDescription>& exercises) {
    std::vector<Override> overrides;
    for (const TableRow& row : read_table(file, {{"student"}, {"exercise"}, {"points"}, {"reason"}})) {
        const auto wrong = [&](const std::string& what) {
            return UsageError("{}:{}: {}", file.string(), row.line, what);
        };
        const std::string student = row.first_of({"student"});
        const auto submission = std::ranges::find_if(submissions, [&](const Submission& s) {
            return !student.empty() && (s.student == student || s.id == student);
        });
        if (submission == submissions.end())
            throw wrong(fmt::format(
                "'{}' has not handed in; names are those of the table that is printed", student));
        Override override{static_cast<std::size_t>(submission - submissions.begin()),
                          {},
                          0,
                          row.first_of({"reason"})};
        const std::string word = row.first_of({"exercise"});
        const auto exercise = std::ranges::find_if(
            exercises, [&](const ExerciseDescription& e) { return answers_to(e, word); });
        if (exercise == exercises.end() && word != "late")
            throw wrong(fmt::format("'{}' is no exercise that is graded, nor the word late", word));
        if (word != "late") override.exercise = exercise->lesson.name;
        const auto points = number(row.first_of({"points"}));
        if (!points) throw wrong(fmt::format("'{}' is no number of points", row.first_of({"points"})));
        override.value = *points;
        if (override.reason.empty()) throw wrong("there is no reason");
        overrides.push_back(override);
    }
    return overrides;
}

void apply(const Override& override, Grade& grade) {
    if (override.exercise.empty()) {
        grade.days_late = static_cast<int>(override.value);
        grade.remarks.push_back(
            fmt::format("counted as {} days late: {}", grade.days_late, override.reason));
        return;
    }
    const auto result = std::ranges::find(grade.results, override.exercise, &Result::name);
    if (result == grade.results.end()) return;
    std::erase_if(result->lines, [](const LineResult& line) { return line.id == own_points; });
    result->lines.push_back({.id = std::string(own_points),
                             .title = "set by the instructor: " + override.reason,
                             .points = override.value - result->points(),
                             .status = Status::pass,
                             .bonus = true});
}

} // namespace scanlab::grader
