// The list of exercises, and what it demands of a student's kernels.
#include "catch.hpp"

#include "catalogue.hpp"
#include "errors.hpp"

#include <set>
#include <string>

using namespace scanlab;
using Catch::Matchers::ContainsSubstring;

namespace {

std::string message_of(const auto& call) {
    try {
        call();
    } catch (const UsageError& error) {
        return error.what();
    }
    return "no error";
}

template <int BLOCK>
struct TwoItems {
    static constexpr int items_per_thread = 2;
    static void launch(const Problem&) {}
};

} // namespace

TEST_CASE("no lesson has two main exercises, and a main one comes before its challenges") {
    std::set<std::string> names;
    int number = 0;
    for (const ExerciseDescription& exercise : exercises()) {
        CHECK(names.insert(exercise.lesson.name).second);
        CHECK_FALSE(exercise.lesson.title.empty());
        if (exercise.kind == Kind::main) {
            CHECK(exercise.lesson.number > number);
            number = exercise.lesson.number;
        }
        CHECK(exercise.lesson.number == number);
    }
    CHECK(number == 14);
}

TEST_CASE("an exercise is found by its name, and a wrong name is told") {
    const ExerciseDescription& split = find_exercise("stable_split");
    CHECK(split.lesson.number == 9);
    CHECK(split.lesson.task == Task::split);
    CHECK(split.lesson.scope == Scope::device);
    CHECK_THAT(message_of([] { find_exercise("stable_spilt"); }),
               ContainsSubstring("there is no exercise 'stable_spilt'"));
}

TEST_CASE(
    "a kernel pasted from another lesson is refused if its threads own another number of elements") {
    CHECK_NOTHROW(require_interface(find_exercise("sklansky_shared"), variants<TwoItems>));
    CHECK_THAT(message_of([] { require_interface(find_exercise("raking"), variants<TwoItems>); }),
               ContainsSubstring("owns 1 element in this exercise, but items_per_thread is 2"));
}
