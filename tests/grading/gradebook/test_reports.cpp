// Grades as people and course systems read them.
#include "catch.hpp"

#include "reports.hpp"
#include "text.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <regex>
#include <set>

using namespace scanlab::grader;
using Catch::Matchers::ContainsSubstring;
using nlohmann::json;
using scanlab::escaped;

namespace {

/// 7 of 16 points: an exercise with a pass, a miss and a hidden miss, and one that is not allowed.
Grade sample() {
    const LineResult right{"correct", "right for all sizes", 6, 6, Status::pass};
    const LineResult bytes{"bytes", "at most 8.1 bytes", 1,
                           2,       Status::fail,        "counted: 12 <bytes> & \"more\""};
    const LineResult secret{"secret", "right for secret sizes", 0, 2, Status::fail, "n = 12345",
                            "hidden"};
    const LineResult unrun{"correct", "right for all sizes", 0, 6};
    Result raking{.name = "raking", .number = 5, .title = "Raking", .file = "/tmp/raking_exercise.cu"};
    raking.lines = {right, bytes, secret};
    Result brent_kung{.name = "brent_kung", .number = 6, .title = "Brent-Kung"};
    brent_kung.flag = "line 12: it includes <fstream>";
    brent_kung.lines = {unrun};
    return {"O\"Neill, <Ann>", {raking, brent_kung}, 1.5};
}

std::set<std::string> keys(const json& object) {
    std::set<std::string> all;
    for (const auto& [key, value] : object.items()) all.insert(key);
    return all;
}

int count(const std::string& text, const std::string& part) {
    int found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

} // namespace

TEST_CASE("Gradescope gets each line of the rubric as a test, with points and visibility") {
    const json results = gradescope(sample());
    CHECK(keys(results) == std::set<std::string>{"execution_time", "leaderboard", "output",
                                                 "output_format", "stdout_visibility", "tests"});
    REQUIRE(results["tests"].size() == 4);
    const json& bytes = results["tests"][1];
    CHECK(bytes == json{{"name", "05_raking: at most 8.1 bytes"},
                        {"number", "05_raking.2"},
                        {"score", 1},
                        {"max_score", 2},
                        {"status", "failed"},
                        {"visibility", "visible"},
                        {"output", "counted: 12 <bytes> & \"more\""},
                        {"output_format", "text"}});
    CHECK(results["tests"][0]["status"] == "passed");
    CHECK(results["tests"][2]["visibility"] == "hidden");
    CHECK(results["tests"][3]["status"] == "failed"); // it has not run
    CHECK(results["tests"][3]["output"] == "Not run. line 12: it includes <fstream>");
    CHECK_THAT(results["output"].get<std::string>(),
               ContainsSubstring("06_brent_kung: not allowed: line 12: it includes <fstream>"));
    CHECK(results["stdout_visibility"] == "hidden");
}

TEST_CASE("Gradescope's leaderboard, which all can see, tells nothing of hidden lines") {
    Grade lucky = sample();
    lucky.results[0].lines[2].points = 2;
    CHECK(gradescope(sample())["leaderboard"] ==
          json::array({{{"name", "Points"}, {"value", 7}, {"order", "desc"}}}));
    CHECK(gradescope(lucky)["leaderboard"] == gradescope(sample())["leaderboard"]);
}

/// What Classroom 50's schema, and what its runner checks besides, have against a result; empty if
/// nothing. (foundation50/classroom50: schemas/result-v1.schema.json, validate_result() of runner.py)
std::string objection(const json& result) {
    const auto is_text = [](const json& value) { return value.is_string() && value != ""; };
    const auto is_points = [](const json& value) { return value.is_number_integer() && value >= 0; };
    const auto has_points = [&](const json& of) {
        return is_points(of["score"]) && is_points(of["max-score"]) && of["score"] <= of["max-score"];
    };
    static const std::regex moment(R"(\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ)");
    const std::set<std::string> texts{"schema", "classroom",  "assignment", "assignment_type",
                                      "owner",  "submission", "commit",     "release",
                                      "review", "datetime"};
    std::set<std::string> all{"score", "max-score", "tests"};
    all.insert(texts.begin(), texts.end());
    if (keys(result) != all) return "fields";
    for (const std::string& field : texts)
        if (!is_text(result[field])) return field;
    if (result["schema"] != "classroom50/result/v1") return "schema";
    if (!result["submission"].get<std::string>().starts_with("submit/")) return "submission";
    if (!std::regex_match(result["datetime"].get<std::string>(), moment)) return "datetime";
    if (!has_points(result)) return "score";
    for (const json& test : result["tests"])
        if (!is_text(test["test-name"]) || !test["passed"].is_boolean() || !has_points(test))
            return test.dump();
    return {};
}

/// What Classroom 50's runner has in the environment of an autograder.py.
void set_environment_of_classroom50() {
    for (const auto& [variable, value] :
         {std::pair{"CLASSROOM", "gpu"}, std::pair{"ASSIGNMENT", "raking"},
          std::pair{"ASSIGNMENT_TYPE", "individual"}, std::pair{"OWNER", "ada"},
          std::pair{"SUBMISSION_TAG", "submit/2026-11-20T12-00-00Z-a1b2c3d"},
          std::pair{"COMMIT_URL", "https://github.com/o/r/commit/1"},
          std::pair{"RELEASE_URL", "https://github.com/o/r/releases/tag/1"},
          std::pair{"REVIEW_URL", "https://github.com/o/r/compare/0...1"}})
        setenv(variable, value, 1);
}

TEST_CASE("Classroom 50 accepts the result, in whole points, and hidden tests stay so") {
    set_environment_of_classroom50();
    Grade late = sample();
    late.share = 0.5;
    const json results = classroom50(late, classroom50_submission());
    CHECK(objection(results) == "");
    CHECK(results["classroom"] == "gpu");
    CHECK(results["review"] == "https://github.com/o/r/compare/0...1");
    CHECK(results["score"] == 3); // half a point is lost
    CHECK(results["max-score"] == 16);
    REQUIRE(results["tests"].size() == 4);
    CHECK(results["tests"][0]["passed"] == true);
    CHECK(results["tests"][1] == json{{"test-name", "05_raking: at most 8.1 bytes"},
                                      {"passed", false},
                                      {"score", 0},
                                      {"max-score", 2},
                                      {"output", "counted: 12 <bytes> & \"more\""}});
    CHECK(count(results.dump(), "12345") == 0);
    CHECK(count(results.dump(), "secret") == 0);
    late.share = 0.7;
    late.results[0].lines[0].points = late.results[0].lines[0].max = 10;
    CHECK(classroom50(late, {})["tests"][0]["score"] == 7); // which 0.7 * 10 is not quite
}

TEST_CASE("what Classroom 50 does not say is told, by the name of its variable") {
    set_environment_of_classroom50();
    unsetenv("RELEASE_URL");
    CHECK_THROWS_WITH(classroom50_submission(),
                      ContainsSubstring("the environment has no RELEASE_URL"));
}

TEST_CASE(
    "PrairieLearn gets a share of the points, and no attempt is lost to a file that does not compile") {
    const json results = prairielearn(sample());
    CHECK(results["gradable"] == true);
    CHECK(results["score"] == 7.0 / 16);
    double points = 0;
    for (const json& test : results["tests"]) points += test["points"].get<double>();
    CHECK(points == 7);
    CHECK(results["format_errors"].size() == 1);
    CHECK(count(results.dump(), "12345") == 0);
    CHECK(count(results.dump(), "secret") == 0);

    Grade broken = sample();
    broken.results.erase(broken.results.begin());
    CHECK(prairielearn(broken)["gradable"] == false);
    CHECK(prairielearn(broken)["score"] == 0);
}

TEST_CASE("JUnit counts what failed, and what did not run is an error") {
    const std::string xml = junit({sample(), sample()});
    CHECK_THAT(xml, ContainsSubstring(
                        "<testsuite name=\"O&quot;Neill, &lt;Ann&gt;\" tests=\"4\" failures=\"2\" "
                        "errors=\"1\" time=\"1.500\">"));
    CHECK(count(xml, "<testsuite ") == 2);
    CHECK(count(xml, "<testcase ") == 8);
    CHECK(count(xml, "<failure ") == 4);
    CHECK(count(xml, "<error ") == 2);
    CHECK_THAT(xml, ContainsSubstring("counted: 12 &lt;bytes&gt; &amp; &quot;more&quot;"));
}

TEST_CASE("a spreadsheet reads the CSV: no name is a formula, and what was not graded has no points") {
    Grade grade = sample();
    grade.student = "=cmd|' /C calc'!A0";
    grade.id = "7";
    grade.days_late = 2;
    grade.share = 0.5;
    Grade failed = sample();
    failed.results[1].flag.clear();
    failed.results[1].error = "the grader failed: no room";
    CHECK(csv({grade, failed}) ==
          "student,id,05_raking,06_brent_kung,points,max,days late,deducted,05_raking "
          "state,06_brent_kung state\n"
          "'=cmd|' /C calc'!A0,7,7,0,3.5,16,2,3.5,part of the points,not allowed\n"
          "\"O\"\"Neill, <Ann>\",,7,,,16,0,0,part of the points,grader failed\n");
    CHECK(moodle_csv({grade, failed}) ==
          "Identifier,Full name,Grade,Maximum Grade,Last modified (grade),Feedback comments\n"
          "Participant 7,'=cmd|' /C calc'!A0,3.5,16,-,\"05_raking: 7 of 10 points. Missed: at most 8.1 "
          "bytes; 06_brent_kung: 0 of 6 points, line 12: it includes <fstream>\"\n");
    CHECK(canvas_csv({grade, failed}) ==
          "Student,ID,SIS User ID,SIS Login ID,Section,05_raking,06_brent_kung,Scanlab\n"
          "Points Possible,,,,,10,6,16\n"
          "'=cmd|' /C calc'!A0,7,,,,7,0,3.5\n");
}

TEST_CASE("the table says who has how much, and tells apart why there is nothing") {
    Grade grade = sample();
    grade.student = "Jörg";
    const auto add = [&](const char* error, const char* file) {
        Result result{.name = "x", .number = 7, .title = "", .file = file, .error = error};
        result.lines = {{"correct", "right", 0, 5}};
        grade.results.push_back(result);
    };
    add("not handed in: there is no x_exercise.cu", "");
    add("a.zip was not taken: it is damaged", "");
    add("DOES NOT COMPILE\nx.cu:1: error: no\n", "x_exercise.cu");
    add("the grader failed: no room", "x_exercise.cu");
    grade.remarks = {"old.cu was not taken: new.cu is newer"};
    CHECK(table({grade}) == "student     05     06     07   07_x   07_x   07_x   points\n"
                            "Jörg        7      0!      -     0?     0x      E   ?\n"
                            "\n"
                            "1 student, 6 exercises: part of the points: 1, - missing: 1, ? could not "
                            "be read: 1, x does not "
                            "compile: 1, ! not allowed: 1, E grader failed: 1\n"
                            "\n"
                            "Jörg, 06_brent_kung (not allowed): line 12: it includes <fstream>\n"
                            "Jörg, 07_x (could not be read): a.zip was not taken: it is damaged\n"
                            "Jörg, 07_x (does not compile): x.cu:1: error: no\n"
                            "Jörg, 07_x (grader failed): the grader failed: no room\n"
                            "Jörg: old.cu was not taken: new.cu is newer\n");
    Grade late = sample();
    late.days_late = 1;
    late.share = 0.9;
    CHECK_THAT(table({late}), ContainsSubstring("   6.3 of 16, 1 day late: 0.7 less\n"));
    CHECK_THAT(html(late, false),
               ContainsSubstring("Handed in late, by 1 day: 6.3 of the 7 points count."));
}

TEST_CASE(
    "a student's page needs no other file, takes no markup from anywhere, and hides what is hidden") {
    const std::string page = html(sample(), false);
    CHECK_THAT(page, ContainsSubstring("<h1>O&quot;Neill, &lt;Ann&gt;</h1>"));
    CHECK_THAT(page, ContainsSubstring("7 of 16 points"));
    CHECK_THAT(page, ContainsSubstring("counted: 12 &lt;bytes&gt; &amp; &quot;more&quot;"));
    CHECK_THAT(page, ContainsSubstring("<pre>line 12: it includes &lt;fstream&gt;</pre>"));
    CHECK_THAT(page, ContainsSubstring("1 of this exercise's tests is not shown here"));
    CHECK(count(page, "12345") == 0);
    CHECK(count(page, "secret") == 0);
    CHECK(count(page, "src=") + count(page, "<link") + count(page, "<script") + count(page, "url(") ==
          0);
    CHECK(count(html(sample(), true), "12345") == 1);
}

TEST_CASE("text for pages loses the characters that they cannot hold") {
    CHECK(escaped(std::string("a\033[1m<b>\n\tc\0d", 13)) == "a[1m&lt;b&gt;\n\tcd");
}

TEST_CASE("all that there is can be read again") {
    const json all = to_json(std::vector{sample()});
    REQUIRE(all.size() == 1);
    CHECK(all[0]["points"] == 7);
    CHECK(result_from_json(all[0]["results"][1]).flag == sample().results[1].flag);
}
