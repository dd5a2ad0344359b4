/// \file
/// A student's grade: the results of all exercises.
#pragma once

#include "checker.hpp"
#include "deadline.hpp"
#include "kept_results.hpp"
#include "submission.hpp"

#include <functional>
#include <string>
#include <vector>

namespace scanlab::grader {

struct Grade {
    std::string student;
    std::vector<Result> results; ///< of all exercises, in the order of the lessons
    double seconds = 0;          ///< that grading took, on however many processors
    std::string id{};            ///< of the course system; empty if none is known
    int days_late = 0;
    double share = 1;                   ///< of the points that count, if it was late
    std::vector<std::string> remarks{}; ///< for the instructor
    std::string returns_to{};           ///< see Submission

    double earned() const; ///< points, before being late has cost any
    double points() const; ///< that count
    double max() const;
    bool complete() const; ///< else the grader has failed somewhere: there is no sum to speak of
};

/// How a class is graded.
struct Grading {
    const Checker& checker;
    const KeptResults& results;
    int jobs = 1;                    ///< files to grade at a time
    std::size_t part = 0, parts = 1; ///< of several machines, this one: it does each `parts`-th file
    bool here = true;                ///< else only what is kept counts: an engine grades the rest
};

/// Called when a file is done, by one thread at a time: how many of how many, and how many of these
/// were kept.
using OnProgress = std::function<void(std::size_t done, std::size_t all, std::size_t kept)>;

/// Grades all submissions. What is not this machine's part, or comes after an interruption, has a
/// failure of the grader for its result.
std::vector<Grade> grade(const std::vector<Submission>& submissions, const Grading& grading,
                         const OnProgress& on_progress = {});

} // namespace scanlab::grader
