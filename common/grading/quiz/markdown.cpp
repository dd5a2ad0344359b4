#include "written.hpp"

#include "format.hpp"

namespace scanlab::quiz {
namespace {

std::string choices_of(const Asked& asked) {
    std::string text;
    for (std::size_t i = 0; i < asked.choices.size(); ++i)
        text += fmt::format("{}. {}\n", i + 1, asked.choices[i].text);
    return text.empty() ? text : text + "\n";
}

/// The answer, and why the others are none.
std::string solution_of(const Asked& asked) {
    std::string text = fmt::format("**{}.** {}\n", asked.answer(), reason(asked, asked.answer()));
    for (std::size_t i = 0; i < asked.choices.size(); ++i)
        if (const Choice& choice = asked.choices[i]; !choice.right && !choice.why.empty())
            text += fmt::format("\n*Not {}:* {}\n", i + 1, choice.why);
    return text;
}

} // namespace

std::string paper(const std::vector<Asked>& questions) {
    std::string text, key = "Key\n\n";
    for (std::size_t i = 0; i < questions.size(); ++i) {
        const Asked& asked = questions[i];
        text += fmt::format("{}. {}\n", i + 1, asked.text);
        if (!asked.code.empty()) text += fmt::format("\n{}\n\n", asked.code);
        for (std::size_t c = 0; c < asked.choices.size(); ++c)
            text += fmt::format("   {}) {}\n", c + 1, asked.choices[c].text);
        text += "\n   Answer: ______\n\n";
        key += fmt::format("{}. {}{}{}\n", i + 1, asked.answer(), asked.why.empty() ? "" : ". ",
                           asked.why);
    }
    return text + key;
}

std::string markdown(const std::vector<Asked>& questions) {
    std::string text;
    for (std::size_t i = 0; i < questions.size(); ++i) {
        const Asked& asked = questions[i];
        text += fmt::format("{}**{}.** {}\n\n", i == 0 ? "" : "\n", i + 1, asked.text);
        if (!asked.code.empty()) text += fmt::format("```cpp\n{}\n```\n\n", asked.code);
        text += choices_of(asked);
        text += fmt::format("<details data-answer=\"{}\"><summary>Answer</summary>\n\n{}\n</details>\n",
                            asked.answer(), solution_of(asked));
    }
    return text;
}

} // namespace scanlab::quiz
