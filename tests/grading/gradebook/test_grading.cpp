// From files to grades: each file is checked, and what cannot be checked earns nothing.
#include "catch.hpp"

#include "errors.hpp"
#include "kept_results.hpp"
#include "students.hpp"

#include <algorithm>

using namespace scanlab;
using namespace scanlab::grader;

namespace {

const std::vector<ExerciseDescription> wanted{find_exercise("raking"), find_exercise("brent_kung")};

} // namespace

TEST_CASE("every student gets the points of his own files, however many are graded at a time") {
    const Desk desk;
    const Checker checker({.command = {fake_check(desk)}, .rubric = ten_points(desk)}, wanted);
    for (int student = 0; student < 10; ++student) {
        const std::string folder = "all/" + std::to_string(student);
        desk.write(folder + "/raking_exercise.cu", std::to_string(student));
        desk.write(folder + "/brent_kung_exercise.cu", "10");
    }
    const auto submissions =
        read_submissions({desk.path() / "all"}, Whose::as_it_looks, wanted, desk.path() / "unpacked");
    std::size_t told = 0;
    const auto grades =
        grade(submissions, {.checker = checker, .results = {checker, {}}, .jobs = 4},
              [&](auto done, auto all, auto kept) { told += done <= all && kept == 0; });
    CHECK(told == 20);
    REQUIRE(grades.size() == 10);
    for (int student = 0; student < 10; ++student) {
        const Grade& mine = grades[static_cast<std::size_t>(student)];
        CHECK(mine.student == std::to_string(student));
        CHECK(mine.points() == student + 10);
        CHECK(mine.max() == 20);
    }
}

TEST_CASE("what is missing, refused or breaks the grader is worth 0 of the same points") {
    const Desk desk;
    const Checker checker({.command = {fake_check(desk)}, .rubric = ten_points(desk)}, wanted);
    desk.write("it/raking_exercise.cu", "crash");
    const auto submissions =
        read_submissions({desk.path() / "it"}, Whose::as_it_looks, wanted, desk.path() / "unpacked");
    const Grade mine = grade(submissions, {.checker = checker, .results = {checker, {}}}).at(0);
    CHECK(mine.points() == 0);
    CHECK(mine.max() == 20);
    CHECK(mine.results[0].error == "the grader failed: out of luck");
    CHECK(mine.results[1].error == "not handed in: there is no brent_kung_exercise.cu");
    CHECK(mine.results[1].lines[0].status == Status::not_run);
    CHECK(state_of(mine.results[0]) == State::failed);
    CHECK(state_of(mine.results[1]) == State::missing);
    CHECK_FALSE(mine.complete());
}

TEST_CASE("the instructor's seed and order reach the checker") {
    const Desk desk;
    const Checker checker(
        {.command = {fake_check(desk)}, .seed = 77, .order = 5, .rubric = ten_points(desk)}, wanted);
    const Result result = checker.check(wanted[0], desk.write("raking_exercise.cu", "1"));
    CHECK(result.lines[0].detail == "inputs 77, seed …, order 5"); // for people, the seed is hidden
    const Result own = checker.check(wanted[0], desk.write("raking_exercise.cu", "1"), 4711);
    CHECK(own.lines[0].detail == "inputs 4711, seed …, order 5");
}

TEST_CASE("what has become of an exercise can be told") {
    const Desk desk;
    const Checker checker({.command = {fake_check(desk)}, .rubric = ten_points(desk)}, wanted);
    const auto state = [&](const std::string& text) {
        return state_of(checker.check(wanted[0], desk.write("raking_exercise.cu", text)));
    };
    CHECK(state("10") == State::full);
    CHECK(state("6") == State::part);
    CHECK(state("0") == State::wrong);
    CHECK(state("flag") == State::not_allowed);
    CHECK(state("crash") == State::failed);
    CHECK(state("die") == State::failed);
    CHECK(state("break") == State::unreadable); // the same file would break it again
    CHECK(checker.check(wanted[0], desk.write("raking_exercise.cu", "die")).error ==
          "the grader failed: crashed: Killed (signal 9)");
    CHECK(state("") == State::not_compiling); // whatever else the grader has against it
    CHECK(state_of(checker.unreadable(wanted[0], "it is a link")) == State::unreadable);
}

TEST_CASE("a file is graded once, until it, its inputs or the kit change, and failures are not kept") {
    const Desk desk;
    const auto program = fake_check(desk);
    const auto points = [&](const CheckerOptions& options, std::optional<std::uint64_t> seed = {}) {
        const Checker checker(options, wanted);
        const KeptResults results(checker, desk.path() / "kept");
        return results.check(wanted[0], desk.path() / "raking_exercise.cu", seed).points();
    };
    const CheckerOptions options{.command = {program}, .kit = "1"};
    desk.write("raking_exercise.cu", "6");
    CHECK(points(options) == 6);
    // From now on the checker gives 9.
    const std::string script = content(program);
    desk.write("fake_check", std::string(script).replace(script.find("points=$(cat"), 20,
                                                         "points=9; : $(cat \"$file\""));
    CHECK(points(options) == 6);
    CHECK(points({.command = {program}, .seed = 5, .kit = "1"}) == 9);
    CHECK(points({.command = {program}, .kit = "2"}) == 9);
    CHECK(points(options, 17) == 9);
    CHECK(points({.command = {program}, .rubric = ten_points(desk), .kit = "1"}) == 9);
    desk.write("raking_exercise.cu", "7");
    CHECK(points(options) == 9);

    desk.write("raking_exercise.cu", "crash");
    CHECK(points(options) == 0);
    desk.write("fake_check",
               std::string(script)
                   .replace(script.find("crash)"), 6, "crush)")
                   .replace(script.find("points=$(cat"), 20, "points=9; : $(cat \"$file\""));
    CHECK(points(options) == 9);
}

TEST_CASE("several machines grade parts of a class, and one puts them together") {
    const Desk desk;
    const Checker checker({.command = {fake_check(desk)}, .rubric = ten_points(desk)}, wanted);
    for (int student = 0; student < 5; ++student)
        desk.write("all/" + std::to_string(student) + "/raking_exercise.cu",
                   std::to_string(student + 1));
    const auto submissions = read_submissions({desk.path() / "all"}, Whose::as_it_looks, {wanted[0]},
                                              desk.path() / "unpacked");
    const KeptResults results(checker, desk.path() / "kept");
    const auto complete = [&](const std::vector<Grade>& grades) {
        return std::count_if(grades.begin(), grades.end(), [](const Grade& g) { return g.complete(); });
    };
    CHECK(complete(grade(submissions,
                         {.checker = checker, .results = results, .part = 0, .parts = 2})) == 3);
    CHECK(complete(grade(submissions,
                         {.checker = checker, .results = results, .part = 1, .parts = 2})) == 2);
    std::size_t before = 0;
    const auto grades = grade(submissions, {.checker = checker, .results = results},
                              [&](auto, auto, auto kept) { before = kept; });
    CHECK(before == 5);
    CHECK(grades[4].points() == 5);
}

TEST_CASE("a student's own seed reaches the checker in place of that of all") {
    const Desk desk;
    const Checker checker({.command = {fake_check(desk)}, .seed = 77, .rubric = ten_points(desk)},
                          wanted);
    const Result result = checker.check(wanted[0], desk.write("raking_exercise.cu", "1"), 123);
    CHECK(result.lines[0].detail == "inputs 123, seed …"); // his own, which tells nothing of others
}

TEST_CASE("a rubric that does not work is told before anything is graded") {
    const Desk desk;
    const auto rubric = desk.write("rubric.json", R"({"every": [{"id": "correct"}]})");
    CHECK_THROWS_AS(Checker({.command = {fake_check(desk)}, .rubric = rubric}, wanted), UsageError);
}
