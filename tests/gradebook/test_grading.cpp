// From files to grades: each file is checked, and what cannot be checked earns nothing.
#include "catch.hpp"

#include "errors.hpp"
#include "students.hpp"

using namespace scanlab;
using namespace scanlab::grader;

namespace {

const std::vector<ExerciseDescription> wanted{find_exercise("raking"), find_exercise("brent_kung")};

} // namespace

TEST_CASE("every student gets the points of his own files, however many are graded at a time") {
    const Desk desk;
    const Checker checker({.command = {fake_check(desk)}}, wanted);
    for (int student = 0; student < 10; ++student) {
        const std::string folder = "all/" + std::to_string(student);
        desk.write(folder + "/raking_exercise.cu", std::to_string(student));
        desk.write(folder + "/brent_kung_exercise.cu", "10");
    }
    const auto submissions =
        read_submissions(desk.path() / "all", false, wanted, desk.path() / "unpacked");
    const auto grades = grade(submissions, checker, 4);
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
    const Checker checker({.command = {fake_check(desk)}}, wanted);
    desk.write("it/raking_exercise.cu", "crash");
    const auto submissions =
        read_submissions(desk.path() / "it", false, wanted, desk.path() / "unpacked");
    const Grade mine = grade(submissions, checker, 1).at(0);
    CHECK(mine.points() == 0);
    CHECK(mine.max() == 20);
    CHECK(mine.results[0].error == "the grader failed: out of luck");
    CHECK(mine.results[1].error == "not handed in: there is no brent_kung_exercise.cu");
    CHECK(mine.results[1].lines[0].status == Status::not_run);
}

TEST_CASE("the instructor's seed and order reach the checker") {
    const Desk desk;
    const Checker checker({.command = {fake_check(desk)}, .seed = 77, .order = 5}, wanted);
    const Result result = checker.check(wanted[0], desk.write("raking_exercise.cu", "1"));
    CHECK(result.lines[0].detail == "seed 77, order 5");
}

TEST_CASE("a checker that does not work is told before anything is graded") {
    const Desk desk;
    const auto program = desk.write("broken", "#!/bin/sh\necho no rubric >&2; exit 2\n");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    CHECK_THROWS_AS(Checker({.command = {program}}, wanted), UsageError);
}
