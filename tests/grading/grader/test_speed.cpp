// Points for speed. A shell script stands for the compiler, and makes programs that report what a test
// wants.
#include "catch.hpp"

#include "errors.hpp"
#include "process.hpp"
#include "speed.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <fstream>

using namespace scanlab;
using namespace scanlab::grader;
using Catch::Matchers::ContainsSubstring;

namespace {

const RubricLine line{.id = "time",
                      .title = "Fast",
                      .points = 10,
                      .kind = RubricLine::Kind::time,
                      .visibility = "visible",
                      .blocks = {},
                      .sizes = {1000},
                      .conditions = {},
                      .bands = {{.9, 10}, {.8, 7}, {.6, 4}}};

LineResult graded(const Speed& speed) {
    LineResult result{.id = line.id, .title = line.title, .max = line.points, .bonus = true};
    grade_speed(line, speed, result);
    return result;
}

/// What becomes of a file whose program is this shell script; its arguments are
/// --n N --case random --json FILE.
LineResult graded_program(const std::string& program) {
    const ScratchFolder folder;
    const auto script = folder.path() / "toolchain", source = folder.path() / "a.cu";
    std::ofstream(source)
        << "template <int BLOCK> struct K { static void launch(const scanlab::Problem&); };\n"
           "SCANLAB_EXERCISE(raking, K);\n";
    std::ofstream(folder.path() / "program") << "#!/bin/sh\n" << program << '\n';
    std::ofstream(script) << "case $1 in\n"
                             "object) echo | " CXX_COMPILER " -x c++ -c - -o \"$3\" ;;\n"
                             "link) cp '"
                          << (folder.path() / "program").string()
                          << "' \"$3\" && chmod +x \"$3\" ;;\nesac\n";
    std::ofstream(script.string() + ".reads") << folder.path().string() << '\n';
    return graded(speed_on_gpu(find_exercise("raking"), source, {script, "/dev/null"}, line.sizes));
}

} // namespace

TEST_CASE("points are those of the best band reached") {
    const auto check = [](double share, double points, Status status) {
        const LineResult result = graded({share, {}});
        INFO(share);
        CHECK(result.points == points);
        CHECK(result.status == status);
    };
    check(1.2, 10, Status::pass);
    check(.9, 10, Status::pass);
    check(.899, 7, Status::fail);
    check(.6, 4, Status::fail);
    check(.1, 0, Status::fail);
    CHECK_THAT(graded({.85, {}}).detail, ContainsSubstring("0.850 of a copy's speed with n = 1000") &&
                                             ContainsSubstring("10 points are for a share of 0.9"));
    CHECK_THAT(graded({.1, {}}).detail, ContainsSubstring("4 points are for a share of 0.6"));
}

TEST_CASE("a median is graded") {
    // Each run finds its number in what the last one left.
    const ScratchFolder folder;
    const LineResult result =
        graded_program("runs=" + (folder.path() / "runs").string() +
                       "\necho >>$runs\ncase $(wc -l <$runs) in 1) p=95 ;; 2) p=20 ;; *) p=85 ;; esac\n"
                       "echo '{\"status\": \"pass\", \"percent_of_copy\": '$p'}' >\"$6\"");
    CHECK(result.points == 7);
    CHECK_THAT(result.detail, ContainsSubstring("0.850"));
}

TEST_CASE("the program is asked for the line's size") {
    CHECK(graded_program("[ \"$*\" = \"--n 1000 --case random --json $6\" ] || exit 1\n"
                         "echo '{\"status\": \"pass\", \"percent_of_copy\": 95}' >\"$6\"")
              .points == 10);
}

TEST_CASE("without a report that says it is right and how fast there are no points") {
    for (const char* program :
         {"exit 0", "echo '' >\"$6\"", "echo '{\"status\": \"pass\"' >\"$6\"", "echo '[]' >\"$6\"",
          "echo '{\"status\": \"pass\"}' >\"$6\"", "echo '{\"percent_of_copy\": 95}' >\"$6\"",
          "echo '{\"status\": \"pass\", \"percent_of_copy\": \"95\"}' >\"$6\"",
          "echo '{\"status\": \"pass\", \"percent_of_copy\": null}' >\"$6\"",
          "echo '{\"status\": \"pass\", \"percent_of_copy\": -95}' >\"$6\"",
          "echo '{\"status\": \"fail\", \"percent_of_copy\": 95}' >\"$6\"",
          "echo '{\"status\": \"pass\", \"percent_of_copy\": 95}'"}) {
        INFO(program);
        const LineResult result = graded_program(program);
        CHECK(result.points == 0);
        CHECK(result.status == Status::fail);
        CHECK_THAT(result.detail, ContainsSubstring("Nothing was measured"));
    }
}

TEST_CASE("what the program says of its wrong result is told") {
    const LineResult result =
        graded_program("echo 'first wrong: 17'; echo '{\"status\": \"fail\"}' >\"$6\"; exit 1");
    CHECK(result.points == 0);
    CHECK_THAT(result.detail, ContainsSubstring("first wrong: 17"));
}

TEST_CASE("a line's points belong to a bonus") {
    Result result;
    result.lines = {{.id = "correct", .title = "Right", .points = 90, .max = 90}, graded({.85, {}})};
    CHECK(result.points() == 97);
    CHECK(result.max() == 90);
    CHECK(result.full());
    CHECK(to_json(result_from_json(to_json(result))) == to_json(result));
    result.lines[0].points = 85; // which a bonus does not make up for
    CHECK_FALSE(result.full());
}
