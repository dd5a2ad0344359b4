/// \file
/// A student's grade: the results of all exercises.
#pragma once

#include "checker.hpp"
#include "submission.hpp"

#include <string>
#include <vector>

namespace scanlab::grader {

struct Grade {
    std::string student;
    std::vector<Result> results; ///< of all exercises, in the order of the lessons
    double seconds = 0;          ///< that grading took, on however many processors

    double points() const;
    double max() const;
};

/// Grades all submissions, `jobs` files at a time.
std::vector<Grade> grade(const std::vector<Submission>& submissions, const Checker& checker, int jobs);

} // namespace scanlab::grader
