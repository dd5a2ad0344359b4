// Every lesson's questions can be asked with any numbers, answered, shown on pages, and taken to
// learning platforms.
#include "catch.hpp"

#include "errors.hpp"
#include "process.hpp"
#include "quiz_score.hpp"
#include "viva.hpp"
#include "written.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

using namespace scanlab;
using namespace scanlab::quiz;
namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;

namespace {

/// A lesson's folder with these questions.
struct Folder {
    explicit Folder(const std::string& questions) {
        fs::create_directory(path);
        std::ofstream(path / "quiz.json") << questions;
    }
    ScratchFolder scratch;
    fs::path path = scratch.path() / "03_double_buffer";
};

const std::string barriers =
    R"json({"id": "barriers", "part": "predict", "ask": "`x{y}` with ${threads} = ${2*threads}/2 threads?",
    "given": {"threads": [64, 128, 256, 512]}, "answer": "1 + log2(threads)", "counter": "barriers", "why": "One & ${log2(threads)}."})json";
const std::string choice =
    R"json({"id": "scope", "part": "check", "ask": "Who: a ~ b = c # d?", "choices": [
    {"text": "a < b", "why": "Not \"so\"."}, {"text": "`c: d`", "right": true, "why": "It is."}]})json";

std::string refusal(const std::string& questions) {
    const Folder folder(questions);
    try {
        const Quiz quiz = read_quiz(folder.path);
        ask(quiz, quiz.questions.front(), choose(quiz, quiz.questions.front(), {}));
    } catch (const UsageError& error) {
        return error.what();
    }
    return "no error";
}

Asked first_of(const std::string& questions, const Numbers& numbers = {}) {
    const Folder folder(questions);
    const Quiz quiz = read_quiz(folder.path);
    return ask(quiz, quiz.questions.front(), choose(quiz, quiz.questions.front(), numbers));
}

std::vector<fs::path> lessons() {
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(LESSONS))
        if (fs::exists(entry.path() / "quiz.json")) folders.push_back(entry.path());
    return folders;
}

bool is_whole_and_positive(double number) {
    return number >= 0 && plain(number).find('.') == std::string::npos;
}

} // namespace

TEST_CASE(
    "lessons 00 to 11 have six questions or more, at least two of them with numbers that are counted") {
    std::set<std::string> numbers;
    for (const fs::path& folder : lessons()) {
        const Quiz quiz = read_quiz(folder);
        CAPTURE(quiz.lesson);
        numbers.insert(quiz.lesson.substr(0, 2));
        CHECK(quiz.questions.size() >= 6);
        CHECK(std::ranges::count_if(quiz.questions, [](const Question& q) {
                  return !q.answer.empty() && !q.counter.empty();
              }) >= 2);
        CHECK(std::ranges::count(quiz.questions, "check", &Question::part) == 3);
    }
    CHECK(numbers.size() >= 12);
    CHECK(*numbers.begin() == "00");
}

TEST_CASE("every question can be asked with the numbers of many seeds, has an answer, and says why") {
    for (const fs::path& folder : lessons()) {
        const Quiz quiz = read_quiz(folder);
        for (const Question& question : quiz.questions)
            for (std::uint64_t seed = 0; seed < 30; ++seed) {
                const Numbers numbers = seed == 0 ? Numbers{} : Numbers{.seed = seed};
                const Asked asked = ask(quiz, question, choose(quiz, question, numbers));
                CAPTURE(asked.lesson, asked.text, asked.answer(), asked.why);
                CHECK(asked.text.find("${") == std::string::npos);
                CHECK(complaint(asked, asked.answer()).empty());
                CHECK(is_right(asked, asked.answer()));
                CHECK_FALSE(reason(asked, asked.answer()).empty());
                if (question.counter.empty() && asked.choices.empty() && question.id != "bytes" &&
                    question.id != "limit")
                    CHECK(is_whole_and_positive(asked.number));
                for (const Choice& each : asked.choices) CHECK_FALSE(each.why.empty());
            }
    }
}

TEST_CASE("numbers are put in, the same for the same seed, and fixed ones whatever the seed") {
    const std::string quiz = "[" + barriers + "]";
    CHECK(first_of(quiz).text == "`x{y}` with 64 = 128/2 threads?");
    CHECK(first_of(quiz).why == "One & 6.");
    std::set<std::string> texts;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        texts.insert(first_of(quiz, {.seed = seed}).text);
        CHECK(first_of(quiz, {.seed = seed}).text == first_of(quiz, {.seed = seed}).text);
        CHECK(first_of(quiz, {.seed = seed, .fixed = {{"threads", 32}}}).answer() == "6");
    }
    CHECK(texts.size() == 4);
}

TEST_CASE("an answer is right up to rounding, and what is none is said") {
    const Asked asked = first_of("[" + barriers + "]");
    CHECK(asked.answer() == "7");
    CHECK(is_right(asked, "7.0"));
    CHECK_FALSE(is_right(asked, "8"));
    CHECK(complaint(asked, "seven") == "`seven` is not a number");
    const Asked chosen = first_of("[" + choice + "]");
    CHECK(is_right(chosen, "2"));
    CHECK(reason(chosen, "1") == "Not \"so\".");
    for (const char* none : {"0", "3", "1.5", "b", ""})
        CHECK_THAT(complaint(chosen, none), ContainsSubstring("is not one of the choices 1 to 2"));
    const Asked third = first_of(
        R"json([{"id": "a", "part": "check", "ask": "", "answer": "100/3", "uncounted": "no"}])json");
    CHECK(third.answer() == "33.333");
    CHECK(is_right(third, "33.3"));
    CHECK_FALSE(is_right(third, "33"));
}

TEST_CASE("a file that is no quiz is refused by its name and the question's") {
    CHECK_THAT(refusal("[{]"), ContainsSubstring("03_double_buffer/quiz.json: "));
    CHECK_THAT(refusal("[" + barriers + "," + barriers + "]"),
               ContainsSubstring("barriers: there are two of this id"));
    CHECK_THAT(refusal(R"json([{"id": "a", "part": "check", "ask": "", "answer": "1"}])json"),
               ContainsSubstring("a: a number has either"));
    CHECK_THAT(
        refusal(R"json([{"id": "a", "part": "later", "ask": "", "answer": "1", "counter": "x"}])json"),
        ContainsSubstring("its part is"));
    CHECK_THAT(refusal(R"json([{"id": "a", "part": "check", "ask": ""}])json"),
               ContainsSubstring("either an answer or choices"));
    CHECK_THAT(
        refusal(
            R"json([{"id": "a", "part": "check", "ask": "", "answer": "1 +", "counter": "x"}])json"),
        ContainsSubstring("03_double_buffer/quiz.json: a: a number or a name is expected"));
}

TEST_CASE("a page shows the question, its choices, and the answer folded") {
    const std::string page = markdown({first_of("[" + choice + "]")});
    CHECK(page == "**1.** Who: a ~ b = c # d?\n\n1. a < b\n2. `c: d`\n\n"
                  "<details data-answer=\"2\"><summary>Answer</summary>\n\n**2.** It is.\n\n*Not 1:* "
                  "Not \"so\".\n\n</details>\n");
}

TEST_CASE("GIFT escapes what it would take for its own") {
    const std::string file = gift({{first_of("[" + choice + "]")}, {first_of("[" + barriers + "]")}});
    CHECK_THAT(file, ContainsSubstring("$CATEGORY: $course$/top/Scanlab/03_double_buffer/scope\n\n"
                                       "::03 scope, 1::[markdown]Who\\: a \\~ b \\= c \\# d? {\n    ~a "
                                       "< b#Not \"so\".\n    =`c\\: d`#It is.\n}\n\n"));
    CHECK_THAT(file,
               ContainsSubstring("`x\\{y\\}`") && ContainsSubstring("{#7:0\n    ####One & 6.\n}\n"));
}

TEST_CASE("a score outlives the program, and a broken file of it is none") {
    const ScratchFolder scratch;
    const fs::path file = scratch.path() / "progress" / "quizzes.json";
    Score(file).note("03", "a", false);
    Score(file).note("03", "b", true);
    Score(file).note("03", "a", true);
    Score(file).note("04", "a", false);
    CHECK(Score(file).count("03").right == 2);
    CHECK(Score(file).count("04").answered == 1);
    std::ofstream(file) << "{";
    CHECK(Score(file).count("03").answered == 0);
}

// A run that is small enough for its answers to be worked out by hand: two threads store the input in
// sums, wait, add the left neighbour's number, wait, and store the result.
TEST_CASE("questions about a run have the answers that one finds by hand") {
    const scanlab::ScratchFolder folder;
    const auto file = folder.path() / "recording";
    const auto access = [](const char* kind, int thread, int variable, int element, int word,
                           int line) {
        return nlohmann::json{{"e", kind},
                              {"l", 0},
                              {"b", 0},
                              {"t", thread},
                              {"v", variable},
                              {"i", element},
                              {"a", 1024 * (variable + 1) + 4 * element},
                              {"n", 4},
                              {"w", {word}},
                              {"line", line}};
    };
    const nlohmann::json barrier9{{"e", "barrier"}, {"l", 0}, {"b", 0}, {"line", 9}},
        barrier11{{"e", "barrier"}, {"l", 0}, {"b", 0}, {"line", 11}};
    std::ofstream(file) << nlohmann::json{
        {"number", 3},
        {"name", "by_hand"},
        {"input", {{"values", {7, 100}}}},
        {"variables",
         {{{"name", "input"}, {"kind", "global"}},
          {{"name", "sums"}, {"kind", "shared"}},
          {{"name", "output"}, {"kind", "global"}}}},
        {"events",
         {access("read", 0, 0, 0, 7, 8), access("write", 0, 1, 0, 7, 8),
          access("read", 1, 0, 1, 100, 8), access("write", 1, 1, 1, 100, 8), barrier9,
          access("read", 1, 1, 0, 7, 10), access("read", 1, 1, 1, 100, 10),
          access("write", 1, 1, 1, 107, 10), barrier11, access("read", 0, 1, 1, 107, 12),
          access("write", 0, 2, 1, 107, 12), access("read", 1, 1, 0, 7, 12),
          access("write", 1, 2, 0, 7, 12)}}};
    const std::map<std::string, std::string> by_hand{
        {"In line 10, thread 1 of block 0 reads `sums[0]`. Which thread of its block wrote this value?",
         "0"},
        {"In line 12, thread 0 of block 0 reads `sums[1]`. Which thread of its block wrote this value?",
         "1"},
        {"In line 12, thread 1 of block 0 reads `sums[0]`. Which thread of its block wrote this value?",
         "0"},
        {"In line 10, thread 1 of block 0 reads `sums[0]`. How many elements of the input are added up "
         "in "
         "this value?",
         "1"},
        {"In line 10, thread 1 of block 0 reads `sums[1]`. How many elements of the input are added up "
         "in "
         "this value?",
         "1"},
        {"In line 12, thread 0 of block 0 reads `sums[1]`. How many elements of the input are added up "
         "in "
         "this value?",
         "2"},
        {"In line 12, thread 1 of block 0 reads `sums[0]`. How many elements of the input are added up "
         "in "
         "this value?",
         "1"},
        {"When warp 0 of block 0 writes `sums` in line 8 for the first time, how many wavefronts does "
         "it "
         "take?",
         "1"},
        {"When warp 0 of block 0 reads `sums` in line 10 for the first time, how many wavefronts does "
         "it "
         "take?",
         "1"},
        {"When warp 0 of block 0 writes `sums` in line 10 for the first time, how many wavefronts does "
         "it "
         "take?",
         "1"},
        {"When warp 0 of block 0 reads `sums` in line 12 for the first time, how many wavefronts does "
         "it "
         "take?",
         "1"},
        {"When warp 0 of block 0 reads `input` in line 8 for the first time, how many sectors of 32 "
         "bytes "
         "does it touch?",
         "1"},
        {"When warp 0 of block 0 writes `output` in line 12 for the first time, how many sectors of 32 "
         "bytes "
         "does it touch?",
         "1"},
        {"Which two lines race if the barrier in line 9 goes?", "lines 8 and 10"},
        {"Which two lines race if the barrier in line 11 goes?", "lines 10 and 12"},
        {"Block 0 writes `sums[0]` last in which line?", "8"},
        {"Block 0 writes `sums[1]` last in which line?", "10"},
        {"How often does thread 0 of block 0 read an element of `sums`?", "1"},
        {"How often does thread 1 of block 0 read an element of `sums`?", "3"},
        {"After its barrier number 1 and before the next one, how many threads of block 0 write to "
         "`sums`?",
         "1"}};
    std::set<std::string> asked;
    for (std::uint64_t seed = 0; seed < 100; ++seed)
        for (const Asked& question : viva(file, seed)) {
            INFO(question.text);
            REQUIRE(by_hand.contains(question.text));
            const std::size_t number = static_cast<std::size_t>(question.number);
            const std::string answer =
                question.choices.empty() ? question.answer() : question.choices.at(number - 1).text;
            CHECK(answer == by_hand.at(question.text));
            CHECK(question.lesson == "03_by_hand");
            asked.insert(question.text);
        }
    CHECK(asked.size() == by_hand.size());
    const std::string text = paper(viva(file, 1));
    CHECK(text.find("Key\n\n1. ") > text.find("   Answer: ______"));
    std::ofstream(file) << "{}";
    CHECK_THROWS_AS(viva(file, 1), scanlab::UsageError);
}
