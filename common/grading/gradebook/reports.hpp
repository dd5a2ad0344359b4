/// \file
/// Grades, written down in the forms that people and course systems read.
#pragma once

#include "grade.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace scanlab::grader {

/// For a terminal: a row per student, a column per exercise; then why files earned nothing, and what
/// else the instructor should know.
std::string table(const std::vector<Grade>& grades);

/// For a spreadsheet: student, ID, points of each exercise, points that count, what can be had, days
/// late, what that costs, and what became of each exercise. Where the grader failed there are no
/// points, not even 0.
std::string csv(const std::vector<Grade>& grades);

/// For the student, in one line: the points of each exercise, and which lines were missed.
std::string comment(const Grade& grade);

/// For Moodle: what its *Upload grading worksheet* takes, comments among it (moodle/moodle:
/// mod/assign/feedback/offline). Who has no ID is left out.
std::string moodle_csv(const std::vector<Grade>& grades);

/// For Canvas: what its gradebook's *Import* takes, a column for each exercise, and their sum. Who has
/// no ID is left out where others have one. (https://community.canvaslms.com/t5/Instructor-Guide: "How
/// do I import grades in the Gradebook?")
std::string canvas_csv(const std::vector<Grade>& grades);

/// For CI servers: a test suite a student, a test case a line of the rubric. What did not run is an
/// error, never a pass. (https://github.com/testmoapp/junitxml)
std::string junit(const std::vector<Grade>& grades);

/// All there is, as data: [{"student", "id", "points", "max", "days_late", "share", "seconds",
/// "remarks", "results": […]}], each result with its "state".
nlohmann::json to_json(const std::vector<Grade>& grades);

/// For Gradescope: what /autograder/results/results.json is to hold.
/// (https://gradescope-autograders.readthedocs.io/en/latest/specs/)
nlohmann::json gradescope(const Grade& grade);

/// Which submission Classroom 50 has graded: the fields of its result.json that its runner hands on in
/// the environment. Throws UsageError if one is missing there.
nlohmann::json classroom50_submission();

/// For Classroom 50: what an autograder.py has to leave in result.json. Points are whole numbers there,
/// so each line loses its fraction of a point. (foundation50/classroom50:
/// schemas/result-v1.schema.json)
nlohmann::json classroom50(const Grade& grade, nlohmann::json submission);

/// For PrairieLearn: what /grade/results/results.json is to hold. A file that cannot be graded, because
/// it does not compile, for instance, costs no attempt. (PrairieLearn/PrairieLearn:
/// docs/externalGrading.md)
nlohmann::json prairielearn(const Grade& grade);

/// For the student: one page that needs no other file. Lines of the rubric that students are not to see
/// count, but do not appear, unless `all`.
std::string html(const Grade& grade, bool all);

/// Why an exercise earned nothing, whatever its lines: the flag or the error; else empty.
const std::string& obstacle(const Result& result);

/// What a student is told about a line: its detail or, if it has not run, why.
std::string explanation(const Result& result, const LineResult& line);

} // namespace scanlab::grader
