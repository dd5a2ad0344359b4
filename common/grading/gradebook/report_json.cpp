#include "errors.hpp"
#include "format.hpp"
#include "reports.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <utility>

namespace scanlab::grader {
namespace {

/// What students see of a line.
std::string shown_name(const Result& result, const LineResult& line) {
    return label(result) + ": " + (line.visibility == "visible" ? line.title : "a hidden test");
}
std::string shown_output(const Result& result, const LineResult& line) {
    return line.visibility == "visible" ? explanation(result, line) : "";
}

/// Of 6.9999999, which is 0.7 of 10, 7 is meant.
long long without_fraction(double points) { return static_cast<long long>(points + 1e-6); }

std::string now_in_utc() {
    const std::time_t now = std::time(nullptr);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
    return text.data();
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

json prairielearn(const Grade& grade) {
    json tests = json::array(), obstacles = json::array();
    bool gradable = false;
    for (const Result& result : grade.results) {
        if (!obstacle(result).empty()) obstacles.push_back(label(result) + ": " + obstacle(result));
        gradable |= obstacle(result).empty();
        for (const LineResult& line : result.lines) {
            tests.push_back({{"name", shown_name(result, line)},
                             {"points", line.points * grade.share},
                             {"max_points", line.max},
                             {"output", shown_output(result, line)}});
        }
    }
    const bool is_worth_points = gradable && grade.complete();
    return {{"gradable", is_worth_points},
            {"score",
             is_worth_points && grade.max() > 0 ? std::min(grade.points() / grade.max(), 1.0) : 0.0},
            {"format_errors", std::move(obstacles)},
            {"tests", std::move(tests)}};
}

json classroom50_submission() {
    constexpr std::array<std::pair<const char*, const char*>, 8> fields{
        {{"classroom", "CLASSROOM"},
         {"assignment", "ASSIGNMENT"},
         {"assignment_type", "ASSIGNMENT_TYPE"},
         {"owner", "OWNER"},
         {"submission", "SUBMISSION_TAG"},
         {"commit", "COMMIT_URL"},
         {"release", "RELEASE_URL"},
         {"review", "REVIEW_URL"}}};
    json submission{{"schema", "classroom50/result/v1"}, {"datetime", now_in_utc()}};
    for (const auto& [field, variable] : fields) {
        const char* const value = std::getenv(variable);
        if (value == nullptr || *value == '\0')
            throw UsageError(
                "--format classroom50: the environment has no {}. Classroom 50 sets it when "
                "it runs an autograder.py",
                variable);
        submission[field] = value;
    }
    return submission;
}

json classroom50(const Grade& grade, json submission) {
    json tests = json::array();
    long long score = 0, max = 0;
    for (const Result& result : grade.results) {
        for (const LineResult& line : result.lines) {
            const long long points = without_fraction(line.points * grade.share),
                            most = without_fraction(line.max);
            score += points;
            max += most;
            tests.push_back({{"test-name", shown_name(result, line)},
                             {"passed", line.status == Status::pass},
                             {"score", points},
                             {"max-score", most},
                             {"output", shown_output(result, line)}});
        }
    }
    submission.update({{"score", score}, {"max-score", max}, {"tests", std::move(tests)}});
    return submission;
}

} // namespace scanlab::grader
