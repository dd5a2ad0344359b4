#include "building.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "help.hpp"
#include "kit.hpp"
#include "numbers.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "quiz_score.hpp"
#include "quizzes.hpp"
#include "text.hpp"
#include "written.hpp"

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <unistd.h>

namespace scanlab {
namespace {

namespace fs = std::filesystem;

struct QuizArguments {
    std::vector<std::string> words, answers;
    std::string part, n, format;
    std::optional<std::uint64_t> seed;
    std::optional<int> question;
    int threads = 0, variants = 1;
    bool list = false, with_answers = false, markdown = false;
};

/// The folders of all lessons, from 00 on.
std::vector<fs::path> lesson_folders() {
    std::vector<fs::path> folders;
    for (const auto& entry : fs::directory_iterator(kit_folder() / "lessons"))
        if (fs::exists(entry.path() / "quiz.json")) folders.push_back(entry.path());
    std::ranges::sort(folders);
    return folders;
}

/// The lesson that a user means: 3, 03, double_buffer, 03_double_buffer.
quiz::Quiz find_quiz(const std::string& word) {
    for (const fs::path& folder : lesson_folders()) {
        const std::string name = folder.filename();
        const std::string number = name.substr(0, 2);
        if (word == name || word == name.substr(3) || word == number || "0" + word == number)
            return quiz::read_quiz(folder);
    }
    throw UsageError("there is no quiz {}; ./scanlab list lists the lessons", word);
}

quiz::Quiz chosen_quiz(const QuizArguments& arguments) {
    if (arguments.words.empty())
        throw UsageError("which lesson? Give its number, as in: ./scanlab quiz 03");
    if (arguments.words.size() > 1) throw UsageError("{}: one lesson at a time", arguments.words[1]);
    return find_quiz(arguments.words.front());
}

quiz::Numbers numbers_of(const QuizArguments& arguments) {
    quiz::Numbers numbers{arguments.seed, {}};
    if (!arguments.n.empty()) {
        const long long n = parse_count("--n", arguments.n);
        if (n < 2) throw UsageError("--n {}: give two elements or more", arguments.n);
        numbers.fixed["n"] = static_cast<double>(n);
    }
    if (arguments.threads > 0) numbers.fixed["threads"] = arguments.threads;
    return numbers;
}

/// The questions that were asked for, each with its number in the quiz.
std::vector<std::pair<std::size_t, quiz::Asked>> chosen_questions(const QuizArguments& arguments,
                                                                  const quiz::Quiz& quiz) {
    const std::size_t count = quiz.questions.size();
    if (arguments.question && static_cast<std::size_t>(*arguments.question) > count)
        throw UsageError("--question {}: there are {}", *arguments.question, count);
    std::vector<std::pair<std::size_t, quiz::Asked>> chosen;
    for (std::size_t i = 0; i < count; ++i) {
        const quiz::Question& question = quiz.questions[i];
        if (arguments.question && static_cast<std::size_t>(*arguments.question) != i + 1) continue;
        if (!arguments.part.empty() && question.part != arguments.part) continue;
        const Values values = quiz::choose(quiz, question, numbers_of(arguments));
        chosen.emplace_back(i + 1, quiz::ask(quiz, question, values));
    }
    return chosen;
}

void print_wrapped(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        for (const std::string& part : wrapped(line, 100)) fmt::print("{}\n", part);
}

void print_question(std::size_t number, const quiz::Asked& asked) {
    print_wrapped(fmt::format("{}. {}", number, asked.text));
    if (!asked.code.empty()) fmt::print("\n{}\n\n", asked.code);
    for (std::size_t i = 0; i < asked.choices.size(); ++i)
        fmt::print("{}", list_entry(fmt::format("   {})", i + 1), asked.choices[i].text, 6));
}

void print_solution(const quiz::Asked& asked) {
    print_wrapped(fmt::format("=> {}. {}", asked.answer(), quiz::reason(asked, asked.answer())));
    fmt::print("\n");
}

/// Where answers come from: options, or else lines of the standard input.
class Answers {
public:
    explicit Answers(std::vector<std::string> given)
        : given_(std::move(given)), asks_(given_.empty()), in_terminal_(isatty(STDIN_FILENO) != 0) {}

    /// The next answer, as such; none if there are no more, or it was skipped by an empty line. Whoever
    /// is asked and mistypes is told what can be answered, and asked again.
    std::optional<std::string> next(const quiz::Asked& asked) {
        for (;;) {
            const auto answer = line();
            if (!answer || answer->empty()) return std::nullopt;
            const std::string wrong = quiz::complaint(asked, *answer);
            if (wrong.empty()) return answer;
            if (!asks_) throw UsageError(wrong);
            fmt::print("{}. Answer with {}, or press Enter to skip the question.\n", wrong,
                       asked.choices.empty()
                           ? "a number, such as 12 or 0.25"
                           : fmt::format("the number of a choice, 1 to {}", asked.choices.size()));
        }
    }
    bool at_end() const { return at_end_; }
    bool asks() const { return asks_; }
    void require_end() const {
        if (!asks_ && used_ < given_.size())
            throw UsageError("--answer {}: there are no more questions", given_[used_]);
    }

private:
    std::optional<std::string> line() {
        if (!asks_) {
            at_end_ = used_ + 1 >= given_.size();
            return used_ < given_.size() ? std::optional(given_[used_++]) : std::nullopt;
        }
        if (in_terminal_) fmt::print("> ");
        std::fflush(stdout);
        std::string text;
        at_end_ = !std::getline(std::cin, text);
        const std::size_t begin = text.find_first_not_of(" \t\r"), end = text.find_last_not_of(" \t\r");
        return begin == std::string::npos ? "" : text.substr(begin, end + 1 - begin);
    }

    std::vector<std::string> given_;
    std::size_t used_ = 0;
    bool asks_, in_terminal_, at_end_ = false;
};

quiz::Score read_score() { return quiz::Score(folder_of(Backend::sim) / "progress/quizzes.json"); }

void print_verdict(const quiz::Asked& asked, const std::string& answer) {
    const std::string verdict = quiz::is_right(asked, answer) ? "Right."
                                : asked.choices.empty()       ? fmt::format("No, {}.", asked.answer())
                                                              : "No.";
    print_wrapped(fmt::format("{} {}", verdict, quiz::reason(asked, answer)));
}

/// Exit code 0 if each answer was right.
int ask_all(const QuizArguments& arguments, const quiz::Quiz& quiz) {
    const auto questions = chosen_questions(arguments, quiz);
    quiz::Score score = read_score();
    Answers answers(arguments.answers);
    int right = 0, answered = 0;
    fmt::print("{}\n{}\n", quiz::title_of(quiz.lesson),
               answers.asks() ? "Type a number to answer. Press Enter to skip a question.\n" : "");
    for (const auto& [number, asked] : questions) {
        print_question(number, asked);
        if (auto answer = answers.next(asked)) {
            const bool is_right = quiz::is_right(asked, *answer);
            right += is_right;
            ++answered;
            score.note(quiz.lesson, asked.id, is_right);
            if (!is_right && answers.asks()) {
                fmt::print("Not right. You can try again, but the first answer counts. Press Enter to "
                           "go on.\n");
                if (const auto second = answers.next(asked)) answer = second;
            }
            print_verdict(asked, *answer);
        }
        fmt::print("\n");
        if (answers.at_end()) break;
    }
    answers.require_end();
    const auto kept = score.count(quiz.lesson);
    fmt::print("{} of {} right. So far you have answered {} of this lesson's {} questions correctly.\n",
               right, counted(answered, "answer"), kept.right, quiz.questions.size());
    if (kept.answered >= static_cast<int>(quiz.questions.size()))
        fmt::print("{}{}", right == answered ? "Well done. " : "",
                   what_is_next(std::stoi(quiz.lesson)));
    return right == answered ? exit_pass : exit_wrong;
}

int print_all(const QuizArguments& arguments, const quiz::Quiz& quiz) {
    for (const auto& [number, asked] : chosen_questions(arguments, quiz)) {
        print_question(number, asked);
        if (arguments.with_answers) print_solution(asked);
    }
    return exit_pass;
}

int print_markdown(const QuizArguments& arguments, const quiz::Quiz& quiz) {
    std::vector<quiz::Asked> questions;
    for (auto& [number, asked] : chosen_questions(arguments, quiz))
        questions.push_back(std::move(asked));
    fmt::print("{}", quiz::markdown(questions));
    return exit_pass;
}

/// The variants of a question that differ, as many of them as there are at most.
std::vector<quiz::Asked> variants_of(const quiz::Quiz& quiz, const quiz::Question& question,
                                     const QuizArguments& arguments) {
    std::vector<quiz::Asked> variants;
    const std::uint64_t first = arguments.seed.value_or(1);
    constexpr int tries = 20; // for each: the same numbers may come up again
    for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(arguments.variants * tries) &&
                              variants.size() < static_cast<std::size_t>(arguments.variants);
         ++i) {
        quiz::Asked asked = quiz::ask(quiz, question, quiz::choose(quiz, question, {first + i, {}}));
        const auto is_same = [&](const quiz::Asked& other) {
            return other.text == asked.text && other.code == asked.code;
        };
        if (std::ranges::none_of(variants, is_same)) variants.push_back(std::move(asked));
    }
    return variants;
}

int export_all(const QuizArguments& arguments) {
    if (arguments.words.empty())
        throw UsageError("which file? As in: ./scanlab quiz --export gift questions.gift");
    std::vector<std::string> words = arguments.words;
    const fs::path file = words.back();
    words.pop_back();
    std::vector<quiz::Quiz> quizzes;
    for (const std::string& word : words) quizzes.push_back(find_quiz(word));
    if (words.empty())
        for (const fs::path& folder : lesson_folders()) quizzes.push_back(quiz::read_quiz(folder));
    quiz::Variants all;
    for (const quiz::Quiz& quiz : quizzes)
        for (const quiz::Question& question : quiz.questions)
            all.push_back(variants_of(quiz, question, arguments));
    if (arguments.format == "gift")
        OutputFile("--export", file).write(quiz::gift(all));
    else
        quiz::write_qti(all, file);
    std::size_t count = 0;
    for (const auto& variants : all) count += variants.size();
    fmt::print("{}: {}, {} with their variants\n", file.string(),
               counted(static_cast<long long>(all.size()), "question"), count);
    return exit_pass;
}

int run_quiz(const QuizArguments& arguments) {
    if (!arguments.format.empty()) return export_all(arguments);
    const quiz::Quiz quiz = chosen_quiz(arguments);
    if (arguments.markdown) return print_markdown(arguments, quiz);
    if (arguments.list || arguments.with_answers) return print_all(arguments, quiz);
    return ask_all(arguments, quiz);
}

} // namespace

QuizCount quiz_count(int lesson) {
    const std::string beginning = fmt::format("{:02}_", lesson);
    for (const fs::path& folder : lesson_folders()) {
        const std::string name = folder.filename();
        if (!name.starts_with(beginning)) continue;
        const auto count = read_score().count(name);
        return {static_cast<int>(quiz::read_quiz(folder).questions.size()), count.answered,
                count.right};
    }
    return {};
}

Action define_quiz(CLI::App& app, const Invocation&) {
    const auto arguments = std::make_shared<QuizArguments>();
    app.add_option("lesson", arguments->words,
                   "Its number or name; with --export all if none, and FILE");
    app.add_option("--question", arguments->question, "Ask this question only")
        ->check(plain_digits)
        ->check(CLI::Range(1, 1000));
    app.add_option("--part", arguments->part,
                   "Ask only what is asked before (predict) or after (check) the lesson is run")
        ->check(CLI::IsMember({"predict", "check"}));
    app.add_option("--answer", arguments->answers,
                   "Answer with this, and do not ask: a number, or that of a choice. Can be repeated")
        ->take_all();
    app.add_option("--seed", arguments->seed, "Other numbers than the page's")->check(plain_digits);
    app.add_option("--n", arguments->n, "Ask about so many elements: 1000000, 1e6 or 2^20");
    app.add_option("--threads", arguments->threads, "Ask about so many threads per block")
        ->check(CLI::IsMember({32, 64, 128, 256, 512, 1024}));
    app.add_flag("--list", arguments->list, "Only print the questions");
    app.add_flag("--answers", arguments->with_answers, "Print the questions, their answers and why");
    app.add_flag("--markdown", arguments->markdown, "Print them as the lesson's page has them");
    app.add_option(
           "--export", arguments->format,
           "Write FILE for a learning platform: gift (Moodle) or qti (QTI 1.2: Canvas and others)")
        ->check(CLI::IsMember({"gift", "qti"}));
    app.add_option("--variants", arguments->variants, "With --export: so many of each question (1)")
        ->check(plain_digits)
        ->check(CLI::Range(1, 100));
    return [arguments] { return run_quiz(*arguments); };
}

} // namespace scanlab
