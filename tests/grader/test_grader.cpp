// What the grader's verdicts rest on: conditions, the rubric, the policy, results.
#include "catch.hpp"

#include "catalogue.hpp"
#include "errors.hpp"
#include "formula.hpp"
#include "policy.hpp"
#include "process.hpp"
#include "result.hpp"
#include "rubric.hpp"

#include <nlohmann/json.hpp>

#include <fstream>

using namespace scanlab;
using namespace scanlab::grader;
using Catch::Matchers::ContainsSubstring;

namespace {

const Values values{{"n", 1000}, {"block", 256}, {"barriers", 9}};

bool holds(std::string_view condition) { return evaluate(condition, values).holds; }

/// The rubric of an exercise that has only these lines.
RubricLines rubric_of(const std::string& lines) {
    const ScratchFolder folder;
    const auto file = folder.path() / "rubric.json";
    std::ofstream(file) << R"({"every": [)" << lines << R"(], "exercises": {}})";
    return read_rubric(file, "raking");
}

std::string error_of(const std::string& lines) {
    try {
        rubric_of(lines);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "no error";
}

} // namespace

TEST_CASE("a condition is computed as it is written") {
    CHECK(holds("barriers <= log2(2*block)"));
    CHECK_FALSE(holds("barriers <= log2(block)"));
    CHECK(holds("n - 2*block == 1000 - 500 - 3*4"));
    CHECK(holds("(1 + 2) * 3 == 9"));
    CHECK(holds("log2(n) == 10")); // rounded up
    CHECK(holds("max(log2(1), 1) >= 1"));
    CHECK(holds("ceil(7/2) == 4"));
    CHECK_FALSE(holds("barriers < 9"));
    CHECK(holds("0.1 + 0.2 <= 0.3"));
}

TEST_CASE("a condition that is none is told") {
    CHECK_THROWS_WITH(holds("barrier <= 1"),
                      ContainsSubstring("'barrier' in 'barrier <= 1' is unknown"));
    CHECK_THROWS_AS(holds("barriers"), FormulaError);
    CHECK_THROWS_AS(holds("barriers <= "), FormulaError);
    CHECK_THROWS_AS(holds("barriers <= 1 1"), FormulaError);
    CHECK_THROWS_AS(holds("sin(n) <= 1"), FormulaError);
}

TEST_CASE("every exercise has 100 points and maybe a bonus, half of them for right results") {
    for (const ExerciseDescription& exercise : exercises()) {
        INFO(exercise.lesson.name);
        double all = 0, right = 0;
        for (const RubricLine& line : read_rubric(RUBRIC_FILE, exercise.lesson.name)) {
            if (line.kind != RubricLine::Kind::time) all += line.points;
            if (line.kind == RubricLine::Kind::correctness) right += line.points;
            if (line.kind == RubricLine::Kind::cost) CHECK_FALSE(line.conditions.empty());
        }
        CHECK(all == 100);
        CHECK(right == 50);
    }
}

TEST_CASE("the rubric has lines for exercises that there are, and for each of them") {
    std::ifstream file(RUBRIC_FILE);
    const auto rubric = nlohmann::json::parse(file, nullptr, true, true).at("exercises");
    for (const auto& [name, lines] : rubric.items()) CHECK_NOTHROW(find_exercise(name));
    for (const ExerciseDescription& exercise : exercises())
        CHECK(rubric.contains(exercise.lesson.name));
}

TEST_CASE("what is wrong with a rubric is told") {
    const std::string line = R"({"id": "a", "title": "A", "points": 1, "kind": "findings"})";
    CHECK(rubric_of(line).size() == 1);
    CHECK_THAT(error_of(line + "," + line), ContainsSubstring("two lines 'a'"));
    CHECK_THAT(error_of(R"({"id": "a", "title": "A", "points": 1, "kind": "guess"})"),
               ContainsSubstring("'guess'"));
    CHECK_THAT(
        error_of(
            R"({"id": "a", "title": "A", "points": 1, "kind": "cost", "conditions": ["byte < 1"]})"),
        ContainsSubstring("'byte'"));
    CHECK_THROWS_AS(read_rubric("no/such/rubric.json", "raking"), UsageError);
}

TEST_CASE("directives that students write are allowed, and those in comments are none") {
    CHECK(objections_to_source("#include <scanlab/exercise.hpp>\n#include <algorithm>\n#include \"cuda_runtime.h\"\n"
                               "#define ITEMS 4\n#define NAME(a, b) a##b\n"
                               "// #include <fstream>\n/*\n#include <thread>\n*/\n"
                               "const char* text = \"\\\"#include <x>\"; char c = '\"'; int n = 1'000'000;\n"
                               "__global__ void k(int* a) {\n#pragma unroll\n#pragma GCC unroll 4\n"
                               "    for (int i = 0; i < ITEMS; ++i) a[i] = 0;\n}\n"
                               "SCANLAB_EXERCISE(raking, K);\n") == "");
}

TEST_CASE("a source that reads other files, or says that it is another one, is not allowed") {
    for (const char* source : {"#include <thrust/scan.h>\n", "#include \"../tile.cuh\"\n", "#include <fstream>\n",
                               "#include HEADER\n", "#line 1 \"common/simulator/x\"\n", "#/**/include \"x\"\n",
                               "#include M // <x>\n", "/**/ #pragma redefine_extname a b\n", "%:include <fstream>\n",
                               "\f#include \"/etc/passwd\"\n", "#inc\\\nlude \"x\"\n", "/* \\\n*\\\n/ #include \"x\"\n",
                               "#define x\nint c = x'/*';\n#include \"x\"\n// */\n", "auto s = R\"a(\n#include \"x\"\n)a\";\n",
                               "auto s = R\"(\\\n)\";\n#include \"x\"\n", "auto s = \"/*\";\n#include \"x\"\n//*/\n"}) {
        INFO(source);
        CHECK_FALSE(objections_to_source(source).empty());
    }
}

TEST_CASE("an objection names the line and what to write instead") {
    CHECK(objections_to_source("int a;\n\\\n\n#include <iostream>\n") ==
          "line 4: #include <iostream> (instead: <cstdio> and printf())\n");
}

TEST_CASE("a result is the same after its way through JSON") {
    const Result result{
        .name = "raking",
        .number = 5,
        .title = "Raking",
        .file = "a.cu",
        .lines = {{.id = "correct", .title = "Right", .points = 40, .max = 40, .status = Status::pass},
                  {.id = "bytes",
                   .title = "Bytes",
                   .max = 10,
                   .status = Status::fail,
                   .detail = "n = 3\n",
                   .visibility = "hidden"}}};
    const Result again = result_from_json(nlohmann::json::parse(to_json(result).dump()));
    CHECK(to_json(again) == to_json(result));
    CHECK(to_json(result).at("flag_kind") == "");
    CHECK(again.points() == 40);
    CHECK(again.max() == 50);
    CHECK_FALSE(again.full());
    CHECK_THAT(text(result, true), ContainsSubstring("Bytes"));
    CHECK_THAT(text(result, false), !ContainsSubstring("Bytes"));
}

TEST_CASE("what is not allowed is told apart from what does harm") {
    Result result{.name = "raking", .number = 5, .flag = "line 3: inline assembly"};
    CHECK(to_json(result).at("flag_kind") == "not_allowed");
    CHECK_THAT(text(result, true), ContainsSubstring("NOT ALLOWED HERE") && ContainsSubstring("docs/exercise_rules.md"));
    result.is_harmful = true;
    CHECK(result_from_json(to_json(result)).is_harmful);
    CHECK_THAT(text(result, true), ContainsSubstring("NOT ACCEPTED"));
}
