// A student is told what comes next, and what was reached once is kept.
#include "catch.hpp"

#include "best_results.hpp"
#include "course.hpp"
#include "process.hpp"

#include <set>
#include <string>

using namespace scanlab;

namespace {

std::string name_of(const Step& step) {
    return step.exercise != nullptr ? step.exercise->lesson.name
                                    : "quiz " + std::to_string(step.lesson);
}

std::string next_after(int lesson, const std::set<std::string>& done) {
    const auto next = next_step(lesson, [&](const Step& step) { return done.contains(name_of(step)); });
    return next ? name_of(*next) : "none";
}

} // namespace

TEST_CASE("the course goes from warm-up to small program, main exercise and quiz, lesson by lesson") {
    std::set<std::string> done;
    const char* const first[] = {"first_line",     "neighbour_sums",  "quiz 0", "warm_up_01",
                                 "three_launches", "exclusive_naive", "quiz 1", "warm_up_02"};
    for (const char* name : first) {
        CHECK(next_after(0, done) == name);
        done.insert(name);
    }
    for (const Step& step : steps_of_course()) done.insert(name_of(step));
    CHECK(next_after(0, done) == "none");
}

TEST_CASE("who has begun with a later lesson is sent on from there, and back at the end") {
    CHECK(next_after(3, {"warm_up_03"}) == "eight_in_two_buffers");
    std::set<std::string> done;
    for (const Step& step : steps_of_course())
        if (step.lesson >= 3) done.insert(name_of(step));
    CHECK(next_after(3, done) == "first_line");
    CHECK(lesson_reached([&](const Step& step) { return name_of(step) == "quiz 5"; }) == 5);
    CHECK(lesson_reached([](const Step&) { return false; }) == 0);
}

TEST_CASE("the best result of an exercise is kept, until it is out of another number of points") {
    const ScratchFolder scratch;
    const auto file = scratch.path() / "progress" / "exercises.json";
    CHECK_FALSE(BestResults(file).best("raking"));
    BestResults(file).note("raking", {85, 100});
    BestResults(file).note("raking", {0, 100});
    CHECK(BestResults(file).best("raking")->points == 85);
    BestResults(file).note("raking", {100, 100});
    CHECK(BestResults(file).best("raking")->full());
    BestResults(file).note("raking", {40, 120});
    CHECK(BestResults(file).best("raking")->points == 40);
}
