// What the grader's verdicts rest on: conditions, the rubric, the policy, results.
#include "catch.hpp"

#include "catalogue.hpp"
#include "cost_values.hpp"
#include "errors.hpp"
#include "formula.hpp"
#include "policy.hpp"
#include "process.hpp"
#include "result.hpp"
#include "rubric.hpp"
#include "size_class.hpp"
#include "source_check.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <fstream>
#include <limits>
#include <set>

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
    CHECK(holds("exp2(10) == 1024"));
    CHECK(value_of("2*block", values) == 512);
    CHECK_FALSE(holds("barriers < 9"));
    CHECK(holds("0.1 + 0.2 <= 0.3"));
}

TEST_CASE("the names in a condition are those of values, and not of functions or numbers") {
    using Names = std::vector<std::string_view>;
    CHECK(names_in("barriers <= 2*log2(tile) + max (n,1.5e3)") == Names{"barriers", "tile", "n"});
    CHECK(names_in("exp2(_a1) == 1e9") == Names{"_a1"});
    CHECK(names_in("1 <= 2").empty());
}

TEST_CASE("the page lists each value that a condition can name, and says what it means") {
    std::ifstream file(GRADER_PAGE);
    const std::string page(std::istreambuf_iterator<char>(file), {});
    const Values named = CostValues().named();
    CHECK(named.size() == reported_values.size() + derived_values.size());
    const auto check = [&](const CostValue& value) {
        INFO(value.name);
        CHECK(named.contains(value.name));
        if (value.meaning.empty())
            CHECK_THAT(page, ContainsSubstring("`" + std::string(value.name) + "`"));
        else
            CHECK_THAT(page, ContainsSubstring("| `" + std::string(value.name) + "` | " +
                                               std::string(value.meaning) + " |"));
    };
    std::ranges::for_each(reported_values, check);
    std::ranges::for_each(derived_values, check);
}

TEST_CASE("a condition that is none is told") {
    CHECK_THROWS_WITH(holds("barrier <= 1"),
                      ContainsSubstring("'barrier' in 'barrier <= 1' is unknown"));
    CHECK_THROWS_AS(holds("barriers"), FormulaError);
    CHECK_THROWS_AS(value_of("barriers <= 9", values), FormulaError);
    CHECK_THROWS_AS(holds("barriers <= "), FormulaError);
    CHECK_THROWS_AS(holds("barriers <= 1 1"), FormulaError);
    CHECK_THROWS_AS(holds("sin(n) <= 1"), FormulaError);
}

TEST_CASE("every exercise has 100 points and maybe a bonus, at least a fifth of them for shared work") {
    for (const ExerciseDescription& exercise : exercises()) {
        INFO(exercise.lesson.name);
        double all = 0, right = 0, parallel = 0;
        for (const RubricLine& line : read_rubric(RUBRIC_FILE, exercise.lesson.name)) {
            if (line.kind != RubricLine::Kind::time) all += line.points;
            if (line.kind == RubricLine::Kind::correctness) right += line.points;
            if (line.kind == RubricLine::Kind::cost) CHECK_FALSE(line.conditions.empty());
            if (line.id == "parallel") parallel += line.points;
        }
        CHECK(all == 100);
        CHECK(right >= 35);
        CHECK(parallel >= 20);
    }
}

TEST_CASE("the first line asks for right results: nothing else counts without them") {
    for (const ExerciseDescription& exercise : exercises()) {
        const RubricLine first = read_rubric(RUBRIC_FILE, exercise.lesson.name).front();
        CHECK(first.kind == RubricLine::Kind::correctness);
        CHECK(first.size_class == SizeClass::whole);
    }
}

TEST_CASE("sizes follow from the seed, and a class keeps to what it is about") {
    constexpr Layout layout{256, 4};
    const auto sizes_of = [&](SizeClass sizes, std::uint64_t seed) {
        std::set<long long> all;
        for (const Checks& checks : checks_of(sizes, Task::inclusive_scan, layout, true, seed, 1))
            all.insert(checks.sizes.begin(), checks.sizes.end());
        return all;
    };
    CHECK(sizes_of(SizeClass::ragged, 1) == sizes_of(SizeClass::ragged, 1));
    CHECK(sizes_of(SizeClass::ragged, 1) != sizes_of(SizeClass::ragged, 2));
    CHECK(sizes_of(SizeClass::edge, 1) == std::set<long long>{0, 1});
    CHECK(sizes_of(SizeClass::extreme, 1) == std::set<long long>{0, 1});
    CHECK(huge_size(layout) - 2 * layout.tile() > std::numeric_limits<int>::max());
    CHECK(huge_size(layout) % layout.tile() != 0);
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        for (const long long n : sizes_of(SizeClass::whole, seed))
            CHECK((std::has_single_bit(static_cast<unsigned long long>(n)) || n % layout.tile() == 0));
        for (const long long n : sizes_of(SizeClass::ragged, seed))
            CHECK((n > 1 && n % layout.tile() != 0));
        for (const long long n : sizes_of(SizeClass::many, seed)) CHECK(n > 1024 * layout.tile());
        for (const long long n : sizes_of(SizeClass::crowded, seed))
            CHECK(n > 16 * layout.tile()); // that fit
    }
}

TEST_CASE("the rubric has lines for exercises that there are, and for each of them") {
    std::ifstream file(RUBRIC_FILE);
    const auto rubric = nlohmann::json::parse(file, nullptr, true, true);
    for (const auto& [name, lines] : rubric.at("exercises").items()) CHECK_NOTHROW(find_exercise(name));
    for (const auto& line : rubric.at("every"))
        for (const auto& name : line.value("for", std::vector<std::string>{}))
            CHECK_NOTHROW(find_exercise(name));
    for (const ExerciseDescription& exercise : exercises())
        CHECK(rubric.at("exercises").contains(exercise.lesson.name));
}

TEST_CASE("a line for some exercises takes the place of an earlier one, and is nothing to the others") {
    const std::string line = R"({"id": "a", "title": "A", "points": 1, "kind": "findings"})";
    const auto for_exercise = [&](const std::string& name) {
        return rubric_of(line +
                         R"(, {"id": "a", "title": "B", "points": 2, "kind": "findings", "for": [")" +
                         name + R"("]})");
    };
    CHECK(for_exercise("raking").size() == 1);
    CHECK(for_exercise("raking").front().title == "B");
    CHECK(for_exercise("brent_kung").size() == 1);
    CHECK(for_exercise("brent_kung").front().title == "A");
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
    CHECK(objections_to_source(
              "#include <scanlab/exercise.hpp>\n#include <algorithm>\n#include \"cuda_runtime.h\"\n"
              "#define ITEMS 4\n#define NAME(a, b) a##b\n"
              "// #include <fstream>\n/*\n#include <thread>\n*/\n"
              "const char* text = \"\\\"#include <x>\"; char c = '\"'; int n = 1'000'000;\n"
              "__global__ void k(int* a) {\n#pragma unroll\n#pragma GCC unroll 4\n"
              "    for (int i = 0; i < ITEMS; ++i) a[i] = 0;\n}\n"
              "SCANLAB_EXERCISE(raking, K);\n") == "");
}

TEST_CASE("a source that reads other files, or says that it is another one, is not allowed") {
    for (const char* source : {"#include <thrust/scan.h>\n",
                               "#include \"../tile.cuh\"\n",
                               "#include <fstream>\n",
                               "#include HEADER\n",
                               "#line 1 \"common/simulator/x\"\n",
                               "#/**/include \"x\"\n",
                               "#include M // <x>\n",
                               "/**/ #pragma redefine_extname a b\n",
                               "%:include <fstream>\n",
                               "\f#include \"/etc/passwd\"\n",
                               "#inc\\\nlude \"x\"\n",
                               "/* \\\n*\\\n/ #include \"x\"\n",
                               "#define x\nint c = x'/*';\n#include \"x\"\n// */\n",
                               "auto s = R\"a(\n#include \"x\"\n)a\";\n",
                               "auto s = R\"(\\\n)\";\n#include \"x\"\n",
                               "auto s = \"/*\";\n#include \"x\"\n//*/\n",
                               "// \\\r\r\n#include <thread>\n",
                               "// \\ \n\r#include <thread>\n//\r#include <thread>\n",
                               "#define X 1e+'a'/*'\n#include <thread>\n//*/\n",
                               "#define X .5P-'/*'\n#include <thread>\n//*/\n",
                               "#define X R\"(\" /* )\"\n#include <thread>\n//*/\n",
                               "#define X u8R\"a(\" /* )a\"\n#include <thread>\n//*/\n",
                               "#define X $1'a/*'\n#include <thread>\n//*/\n",
                               "#define X \u00e41'a/*'\n#include <thread>\n//*/\n",
                               "#define X(...) #__VA_ARGS__ //\r#include <thread>\n",
                               "int a = 0x1'0'0;\n#include <thread>\n",
                               "#include <vector> /*\n*/ #include <thread>\n#include <thread>",
                               "#pragma once \\\n\\\n\n#include\f<thread>\n"}) {
        INFO(source);
        CHECK_FALSE(objections_to_source(source).empty());
    }
}

TEST_CASE("what is no source text, or lacks a part, is told in one sentence") {
    const std::string head = "#include <scanlab/exercise.hpp>\n__global__ void k(int* a) {}\n";
    const std::string whole =
        head + "template <int BLOCK> struct K {\n static void launch(const scanlab::Problem&);\n};\n"
               "SCANLAB_EXERCISE(raking, K);\n";
    const auto told = [](const std::string& text) { return unreadable_because(text, "raking"); };
    CHECK(told(whole).empty());
    CHECK(told("\xef\xbb\xbf" + whole).empty()); // a byte order mark does no harm
    CHECK(told("// \xc3\xa4 \xe2\x80\xa6 \xf0\x9f\x99\x82\n" + whole).empty());
    CHECK_THAT(told(""), ContainsSubstring("empty"));
    CHECK_THAT(told(" \r\n\t\n"), ContainsSubstring("empty"));
    CHECK_THAT(told("\n// \xe4\n" + whole), ContainsSubstring("Line 2 is not in UTF-8"));
    CHECK_THAT(told(whole + "\xc3"), ContainsSubstring("UTF-8"));
    CHECK_THAT(told(std::string("\xff\xfe/\0/\0", 6)), ContainsSubstring("UTF-16"));
    CHECK_THAT(told(std::string("//\n/\0/\0", 7)), ContainsSubstring("Line 2 has a NUL byte"));
    CHECK_THAT(told(head), ContainsSubstring("SCANLAB_EXERCISE(raking, …)"));
    CHECK_THAT(unreadable_because(whole, "brent_kung"), ContainsSubstring("graded as `brent_kung`"));
    CHECK_THAT(told(head + "SCANLAB_EXERCISE(raking, K);\n"), ContainsSubstring("no struct `K`"));
    CHECK_THAT(told(head + "template <int B> struct K {};\nSCANLAB_EXERCISE(raking, K);\n"),
               ContainsSubstring("launch()"));
    CHECK_THAT(lacks_kernel(whole.substr(whole.find("template"))), ContainsSubstring("no kernel"));
    CHECK(lacks_kernel(whole).empty());
    for (const std::string& text : {std::string(), head, "\xe4" + whole}) {
        INFO(told(text));
        CHECK(std::ranges::count(told(text), '\n') == 0);
    }
}

TEST_CASE("an objection names the line and what to write instead") {
    CHECK(objections_to_source("int a;\r#include <iostream>").starts_with("line 2: "));
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
    CHECK_THAT(text(result, true),
               ContainsSubstring("NOT ALLOWED HERE") && ContainsSubstring("docs/exercise_rules.md"));
    result.is_harmful = true;
    CHECK(result_from_json(to_json(result)).is_harmful);
    CHECK_THAT(text(result, true), ContainsSubstring("NOT ACCEPTED"));
}
