#include "compile/translator/kernels.hpp"

#include <optional>
#include <string>

namespace scanlab::translate {
namespace {

/// The token after `i`, or after the brackets or the template arguments that begin there.
std::size_t next(const Tokens& tokens, std::size_t i) {
    const std::size_t close = is_open(tokens, i)  ? closing(tokens, i)
                              : tokens[i].is("<") ? closing_angle(tokens, i)
                                                  : none;
    return (close == none ? i : close) + 1;
}

/// The next `,` from `i` on that stands in no brackets, or `end`.
std::size_t next_comma(const Tokens& tokens, std::size_t i, std::size_t end) {
    while (i < end && !tokens[i].is(",")) i = next(tokens, i);
    return i < end ? i : end;
}

/// The `template <…` that the declaration begins with which the keyword belongs to: its `<`, or none.
std::size_t template_parameters(const Tokens& tokens, std::size_t keyword) {
    for (std::size_t i = statement_begin(tokens, keyword); i < keyword; ++i)
        if (tokens[i].is("template") && at(tokens, i + 1, "<")) return i + 1;
    return none;
}

/// "B" of `int B = 256`, "Ts..." of `class... Ts`; nothing if the parameter has no name.
std::optional<std::string> parameter_name(const Tokens& tokens, std::size_t begin, std::size_t end) {
    std::size_t last = begin;
    bool is_pack = false;
    for (; last < end && !tokens[last].is("="); ++last) is_pack |= tokens[last].is(".");
    if (last < begin + 2 || !is_name(tokens, last - 1)) return std::nullopt;
    return std::string(tokens[last - 1].text) + (is_pack ? "..." : "");
}

/// "<B, Ts...>" for the template parameters that the `<` at `open` begins; nothing if one has no name.
std::optional<std::string> own_arguments(const Tokens& tokens, std::size_t open) {
    const std::size_t end = closing_angle(tokens, open);
    if (end == none) return std::nullopt;
    std::string text;
    for (std::size_t i = open + 1; i < end;) {
        const std::size_t comma = next_comma(tokens, i, end);
        const auto name = parameter_name(tokens, i, comma);
        if (!name) return std::nullopt;
        text += (text.empty() ? "<" : ", ") + *name;
        i = comma + 1;
    }
    return text + ">";
}

/// The `&` of the first parameter that is a reference, or none.
std::size_t reference_parameter(const Tokens& tokens, std::size_t open) {
    const std::size_t end = closing(tokens, open);
    for (std::size_t i = open + 1; i < end;) {
        const std::size_t comma = next_comma(tokens, i, end);
        for (; i < comma && !tokens[i].is("="); i = next(tokens, i))
            if (tokens[i].is("&")) return i;
        i = comma + 1;
    }
    return none;
}

} // namespace

void note_references(Rewriter& rewriter, const Row& row, std::size_t keyword, KernelNames& kernels) {
    const Tokens& tokens = row.tokens;
    const std::size_t open = function_at(tokens, keyword).parameters;
    const std::size_t reference = open == none ? none : reference_parameter(tokens, open);
    if (reference == none) return;
    if (template_parameters(tokens, keyword) != none)
        return rewriter.error(tokens[reference].begin,
                              "a parameter of a kernel's template cannot be a reference here: a GPU "
                              "would get the address of the "
                              "host's variable. Pass a value, or a pointer to device memory");
    kernels.insert(tokens[open - 1].text);
}

void rewrite_launch_bounds(Rewriter& rewriter, const Row& row, std::size_t keyword) {
    const Tokens& tokens = row.tokens;
    const Function kernel = function_at(tokens, keyword);
    if (kernel.body == none || !at(tokens, keyword + 1, "(")) return;
    std::string name(tokens[kernel.parameters - 1].text);
    if (const std::size_t angle = template_parameters(tokens, keyword); angle != none) {
        const auto arguments = own_arguments(tokens, angle);
        if (!arguments) return;
        name += *arguments;
    }
    const std::string bounds = squeezed(tokens, keyword + 1, past(tokens, keyword + 1));
    rewriter.replace(tokens[kernel.body].end(), tokens[kernel.body].end(),
                     " SCANLAB_LAUNCH_BOUNDS(" + bounds + ", " + name + ")");
}

} // namespace scanlab::translate
