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
