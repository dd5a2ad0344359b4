#include "csv.hpp"
#include "format.hpp"
#include "reports.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace scanlab::grader {
namespace {

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

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
    for (const Grade& grade : grades) width = std::max(width, grade.student.size());
    const std::vector<std::string> columns = headings(grades.front());

    std::string text = fmt::format("{:<{}}", "student", width);
    for (const std::string& column : columns) text += fmt::format("  {:>5}", column);
    text += "   points\n";
    std::string reasons;
    for (const Grade& grade : grades) {
        text += fmt::format("{:<{}}", grade.student, width);
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const Result& result = grade.results[i];
            text += fmt::format("  {:>{}}{}", fmt::format("{:g}", result.points()),
                                std::max<std::size_t>(columns[i].size(), 5) - 1,
                                !result.flag.empty()    ? '!'
                                : !result.error.empty() ? '-'
                                                        : ' ');
            if (!obstacle(result).empty())
                reasons += fmt::format("{}, {}{}: {}\n", grade.student, label(result),
                                       result.flag.empty() ? "" : " (not accepted)",
                                       first_line(obstacle(result)));
        }
        text += fmt::format("   {:g} of {:g}\n", grade.points(), grade.max());
    }
    if (!reasons.empty()) text += "\n! not accepted, - not graded:\n" + reasons;
    return text;
}

std::string csv(const std::vector<Grade>& grades) {
    if (grades.empty()) return {};
    std::string text = "student";
    for (const Result& result : grades.front().results) text += "," + label(result);
    text += ",points,max,not accepted\n";
    for (const Grade& grade : grades) {
        text += csv_cell(grade.student);
        std::string flagged;
        for (const Result& result : grade.results) {
            text += fmt::format(",{:g}", result.points());
            if (!result.flag.empty()) flagged += (flagged.empty() ? "" : " ") + label(result);
        }
        text += fmt::format(",{:g},{:g},{}\n", grade.points(), grade.max(), flagged);
    }
    return text;
}

} // namespace scanlab::grader
