#include "compile/translator/launch.hpp"

#include <algorithm>

namespace scanlab::translate {
namespace {

/// The first token of the kernel's name or expression that ends before `end`, or `end`.
std::size_t callee_begin(const Tokens& tokens, std::size_t end) {
    std::size_t i = end;
    const auto previous = [&](std::string_view text) { return i > 0 && tokens[i - 1].is(text); };
    for (;;) {
        // Calls, subscripts and template arguments, the last first.
        bool is_complete = false;
        while (previous(")") || previous("]") || previous(">")) {
            const bool is_call = previous(")");
            const std::size_t open =
                previous(">") ? opening_angle(tokens, i - 1) : opening(tokens, i - 1);
            if (open == none) return end;
            i = open;
            is_complete =
                is_call && !(i > 0 && (is_name(tokens, i - 1) || previous(">") || previous("]")));
            if (is_complete) break; // an expression in parentheses
        }
        if (!is_complete) {
            if (i == 0 || !is_name(tokens, i - 1)) return end;
            --i;
        }
        if (previous("template")) --i;
        if (previous("::")) {
            --i;
            if (!previous(">") && (i == 0 || !is_name(tokens, i - 1))) return i;
        } else if (previous(".") || previous("->") || previous("##") || previous("<")) {
            --i; // a `<` before a name begins template arguments that hold a comparison
        } else {
            return i;
        }
    }
}

/// Do the three `>` that end a run of them begin at `i`? `f<x>>>>` is a `>` and a `>>>`.
bool is_run_end(const Tokens& tokens, std::size_t i) {
    for (std::size_t length = 3; length <= i + 3; ++length) {
        if (is_run(tokens, i + 3 - length, length, '>')) return true;
    }
    return false;
}

/// Does an old formatter's `<< <` begin at `i`, or its `>> >`?
bool are_apart(const Tokens& tokens, std::size_t i, char c) {
    const std::string_view text(&c, 1);
    for (std::size_t j = i; j < i + 3; ++j)
        if (!at(tokens, j, text)) return false;
    const bool first_touch = tokens[i].end() == tokens[i + 1].begin,
               last_touch = tokens[i + 1].end() == tokens[i + 2].begin;
    return first_touch != last_touch && !at(tokens, i + 3, text);
}

/// Does `>>>` or `>> >` end the launch parameters at `i`?
bool is_end(const Tokens& tokens, std::size_t i) {
    return is_run_end(tokens, i) || (are_apart(tokens, i, '>') && at(tokens, i + 3, "("));
}

/// How many template arguments have begun in `begin` … `end - 1`, as far as one can tell, and not
/// ended.
int open_angles(const Tokens& tokens, std::size_t begin, std::size_t end) {
    int open = 0;
    for (std::size_t i = begin; i < end; i = is_open(tokens, i) ? past(tokens, i) : i + 1) {
        if (tokens[i].is("<") && i > begin && is_name(tokens, i - 1) && !at(tokens, i + 1, "<")) ++open;
        if (tokens[i].is(">") && open > 0) --open;
    }
    return open;
}

/// The next `>>>` or `>> >` from `i` on in the same statement and brackets; none if there is none.
std::size_t next_end(const Tokens& tokens, std::size_t i) {
    for (; i < tokens.size(); i = is_open(tokens, i) ? past(tokens, i) : i + 1) {
        if (is_end(tokens, i)) return i;
        if (is_any(tokens[i], {";", ")", "]", "}"})) break;
    }
    return none;
}

/// Where the launch parameters from `config` on end; none if they do not.
std::size_t config_end(const Tokens& tokens, std::size_t config) {
    std::size_t close = next_end(tokens, config);
    while (close != none &&
           open_angles(tokens, config, close) >= 3) { // `>>>` may end as many templates
        const std::size_t later = next_end(tokens, close + 3);
        if (later == none) break;
        close = later;
    }
    return close;
}

/// Are there two to four launch parameters, or something that a macro or a pack may expand to them?
bool has_good_size(const Row& row, std::size_t begin, std::size_t end) {
    const Tokens& tokens = row.tokens;
    if (begin == end) return false;
    int count = 1;
    for (std::size_t i = begin; i < end; ++i) {
        if (tokens[i].is(",")) ++count;
        if (is_open(tokens, i)) i = closing(tokens, i);
        if (tokens[i].is("<") && i > begin && tokens[i - 1].is_word()) {
            if (const std::size_t close = closing_angle(tokens, i); close < end) i = close;
        }
    }
    const bool may_be_several = row.macro != nullptr || tokens[begin].is_word();
    return count <= 4 && (count >= 2 || may_be_several);
}

/// The callee as a string literal; a macro's parameters in it become what they stand for.
std::string quoted(const Row& row, std::size_t begin, std::size_t end) {
    std::string text = "\"";
    for (std::size_t i = begin; i < end; ++i) {
        const Token& token = row.tokens[i];
        const bool is_pasted = token.is("##") || (i > begin && row.tokens[i - 1].is("##"));
        if (i > begin && token.begin != row.tokens[i - 1].end() && !is_pasted) text += ' ';
        if (row.macro != nullptr && std::ranges::count(row.macro->parameters, token.text) != 0) {
            text += "\" #" + std::string(token.text) + " \"";
        } else if (!token.is("##")) {
            for (const char c : token.text)
                text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
        }
    }
    return text + '"';
}

bool stands_for_nothing(const Row& row, std::size_t i) {
    return row.macro != nullptr && row.macro->variadic &&
           row.tokens[i].is(row.macro->parameters.back());
}

/// What an argument is depends on the parameter if it is 0, NULL or a list in braces: as a launch's own
/// parameter it would be an integer, or nothing that C++ could name.
void literal_arguments(Rewriter& rewriter, const Tokens& tokens, std::size_t open, std::size_t end) {
    for (std::size_t i = open + 1; i < end; ++i) {
        const std::size_t begin = i;
        if (is_open(tokens, i)) i = closing(tokens, i);
        if (!is_any(tokens[begin - 1], {"(", ","}) || !is_any(tokens[i + 1], {",", ")"})) continue;
        if (tokens[begin].is("NULL"))
            rewriter.replace(tokens[begin].begin, tokens[begin].end(), "nullptr");
        else if (tokens[begin].is("0"))
            rewriter.replace(tokens[begin].begin, tokens[begin].end(), "::scanlab::sim::Zero()");
        else if (tokens[begin].is("{")) {
            rewriter.replace(tokens[begin].begin, tokens[begin].begin, "SCANLAB_IN_BRACES(");
            rewriter.replace(tokens[i].end(), tokens[i].end(), ")");
        }
    }
}

} // namespace

bool is_launch(const Tokens& tokens, std::size_t i) {
    if (i > 0 && is_any(tokens[i - 1], {"operator", "<"})) return false;
    return is_run(tokens, i, 3, '<') || are_apart(tokens, i, '<');
}

void rewrite_launch(Rewriter& rewriter, const Row& row, std::size_t chevron,
                    const KernelNames& with_references) {
    const Tokens& tokens = row.tokens;
    const std::size_t place = tokens[chevron].begin;
    const std::size_t callee = callee_begin(tokens, chevron);
    if (callee == chevron) return rewriter.error(place, "expected the name of a kernel before '<<<'");

    const std::size_t config = chevron + 3;
    const std::size_t close = config_end(tokens, config);
    if (close == none) return rewriter.error(place, "this kernel launch has no '>>>'");
    const std::size_t open = close + 3;
    const std::size_t behind = tokens[open - 1].end();
    // `#ifdef … k<<<a>>> #else k<<<b>>> #endif (x);`: the arguments are those of either.
    const bool is_split = row.macro == nullptr && open < tokens.size() &&
                          rewriter.has_directive(behind, tokens[open].begin);
    if (!is_split && !at(tokens, open, "(")) {
        return rewriter.error(tokens[close].begin,
                              "expected '(' and the kernel's arguments after '>>>'");
    }
    const std::size_t end = at(tokens, open, "(") ? closing(tokens, open) : open;
    if (end == none)
        return rewriter.error(tokens[open].begin, "the kernel's arguments have no closing ')'");
    if (!has_good_size(row, config, close)) {
        return rewriter.error(place,
                              "a kernel launch takes two to four values between '<<<' and '>>>': "
                              "grid, block, bytes of dynamic shared memory, stream");
    }

    const std::string call = squeezed(tokens, callee, chevron);
    const bool by_reference = with_references.contains(tokens[chevron - 1].text);
    rewriter.replace(tokens[callee].begin, tokens[config - 1].end(),
                     (is_split       ? "::scanlab::sim::launch_with("
                      : by_reference ? "::scanlab::sim::launch_by_reference("
                                     : "::scanlab::sim::launch(") +
                         quoted(row, callee, chevron) + ", " +
                         rewriter.line_ends(row, tokens[callee].begin, place) +
                         "::scanlab::sim::LaunchConfig(");
    if (is_split)
        return rewriter.replace(tokens[close].begin, behind, "), SCANLAB_KERNEL(" + call + "))");
    std::string separator = end == open + 1 ? "" : ", ";
    if (end == open + 2 && stands_for_nothing(row, open + 1)) separator = " __VA_OPT__(,) ";
    rewriter.replace(tokens[close].begin, tokens[open].end(),
                     "), SCANLAB_KERNEL(" + call + ")" + separator +
                         rewriter.line_ends(row, tokens[close].begin, tokens[open].begin));
    literal_arguments(rewriter, tokens, open, end);
}

} // namespace scanlab::translate
