#include "format.hpp"
#include "reports.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace scanlab::grader {
namespace {

/// GitHub's runner hands results on in an environment variable, which cannot hold more than 128 KiB.
std::string shortened(const std::string& text) {
    constexpr std::size_t most = 800;
    if (text.size() <= most) return text;
    std::size_t end = most;
    while ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end; // not within a character
    return text.substr(0, end) + " …";
}

} // namespace

using nlohmann::json;

json to_json(const std::vector<Grade>& grades) {
    json all = json::array();
    for (const Grade& grade : grades) {
        json results = json::array();
        for (const Result& result : grade.results) {
            results.push_back(to_json(result));
            results.back()["state"] = name(state_of(result));
        }
        all.push_back({{"student", grade.student},
                       {"id", grade.id},
                       {"points", grade.complete() ? json(grade.points()) : json()},
                       {"max", grade.max()},
                       {"days_late", grade.days_late},
                       {"share", grade.share},
                       {"seconds", grade.seconds},
                       {"remarks", grade.remarks},
                       {"results", std::move(results)}});
    }
    return all;
}

json gradescope(const Grade& grade) {
    json tests = json::array();
    std::string output;
    double visible_points = 0; // what all can see must not tell what is hidden
    for (const Result& result : grade.results) {
        if (!result.file.empty())
            output += fmt::format("{}: {}\n", label(result),
                                  std::filesystem::path(result.file).filename().string());
        if (!obstacle(result).empty())
            output += fmt::format("{}: {}{}\n", label(result),
                                  result.flag.empty() ? "" : "not allowed: ", obstacle(result));
        int place = 0;
        for (const LineResult& line : result.lines) {
            tests.push_back({{"name", fmt::format("{}: {}", label(result), line.title)},
                             {"number", fmt::format("{}.{}", label(result), ++place)},
                             {"score", line.points * grade.share},
                             {"max_score", line.max},
                             {"status", line.status == Status::pass ? "passed" : "failed"},
                             {"visibility", line.visibility},
                             {"output", explanation(result, line)},
                             {"output_format", "text"}});
            if (line.visibility == "visible") visible_points += line.points * grade.share;
        }
    }
    return {{"execution_time", grade.seconds},
            {"output", output},
            {"output_format", "text"},
            {"stdout_visibility", "hidden"},
            {"tests", std::move(tests)},
            {"leaderboard",
             json::array({{{"name", "Points"}, {"value", visible_points}, {"order", "desc"}}})}};
}

json classroom(const Grade& grade) {
    json tests = json::array();
    for (const Result& result : grade.results) {
        for (const LineResult& line : result.lines) {
            const bool visible = line.visibility == "visible";
            tests.push_back({{"name", label(result) + ": " + (visible ? line.title : "a hidden test")},
                             {"status", line.status == Status::pass ? "pass" : "fail"},
                             {"score", line.points * grade.share},
                             {"message", visible ? shortened(explanation(result, line)) : ""},
                             {"test_code", "./scanlab check " + label(result)},
                             {"filename", std::filesystem::path(result.file).filename().string()},
                             {"line_no", 0},
                             {"execution_time", "0s"}});
        }
    }
    const bool full = std::ranges::all_of(grade.results, &Result::full);
    return {{"version", 1},
            {"status", full ? "pass" : "fail"},
            {"max_score", grade.max()},
            {"tests", std::move(tests)}};
}

json prairielearn(const Grade& grade) {
    json tests = json::array(), obstacles = json::array();
    bool gradable = false;
    for (const Result& result : grade.results) {
        if (!obstacle(result).empty()) obstacles.push_back(label(result) + ": " + obstacle(result));
        gradable |= obstacle(result).empty();
        for (const LineResult& line : result.lines) {
            const bool visible = line.visibility == "visible";
            tests.push_back({{"name", label(result) + ": " + (visible ? line.title : "a hidden test")},
                             {"points", line.points * grade.share},
                             {"max_points", line.max},
                             {"output", visible ? explanation(result, line) : ""}});
        }
    }
    const bool is_worth_points = gradable && grade.complete();
    return {{"gradable", is_worth_points},
            {"score",
             is_worth_points && grade.max() > 0 ? std::min(grade.points() / grade.max(), 1.0) : 0.0},
            {"format_errors", std::move(obstacles)},
            {"tests", std::move(tests)}};
}

} // namespace scanlab::grader
