#include "csv.hpp"
#include "format.hpp"
#include "reports.hpp"
#include "scanlab/enumerators.hpp"
#include "table_file.hpp"
#include "text.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace scanlab::grader {
namespace {

/// The first line that is more than a heading.
std::string first_line(std::string text) {
    constexpr std::string_view heading = "DOES NOT COMPILE\n";
    if (text.starts_with(heading)) text.erase(0, heading.size());
    return text.substr(0, text.find('\n'));
}

/// A challenge's number alone would not tell which one it is.
std::vector<std::string> headings(const Grade& grade) {
    std::vector<std::string> all;
    int number = 0;
    for (const Result& result : grade.results) {
        all.push_back(result.number == number ? label(result) : fmt::format("{:02}", result.number));
        number = result.number;
    }
    return all;
}

/// Stands beside the points; a letter or sign for each state that is more than a number of points.
char mark(State state) {
    constexpr std::array marks{' ', ' ', ' ', '-', '?', 'x', '!', 'E', '*'};
    static_assert(marks.size() == enumerators<State>);
    return marks[static_cast<std::size_t>(state)];
}

/// Whether its points are a number that says something.
bool has_points(State state) { return state != State::missing && state != State::failed; }

/// Characters, not bytes.
std::size_t width_of(const std::string& text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width) {
    return text + std::string(width - std::min(width, width_of(text)), ' ');
}

std::string row(const Grade& grade, const std::vector<std::string>& columns, std::size_t width) {
    std::string text = padded(grade.student, width);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const State state = state_of(grade.results[i]);
        const std::string points =
            has_points(state) ? fmt::format("{:g}", grade.results[i].points()) : "";
        text += fmt::format("  {:>{}}{}", points, std::max<std::size_t>(columns[i].size(), 5) - 1,
                            mark(state));
    }
    text += grade.complete() ? fmt::format("   {:g} of {:g}", grade.points(), grade.max()) : "   ?";
    if (grade.days_late > 0)
        text += fmt::format(", {} late: {:g} less", counted(grade.days_late, "day"),
                            grade.earned() - grade.points());
    return text + "\n";
}

/// What is to be said of single students, below the table.
std::string notes(const std::vector<Grade>& grades) {
    std::string text;
    for (const Grade& grade : grades) {
        for (const Result& result : grade.results) {
            const State state = state_of(result);
            if (!obstacle(result).empty() && state != State::missing)
                text += fmt::format("{}, {} ({}): {}\n", grade.student, label(result), name(state),
                                    first_line(obstacle(result)));
        }
        for (const std::string& remark : grade.remarks)
            text += fmt::format("{}: {}\n", grade.student, remark);
    }
    return text.empty() ? text : "\n" + text;
}

/// The marks that there are, and how often.
std::string legend(const std::vector<Grade>& grades) {
    std::map<State, int> counts;
    for (const Grade& grade : grades)
        for (const Result& result : grade.results) ++counts[state_of(result)];
    std::string text;
    for (const auto& [state, count] : counts) {
        const std::string sign = mark(state) == ' ' ? "" : fmt::format("{} ", mark(state));
        text += fmt::format("{}{}{}: {}", text.empty() ? "" : ", ", sign, name(state), count);
    }
    return fmt::format(
        "\n{}, {}: {}\n", counted(static_cast<long long>(grades.size()), "student"),
        counted(static_cast<long long>(grades.size() * grades.front().results.size()), "exercise"),
        text);
}

std::string points_cell(const Grade& grade) {
    return grade.complete() ? fmt::format("{:g}", grade.points()) : "";
}

} // namespace

const std::string& obstacle(const Result& result) {
    return result.flag.empty() ? result.error : result.flag;
}

std::string explanation(const Result& result, const LineResult& line) {
    if (!line.detail.empty() || line.status == Status::pass) return line.detail;
    if (line.status == Status::fail) return obstacle(result);
    return "Not run. " +
           (obstacle(result).empty() ? "The results have to be right first." : obstacle(result));
}

std::string table(const std::vector<Grade>& grades) {
    if (grades.empty()) return {};
    std::size_t width = 7;
    for (const Grade& grade : grades) width = std::max(width, width_of(grade.student));
    const std::vector<std::string> columns = headings(grades.front());
    std::string text = padded("student", width);
    for (const std::string& column : columns) text += fmt::format("  {:>5}", column);
    text += "   points\n";
    for (const Grade& grade : grades) text += row(grade, columns, width);
    return text + legend(grades) + notes(grades);
}

std::string csv(const std::vector<Grade>& grades) {
    if (grades.empty()) return {};
    std::string text = "student,id";
    for (const Result& result : grades.front().results) text += "," + label(result);
    text += ",points,max,days late,deducted";
    for (const Result& result : grades.front().results) text += fmt::format(",{} state", label(result));
    text += "\n";
    for (const Grade& grade : grades) {
        text += text_cell(grade.student) + "," + text_cell(grade.id);
        for (const Result& result : grade.results)
            text += state_of(result) == State::failed ? "," : fmt::format(",{:g}", result.points());
        text += fmt::format(",{},{:g},{},{:g}", points_cell(grade), grade.max(), grade.days_late,
                            grade.earned() - grade.points());
        for (const Result& result : grade.results) text += fmt::format(",{}", name(state_of(result)));
        text += "\n";
    }
    return text;
}

std::string comment(const Grade& grade) {
    std::string text;
    for (const Result& result : grade.results) {
        text += fmt::format("{}{}: {:g} of {:g} points", text.empty() ? "" : "; ", label(result),
                            result.points(), result.max());
        if (!obstacle(result).empty()) text += ", " + first_line(obstacle(result));
        std::string missed;
        for (const LineResult& line : result.lines)
            if (line.status == Status::fail && line.visibility == "visible")
                missed += (missed.empty() ? ". Missed: " : ", ") + line.title;
        text += missed;
    }
    return text;
}

std::string moodle_csv(const std::vector<Grade>& grades) {
    std::string text =
        "Identifier,Full name,Grade,Maximum Grade,Last modified (grade),Feedback comments\n";
    for (const Grade& grade : grades)
        if (!grade.id.empty()) // Moodle would not know whose it is
            text += fmt::format("Participant {},{},{},{:g},-,{}\n", grade.id, text_cell(grade.student),
                                points_cell(grade), grade.max(), text_cell(comment(grade)));
    return text;
}

std::string canvas_csv(const std::vector<Grade>& grades) {
    if (grades.empty()) return {};
    const bool some_have_ids =
        std::ranges::any_of(grades, [](const Grade& grade) { return !grade.id.empty(); });
    std::string text = "Student,ID,SIS User ID,SIS Login ID,Section", possible = "Points Possible,,,,";
    for (const Result& result : grades.front().results) {
        text += "," + label(result);
        possible += fmt::format(",{:g}", result.max());
    }
    text += fmt::format(",Scanlab\n{},{:g}\n", possible, grades.front().max());
    for (const Grade& grade : grades) {
        if (some_have_ids && grade.id.empty()) continue; // nobody knows whose it is
        text += fmt::format("{},{},,,", text_cell(grade.student), text_cell(grade.id));
        for (const Result& result : grade.results)
            text += has_points(state_of(result)) ? fmt::format(",{:g}", result.points()) : ",";
        text += fmt::format(",{}\n", points_cell(grade));
    }
    return text;
}

} // namespace scanlab::grader
