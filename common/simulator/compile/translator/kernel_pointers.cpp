#include "compile/translator/kernel_pointers.hpp"

#include <algorithm>
#include <array>

namespace scanlab::translate {
namespace {

/// The token after `&name`, `space::name` or `name<arguments>`, or none.
std::size_t past_name(const Tokens& tokens, std::size_t i) {
    if (at(tokens, i, "&")) ++i;
    if (at(tokens, i, "::")) ++i;
    if (!is_name(tokens, i)) return none;
    for (++i; at(tokens, i, "::") && is_name(tokens, i + 1);) i += 2;
    if (!at(tokens, i, "<")) return i;
    const std::size_t angle = closing_angle(tokens, i);
    return angle == none ? none : angle + 1;
}

/// Does an operand that is only cast end before `i`?
bool ends_operand(const Tokens& tokens, std::size_t i) {
    return i < tokens.size() && is_any(tokens[i], {",", ")", ";", "}"});
}

} // namespace

bool has_launches_by_pointer(std::string_view text) {
    constexpr std::array words{"cudaLaunch", "cudaGraph", "cudaKernelNodeParams", "cuLaunch"};
    return std::ranges::any_of(words,
                               [&](std::string_view word) { return text.find(word) != text.npos; });
}

void rewrite_cast_to_pointer(Rewriter& rewriter, const Row& row, std::size_t i) {
    const Tokens& tokens = row.tokens;
    const std::size_t first = i > 0 && tokens[i - 1].is("const") ? i - 1 : i;
    if (first == 0 || !at(tokens, i, "void") || !at(tokens, i + 1, "*")) return;
    const bool is_named = tokens[first - 1].is("<") && first > 1 &&
                          tokens[first - 2].is("reinterpret_cast") && at(tokens, i + 2, ">") &&
                          at(tokens, i + 3, "(");
    if (!is_named && !(tokens[first - 1].is("(") && at(tokens, i + 2, ")"))) return;
    const std::size_t begin = is_named ? i + 4 : i + 3, end = past_name(tokens, begin);
    if (end == none || !ends_operand(tokens, end)) return;
    rewriter.replace(tokens[begin].begin, tokens[begin].begin, "::scanlab::sim::known_kernel(");
    rewriter.replace(tokens[end - 1].end(), tokens[end - 1].end(), ")");
}

} // namespace scanlab::translate
