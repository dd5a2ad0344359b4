#include "question.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "process.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace scanlab::quiz {
namespace {

using nlohmann::json;

/// A text, or a list of its lines.
std::string lines(const json& j, const char* name) {
    if (!j.contains(name)) return {};
    const json& value = j.at(name);
    if (value.is_string()) return value;
    return fmt::format("{}", fmt::join(value.get<std::vector<std::string>>(), "\n"));
}

Question read(const json& j) {
    Question question{.id = j.at("id"),
                      .part = j.at("part"),
                      .ask = lines(j, "ask"),
                      .code = lines(j, "code"),
                      .why = lines(j, "why"),
                      .given = j.value("given", decltype(Question::given){}),
                      .valid = j.value("valid", ""),
                      .answer = j.value("answer", ""),
                      .counter = j.value("counter", ""),
                      .uncounted = j.value("uncounted", ""),
                      .program = j.value("program", ""),
                      .choices = {}};
    for (const json& choice : j.value("choices", json::array()))
        question.choices.push_back(
            {choice.at("text"), lines(choice, "why"), choice.value("right", false)});
    return question;
}

/// What is wrong with it; empty if nothing is.
std::string complaint(const Question& question) {
    if (question.part != "predict" && question.part != "check") return "its part is predict or check";
    if (question.answer.empty() == question.choices.empty())
        return "it has either an answer or choices";
    const auto right = std::ranges::count_if(question.choices, &Choice::right);
    if (!question.choices.empty() && right != 1) return "one of its choices has to be right";
    if (!question.answer.empty() && question.counter.empty() == question.uncounted.empty())
        return "a number has either a counter or the reason why it is uncounted";
    for (const auto& [name, numbers] : question.given)
        if (numbers.empty()) return fmt::format("there is no number for '{}'", name);
    return {};
}

} // namespace

Quiz read_quiz(const std::filesystem::path& lesson) {
    const std::filesystem::path file = lesson / "quiz.json";
    if (!std::filesystem::exists(file)) throw UsageError("{} has no quiz", lesson.filename().string());
    Quiz quiz{lesson.filename(), {}};
    std::set<std::string> ids;
    try {
        for (const json& j : json::parse(content(file))) {
            Question question = read(j);
            std::string wrong = complaint(question);
            if (!ids.insert(question.id).second) wrong = "there are two of this id";
            if (!wrong.empty()) throw UsageError("{}: {}: {}", file.string(), question.id, wrong);
            quiz.questions.push_back(std::move(question));
        }
    } catch (const json::exception& error) {
        throw UsageError("{}: {}", file.string(), error.what());
    }
    return quiz;
}

} // namespace scanlab::quiz
