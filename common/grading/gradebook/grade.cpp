#include "grade.hpp"

#include "in_parallel.hpp"
#include "names.hpp"
#include "process.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

/// A file to be graded.
struct Order {
    const ExerciseDescription* exercise;
    const HandedIn* handed_in;
    std::optional<std::uint64_t> seed;
    Result* result;
    double* seconds;
};

/// Checks a copy of its usual name: what students call their files is nothing that others need to cope
/// with.
Result checked(const Order& order, const Grading& grading) {
    try {
        const ScratchFolder scratch;
        const fs::path copy = scratch.path() / file_name(*order.exercise);
        fs::copy_file(order.handed_in->file, copy);
        return grading.results.check(*order.exercise, copy, order.seed);
    } catch (const std::exception& error) { // no room on the disk, for instance
        return grading.checker.failed(*order.exercise, error.what());
    }
}

double sum(const std::vector<Result>& results, double (Result::*of)() const) {
    double total = 0;
    for (const Result& result : results) total += (result.*of)();
    return total;
}

/// The results of what was not handed in, and what this part is to do for the others.
std::vector<Order> prepare(const std::vector<Submission>& submissions, const Grading& grading,
                           std::vector<Grade>& grades, std::vector<double>& seconds) {
    const auto& exercises = grading.checker.exercises();
    seconds.resize(submissions.size() * exercises.size());
    std::vector<Order> orders;
    std::size_t files = 0;
    for (std::size_t s = 0; s < submissions.size(); ++s) {
        const Submission& submission = submissions[s];
        Grade& grade = grades.emplace_back();
        grade.student = submission.student;
        grade.id = submission.id;
        grade.remarks = submission.remarks;
        grade.returns_to = submission.returns_to;
        grade.results.reserve(exercises.size()); // orders point to them
        for (std::size_t e = 0; e < exercises.size(); ++e) {
            const std::string& name = exercises[e].lesson.name;
            const auto file = submission.files.find(name);
            const auto refused = submission.refused.find(name);
            grade.results.push_back(refused != submission.refused.end()
                                        ? grading.checker.unreadable(exercises[e], refused->second)
                                        : grading.checker.missing(exercises[e]));
            if (file == submission.files.end()) continue;
            grade.results.back() = grading.checker.failed(exercises[e], "not graded yet");
            if (files++ % grading.parts == grading.part)
                orders.push_back({&exercises[e], &file->second, submission.seed, &grade.results.back(),
                                  &seconds[s * exercises.size() + e]});
        }
    }
    return orders;
}

} // namespace

double Grade::earned() const { return sum(results, &Result::points); }
double Grade::points() const { return earned() * share; }
double Grade::max() const { return sum(results, &Result::max); }
bool Grade::complete() const {
    return std::ranges::none_of(results, [](const Result& r) { return state_of(r) == State::failed; });
}

std::vector<Grade> grade(const std::vector<Submission>& submissions, const Grading& grading,
                         const OnProgress& on_progress) {
    using Clock = std::chrono::steady_clock;
    std::vector<Grade> grades;
    grades.reserve(submissions.size());
    std::vector<double> seconds;
    const std::vector<Order> orders = prepare(submissions, grading, grades, seconds);
    std::mutex one_at_a_time;
    std::size_t done = 0, kept = 0;
    in_parallel(orders.size(), grading.jobs, [&](std::size_t i) {
        const Order& order = orders[i];
        const auto begin = Clock::now();
        const auto known = grading.results.find(*order.exercise, order.handed_in->file, order.seed);
        if (known)
            *order.result = *known;
        else if (grading.here && interruption() == 0)
            *order.result = checked(order, grading);
        order.result->file = order.handed_in->name; // as the student called it
        *order.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        const std::lock_guard lock(one_at_a_time);
        ++done;
        kept += known.has_value();
        if (on_progress) on_progress(done, orders.size(), kept);
    });
    for (std::size_t i = 0; i < seconds.size(); ++i)
        grades[i / grading.checker.exercises().size()].seconds += seconds[i];
    return grades;
}

} // namespace scanlab::grader
