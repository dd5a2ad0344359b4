// Every lesson's questions can be asked with any numbers, answered, shown on pages, and taken to
// learning platforms.
#include "catch.hpp"

#include "errors.hpp"
#include "process.hpp"
#include "quiz_score.hpp"
#include "written.hpp"

#include <algorithm>
#include <fstream>
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
