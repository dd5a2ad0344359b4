#include "source_check.hpp"

#include "compile/translator/lexer.hpp"
#include "format.hpp"

#include <algorithm>
#include <optional>

namespace scanlab::grader {
namespace {

long long line_at(std::string_view text, std::size_t offset) {
    return 1 + std::ranges::count(text.substr(0, offset), '\n');
}

/// How many bytes a UTF-8 character takes that begins with `first`; 0 if none does.
std::size_t length_of(unsigned char first) {
    if (first < 0x80) return 1;
    if (first >= 0xc2 && first < 0xe0) return 2;
    if (first >= 0xe0 && first < 0xf0) return 3;
    return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

/// Where the text stops being UTF-8.
std::optional<std::size_t> end_of_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = length_of(static_cast<unsigned char>(text[i]));
        if (length == 0 || i + length > text.size()) return i;
        for (const char c : text.substr(i + 1, length - 1))
            if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) return i;
        i += length;
    }
    return std::nullopt;
}

std::string not_text(std::string_view text) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return "The file is empty: was it saved before it was handed in?";
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
        return "The file is in UTF-16: save it as UTF-8, which every editor offers.";
    if (const std::size_t at = text.find('\0'); at != std::string_view::npos)
        return fmt::format("Line {} has a NUL byte, so this is no source text: is it the right file?",
                           line_at(text, at));
    if (const auto at = end_of_utf8(text))
        return fmt::format("Line {} is not in UTF-8 (in Latin-1, perhaps?): save the file as UTF-8, "
                           "which every editor offers.",
                           line_at(text, *at));
    return {};
}

/// What SCANLAB_EXERCISE(exercise, kernels) names.
struct Registration {
    std::string_view exercise, kernels;
};

std::optional<Registration> registration(const translate::Tokens& code) {
    for (std::size_t i = 0; i + 4 < code.size(); ++i)
        if (code[i].is("SCANLAB_EXERCISE") && code[i + 1].is("(") && code[i + 3].is(","))
            return Registration{code[i + 2].text, code[i + 4].text};
    return std::nullopt;
}

/// How often a word stands in the source, its macros included.
long long count_word(const translate::Source& source, std::string_view word) {
    const auto in = [&](const translate::Tokens& tokens) {
        return std::ranges::count_if(tokens, [&](const translate::Token& t) { return t.is(word); });
    };
    long long count = in(source.code);
    for (const translate::Macro& macro : source.macros) count += in(macro.body);
    return count;
}

std::string lacks_parts(const translate::Source& source, std::string_view exercise) {
    const auto found = registration(source.code);
    if (!found && count_word(source, "SCANLAB_EXERCISE") + count_word(source, "exercise") > 0)
        return {}; // said otherwise
    if (!found)
        return fmt::format("The last line of the starter is missing from your file: "
                           "`SCANLAB_EXERCISE({}, …);`. Put it "
                           "back, so that the grader finds your kernel.",
                           exercise);
    if (found->exercise != exercise)
        return fmt::format(
            "This is the exercise `{0}`, as its `SCANLAB_EXERCISE({0}, …)` says, but it is "
            "graded as `{1}`.",
            found->exercise, exercise);
    if (count_word(source, found->kernels) < 2)
        return fmt::format("There is no struct `{}`, which `SCANLAB_EXERCISE` names in the last line.",
                           found->kernels);
    if (count_word(source, "launch") == 0)
        return fmt::format("The struct `{}` lacks its function `launch()`, which the starter has.",
                           found->kernels);
    return {};
}

} // namespace

std::string unreadable_because(std::string_view text, std::string_view exercise) {
    if (std::string reason = not_text(text); !reason.empty()) return reason;
    return lacks_parts(translate::lex(text), exercise);
}

std::string lacks_kernel(std::string_view text) {
    return count_word(translate::lex(text), "__global__") == 0
               ? "Your file has no kernel. Mark the function that you launch with `__global__`."
               : "";
}

} // namespace scanlab::grader
