#include "written.hpp"

#include "format.hpp"

namespace scanlab::quiz {
namespace {

/// A blank line would end the question, and these characters mean something in GIFT.
std::string in_gift(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        if (c == '\n') {
            safe += "\\n";
            continue;
        }
        if (std::string_view("~=#{}:\\").find(c) != std::string_view::npos) safe += '\\';
        safe += c;
    }
    return safe;
}

/// Markdown takes what is indented by four for code.
std::string indented(const std::string& code) {
    std::string text = "\n\n    ";
    for (const char c : code) text += c == '\n' ? std::string("\n    ") : std::string(1, c);
    return text;
}

std::string answers_of(const Asked& asked) {
    if (asked.choices.empty()) return fmt::format("#{}:{}", asked.answer(), plain(asked.tolerance));
    std::string text;
    for (const Choice& choice : asked.choices)
        text += fmt::format("\n    {}{}{}", choice.right ? '=' : '~', in_gift(choice.text),
                            choice.why.empty() ? "" : "#" + in_gift(choice.why));
    return text;
}

std::string in_gift(const Asked& asked, std::size_t variant) {
    const std::string code = asked.code.empty() ? "" : indented(asked.code);
    const std::string why = asked.why.empty() ? "" : "\n    ####" + in_gift(asked.why);
    return fmt::format("::{} {}, {}::[markdown]{} {{{}{}\n}}\n\n", in_gift(asked.lesson.substr(0, 2)),
                       in_gift(asked.id), variant, in_gift(asked.text + code), answers_of(asked), why);
}

} // namespace

std::string gift(const Variants& questions) {
    std::string text;
    for (const std::vector<Asked>& variants : questions) {
        const Asked& first = variants.front();
        text += fmt::format("$CATEGORY: $course$/top/Scanlab/{}/{}\n\n", first.lesson, first.id);
        for (std::size_t i = 0; i < variants.size(); ++i) text += in_gift(variants[i], i + 1);
    }
    return text;
}

} // namespace scanlab::quiz
