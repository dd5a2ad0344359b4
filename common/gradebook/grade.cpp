#include "grade.hpp"

#include "in_parallel.hpp"

#include <algorithm>
#include <chrono>

namespace scanlab::grader {
namespace {

Result grade_one(const Submission& submission, const Checker& checker,
                 const ExerciseDescription& exercise) {
    const std::string& name = exercise.lesson.name;
    if (const auto file = submission.files.find(name); file != submission.files.end())
        return checker.check(exercise, file->second);
    const auto refused = submission.refused.find(name);
    return checker.not_checked(exercise, refused == submission.refused.end()
                                             ? "not handed in: there is no " + file_name(exercise)
                                             : refused->second);
}

double sum(const std::vector<Result>& results, double (Result::*of)() const) {
    double total = 0;
    for (const Result& result : results) total += (result.*of)();
    return total;
}

} // namespace

double Grade::points() const { return sum(results, &Result::points); }
double Grade::max() const { return sum(results, &Result::max); }

std::vector<Grade> grade(const std::vector<Submission>& submissions, const Checker& checker, int jobs) {
    using Clock = std::chrono::steady_clock;
    const auto& exercises = checker.exercises();
    std::vector<Grade> grades(submissions.size());
    for (std::size_t s = 0; s < submissions.size(); ++s) {
        grades[s].student = submissions[s].student;
        grades[s].results.resize(exercises.size());
    }
    std::vector<double> seconds(submissions.size() * exercises.size());
    in_parallel(seconds.size(), jobs, [&](std::size_t i) {
        const std::size_t s = i / exercises.size(), e = i % exercises.size();
        const auto begin = Clock::now();
        grades[s].results[e] = grade_one(submissions[s], checker, exercises[e]);
        seconds[i] = std::chrono::duration<double>(Clock::now() - begin).count();
    });
    for (std::size_t i = 0; i < seconds.size(); ++i) grades[i / exercises.size()].seconds += seconds[i];
    return grades;
}

} // namespace scanlab::grader
