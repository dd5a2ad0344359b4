/// \file
/// What the grader says of an exercise. Everything that reports a grade reads this, from a Result or
/// from its JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab::grader {

enum class Status { pass, fail, not_run };

/// As in "not run", for people and in JSON.
std::string_view name(Status status);

/// A line of the rubric, graded.
struct LineResult {
    std::string id;    ///< unique within the exercise, as in "correct"
    std::string title; ///< for people
    double points = 0; ///< out of `max`
    double max = 0;
    Status status = Status::not_run;
    std::string detail{}; ///< several lines of text for the student; empty if there is nothing to say
    std::string visibility = "visible"; ///< "visible", "hidden", "after_due_date", "after_published"
    bool bonus = false;                 ///< its points come on top of the exercise's
};

/// An exercise, graded. It earns nothing if there is a flag or an error.
struct Result {
    std::string name; ///< as in common/grading/exercises/exercises.json
    int number = 0;   ///< of its lesson
    std::string title{};
    std::string file{}; ///< that was graded, as the grader was given it
    std::string flag{}; ///< why the file was not accepted, or what it tried to do; empty if nothing
    bool is_harmful = false; ///< no mistake explains what the flag says: in JSON, "flag_kind" is
                             ///< "harmful", not "not_allowed"
    std::string error{};     ///< why it could not be graded: the compiler's messages, or no such file
    std::string summary{};   ///< what is wrong, in one sentence; empty if nothing is
    std::string help{};      ///< the command that helps on, as in "./scanlab hint 05 1"
    std::string note{};      ///< what else there is to say of how it was graded
    std::vector<LineResult> lines{};

    double points() const;
    double max() const; ///< without a bonus
    bool full() const;  ///< every point but those of a bonus
};

/// All fields, and the sums "points" and "max".
nlohmann::json to_json(const Result& result);

/// Reads what to_json() made. Throws nlohmann::json::exception if it is something else.
Result result_from_json(const nlohmann::json& j);

/// What is wrong in one sentence, a block of text for each line that is not passed, and at the end a
/// table of the lines with their points. Leaves out lines that the student is not to see unless `all`.
std::string text(const Result& result, bool all);

} // namespace scanlab::grader
