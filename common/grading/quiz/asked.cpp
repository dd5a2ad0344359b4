#include "asked.hpp"

#include "errors.hpp"
#include "format.hpp"

#include <cmath>
#include <cstdlib>

namespace scanlab::quiz {
namespace {

/// The same for the same question and seed, whatever library it is compiled with: FNV-1a, which is then
/// mixed. (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014.)
std::uint64_t dice(std::string_view what, std::uint64_t seed) {
    std::uint64_t z = 0xcbf29ce484222325 ^ (seed * 0x9e3779b97f4a7c15);
    for (const unsigned char c : what) z = (z ^ c) * 0x100000001b3;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

/// The text with the value of each `${formula}` in its place.
std::string filled(std::string_view text, const Values& values) {
    std::string result;
    for (;;) {
        const std::size_t begin = text.find("${"), end = text.find('}', begin);
        result += text.substr(0, begin);
        if (begin == std::string_view::npos || end == std::string_view::npos) return result;
        result += plain(value_of(text.substr(begin + 2, end - begin - 2), values));
        text.remove_prefix(end + 1);
    }
}

std::optional<double> number_in(std::string_view text) {
    const std::string copy(text);
    char* end = nullptr;
    const double number = std::strtod(copy.c_str(), &end);
    if (copy.empty() || *end != '\0' || !std::isfinite(number)) return std::nullopt;
    return number;
}

/// Where an answer is no whole number, one that is rounded to two places or three digits will do.
double tolerance_of(double number) {
    return number == std::round(number) ? 0 : std::max(0.005, std::abs(number) * 0.005);
}

} // namespace

std::string plain(double number) {
    if (number == std::round(number)) return fmt::format("{:.0f}", number);
    const std::string text = fmt::format("{:.3f}", number);
    const std::string digits = text.substr(0, text.find_last_not_of('0') + 1);
    return digits.ends_with('.') ? digits.substr(0, digits.size() - 1) : digits; // 3.9999 is "4"
}

std::string Asked::answer() const { return plain(number); }

Values choose(const Quiz& quiz, const Question& question, const Numbers& numbers) {
    Values values, own;
    for (const auto& [name, possible] : question.given) {
        const std::string what = quiz.lesson + " " + question.id + " " + name;
        const std::size_t chosen = numbers.seed ? dice(what, *numbers.seed) % possible.size() : 0;
        own[name] = possible[chosen];
        const auto fixed = numbers.fixed.find(name);
        values[name] = fixed == numbers.fixed.end() ? own[name] : fixed->second;
    }
    return question.valid.empty() || evaluate(question.valid, values).holds ? values : own;
}

Asked ask(const Quiz& quiz, const Question& question, const Values& values) {
    try {
        Asked asked{quiz.lesson,
                    question.id,
                    filled(question.ask, values),
                    filled(question.code, values),
                    filled(question.why, values),
                    question.choices};
        for (std::size_t i = 0; i < asked.choices.size(); ++i) {
            Choice& choice = asked.choices[i];
            choice.text = filled(choice.text, values);
            choice.why = filled(choice.why, values);
            if (choice.right) asked.number = static_cast<double>(i + 1);
        }
        if (asked.choices.empty()) {
            asked.number = value_of(question.answer, values);
            asked.tolerance = tolerance_of(asked.number);
        }
        return asked;
    } catch (const FormulaError& error) {
        throw UsageError("{}/quiz.json: {}: {}", quiz.lesson, question.id, error.what());
    }
}

std::string complaint(const Asked& asked, std::string_view answer) {
    const auto number = number_in(answer);
    if (asked.choices.empty()) return number ? "" : fmt::format("`{}` is not a number", answer);
    const auto last = static_cast<double>(asked.choices.size());
    if (number && *number == std::round(*number) && *number >= 1 && *number <= last) return {};
    return fmt::format("`{}` is not one of the choices 1 to {}", answer, asked.choices.size());
}

bool is_right(const Asked& asked, std::string_view answer) {
    return std::abs(number_in(answer).value() - asked.number) <= asked.tolerance;
}

std::string reason(const Asked& asked, std::string_view answer) {
    if (asked.choices.empty()) return asked.why;
    const Choice& chosen = asked.choices.at(static_cast<std::size_t>(number_in(answer).value()) - 1);
    return chosen.why.empty() || asked.why.empty() ? chosen.why + asked.why
                                                   : chosen.why + " " + asked.why;
}

} // namespace scanlab::quiz
