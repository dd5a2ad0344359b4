/// \file
/// A question with numbers put in: what a student reads and answers.
#pragma once

#include "formula.hpp"
#include "question.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab::quiz {

struct Asked {
    std::string lesson, id;
    std::string text, code, why;
    std::vector<Choice> choices; ///< none if the answer is a number
    double number = 0;           ///< the answer, or the number of the right choice, from 1
    double tolerance = 0;        ///< how far from it an answer may be

    /// "10", "0.25", or of a choice "2".
    std::string answer() const;
};

/// How numbers are chosen.
struct Numbers {
    std::optional<std::uint64_t> seed{}; ///< none: those of the page
    Values fixed{};                      ///< by name, where the question can be asked with them
};

/// The numbers that a question is asked with.
Values choose(const Quiz& quiz, const Question& question, const Numbers& numbers);

/// The question with these numbers. Throws UsageError if a formula is none.
Asked ask(const Quiz& quiz, const Question& question, const Values& values);

/// What is wrong with an answer as such; empty if it is a number, or that of a choice.
std::string complaint(const Asked& asked, std::string_view answer);

/// Whether it is right. It must be one.
bool is_right(const Asked& asked, std::string_view answer);

/// Why a choice is right or wrong, and why the answer is what it is.
std::string reason(const Asked& asked, std::string_view answer);

/// A number as people write it: "65536", "188", "0.125".
std::string plain(double number);

} // namespace scanlab::quiz
