/// \file
/// Grades, written down in the forms that people and course systems read.
#pragma once

#include "grade.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace scanlab::grader {

/// For a terminal: a row per student, a column per exercise; then why files earned nothing.
std::string table(const std::vector<Grade>& grades);

/// For a gradebook: student, points of each exercise, their sum, what can be had, and the exercises
/// whose file was not accepted.
std::string csv(const std::vector<Grade>& grades);

/// For CI servers: a test suite a student, a test case a line of the rubric. What did not run is an
/// error, never a pass. (https://github.com/testmoapp/junitxml)
std::string junit(const std::vector<Grade>& grades);

/// All there is, as data: [{"student", "points", "max", "seconds", "results": […]}].
nlohmann::json to_json(const std::vector<Grade>& grades);

/// For Gradescope: what /autograder/results/results.json is to hold.
/// (https://gradescope-autograders.readthedocs.io/en/latest/specs/)
nlohmann::json gradescope(const Grade& grade);

/// For GitHub Classroom: what its grading reporter takes, in base64, as a runner's results.
/// (https://github.com/classroom-resources/autograding-grading-reporter)
nlohmann::json classroom(const Grade& grade);

/// For the student: one page that needs no other file. Lines of the rubric that students are not to see
/// count, but do not appear, unless `all`.
std::string html(const Grade& grade, bool all);

/// Why an exercise earned nothing, whatever its lines: the flag or the error; else empty.
const std::string& obstacle(const Result& result);

/// What a student is told about a line: its detail or, if it has not run, why.
std::string explanation(const Result& result, const LineResult& line);

} // namespace scanlab::grader
