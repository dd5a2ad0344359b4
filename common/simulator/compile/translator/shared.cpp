#include "compile/translator/shared.hpp"

#include <algorithm>
#include <optional>

namespace scanlab::translate {
namespace {

bool is_builtin_type(const Token& token) {
    return is_any(token,
                  {"void", "bool", "char", "short", "int", "long", "float", "double", "signed",
                   "unsigned", "wchar_t", "char8_t", "char16_t", "char32_t", "auto", "__int128"});
}
/// `float4` and its like.
bool is_vector_type(const Token& token) {
    if (token.text.empty() || token.text.back() < '1' || token.text.back() > '4') return false;
    const Token element{token.kind, token.begin, token.text.substr(0, token.text.size() - 1)};
    return is_builtin_type(element) ||
           is_any(element, {"uchar", "ushort", "uint", "ulong", "longlong", "ulonglong"});
}
/// Specifiers that say nothing about the type.
bool is_storage_word(const Token& token) {
    return is_any(token, {"static", "extern", "inline", "constexpr", "register", "__device__"});
}
bool is_cv_word(const Token& token) {
    return is_any(token, {"const", "volatile", "__restrict__", "__restrict", "restrict"});
}
bool is_class_key(const Token& token) { return is_any(token, {"struct", "class", "union", "enum"}); }

/// What stands before the declarators: `extern __shared__ __align__(16) unsigned char`.
struct Specifiers {
    std::string type;      ///< empty if there is none
    std::string alignment; ///< empty if none is given
    bool is_extern = false;
    std::string definition;                         ///< the head of a type defined on the spot,
    std::size_t body_begin = none, body_end = none; ///< and its braces
    std::size_t next = 0;                           ///< the first token of the declarators
};

/// One variable of a declaration: its name, and its type without it, as in `*[4]`.
struct Declarator {
    std::size_t name, name_end;
    std::size_t end; ///< the `,` or `;` after it
    std::string type;
    /// An array whose first extent is left out, as it is in `type`. Others nvcc takes for static ones,
    /// even if they are `extern`.
    bool is_unsized = false;
};

class SharedRewriter {
public:
    SharedRewriter(Rewriter& rewriter, const Row& row, const SharedWords& words)
        : rewriter_(rewriter), row_(row), tokens_(row.tokens), words_(words) {}

    void run(std::size_t keyword) {
        const std::size_t place = tokens_[keyword].begin;
        const std::size_t begin = declaration_begin(keyword);
        const Specifiers specifier = specifiers(begin);
        const Scope scope = row_.scope(keyword);
        if (specifier.type.empty())
            return rewriter_.error(place, "this __shared__ declaration names no type");
        if (specifier.type == "auto" || specifier.type.ends_with(" auto")) {
            return rewriter_.error(place, "a __shared__ variable needs a written type, not 'auto'");
        }
        if (scope == Scope::type)
            return rewriter_.error(place, "a member cannot be __shared__; declare it in the kernel");

        std::string text;
        std::size_t from = tokens_[begin].begin;
        if (specifier.body_begin != none) {
            const std::size_t body = tokens_[specifier.body_begin].begin;
            rewriter_.replace(from, body, specifier.definition + rewriter_.line_ends(row_, from, body));
            from = tokens_[specifier.body_end - 1].end();
            text = "; ";
        }
        const std::size_t edit_begin = from;
        for (std::size_t i = specifier.next;; ++i) {
            const auto variable = declarator(i);
            if (!variable) return;
            const std::size_t name = tokens_[variable->name].begin;
            if (variable->is_unsized && !specifier.is_extern) {
                return rewriter_.error(name,
                                       "this array needs an extent, or 'extern' before '__shared__'");
            }
            text += rewriter_.line_ends(row_, from, name) + macro_call(specifier, *variable, scope);
            from = name;
            i = variable->end;
            if (!at(tokens_, i, ",")) {
                const std::size_t end = tokens_[i - 1].end();
                rewriter_.replace(edit_begin, end, text + rewriter_.line_ends(row_, from, end));
                return;
            }
            text += "; ";
        }
    }

private:
    std::string macro_call(const Specifiers& specifier, const Declarator& variable, Scope scope) const {
        std::string type = specifier.type + variable.type;
        if (!specifier.alignment.empty()) {
            type = "::scanlab::sim::Aligned<" + specifier.alignment + ", " + type + ">";
        }
        return std::string("SCANLAB_") + (scope == Scope::file ? "FILE_" : "") +
               (variable.is_unsized ? "DYNAMIC_" : "") + "SHARED(" +
               squeezed(tokens_, variable.name, variable.name_end) + ", " + type + ")";
    }

    /// Past the qualified name that begins at `i`.
    std::size_t name_end(std::size_t i) const {
        for (;;) {
            if (at(tokens_, i, "::")) ++i;
            if (at(tokens_, i, "template")) ++i;
            if (!is_name(tokens_, i)) return i;
            ++i;
            if (at(tokens_, i, "<")) {
                const std::size_t close = closing_angle(tokens_, i);
                if (close == none) return i;
                i = close + 1;
            }
            if (at(tokens_, i, "##"))
                ++i;
            else if (!at(tokens_, i, "::"))
                return i;
        }
    }

    /// Could the name at `i` be the variable's, since no declarator follows it?
    bool is_last_name(std::size_t i) const {
        const std::size_t next = name_end(i);
        return next >= tokens_.size() || is_any(tokens_[next], {"[", ";", ",", "=", "{", ")"});
    }

    Specifiers specifiers(std::size_t i) const {
        Specifiers result;
        bool has_type = false;
        const auto add = [&](std::string text) {
            result.type += (result.type.empty() ? "" : " ") + text;
        };
        while (i < tokens_.size()) {
            const Token& token = tokens_[i];
            std::size_t next = i + 1;
            if (words_.contains(token.text)) {
                if (words_.includes(token.text, "extern")) result.is_extern = true;
                if (words_.includes(token.text, "volatile")) add("volatile");
            } else if (is_storage_word(token)) {
                if (token.is("extern")) result.is_extern = true;
            } else if (is_attribute_word(token) && at(tokens_, i + 1, "(")) {
                next = past(tokens_, i + 1);
                if (const std::string n = alignment(i, next); !n.empty()) result.alignment = n;
            } else if (token.is("[") && at(tokens_, i + 1, "[")) {
                next = past(tokens_, i);
            } else if (is_cv_word(token) || token.is("typename")) {
                add(std::string(token.text));
            } else if (is_builtin_type(token)) {
                add(std::string(token.text));
                has_type = true;
            } else if (is_any(token, {"decltype", "typeof", "__typeof__"}) && at(tokens_, i + 1, "(")) {
                next = past(tokens_, i + 1);
                add(squeezed(tokens_, i, next));
                has_type = true;
            } else if (is_class_key(token) && !has_type) {
                next = class_type(i, result);
                has_type = true;
            } else if (!has_type && (is_name(tokens_, i) || token.is("::")) && !is_last_name(i)) {
                next = name_end(i);
                add(squeezed(tokens_, i, next));
                has_type = true;
            } else {
                break;
            }
            i = next;
        }
        result.next = i;
        if (!has_type) result.type.clear();
        return result;
    }

    /// `struct S` or `struct S { … }` at `i`; names a type that has no name. Returns what follows it.
    std::size_t class_type(std::size_t i, Specifiers& result) const {
        const std::size_t key = i++;
        while (i < tokens_.size() && (is_attribute_word(tokens_[i]) || is_class_key(tokens_[i]))) {
            i = at(tokens_, i + 1, "(") ? past(tokens_, i + 1) : i + 1;
        }
        const std::size_t name = i;
        i = name_end(i);
        std::size_t body = i;
        while (at(tokens_, i, ":") && body < tokens_.size() && !is_any(tokens_[body], {"{", ";"}))
            ++body;
        if (!result.type.empty()) result.type += ' ';
        if (!at(tokens_, body, "{")) {
            result.type += squeezed(tokens_, key, i);
            return i;
        }
        const std::string type =
            name < i ? squeezed(tokens_, name, i)
                     : "scanlab_shared_type_" + std::to_string(rewriter_.line(tokens_[key].begin));
        result.type += type;
        const std::string bases = i < body ? squeezed(tokens_, i, body) + ' ' : "";
        result.definition = squeezed(tokens_, key, name) + ' ' + type + ' ' + bases;
        result.body_begin = body;
        result.body_end = past(tokens_, body);
        return result.body_end;
    }

    /// The alignment that the attribute in tokens `begin` … `end - 1` asks for, or nothing.
    std::string alignment(std::size_t begin, std::size_t end) const {
        while (begin < end &&
               !is_any(tokens_[begin], {"alignas", "__align__", "__builtin_align__", "aligned"}))
            ++begin;
        if (!at(tokens_, begin + 1, "(")) return "";
        const std::string operand = squeezed(tokens_, begin + 2, past(tokens_, begin + 1) - 1);
        if (operand.empty()) return "";
        const bool is_type = is_builtin_type(tokens_[begin + 2]) || is_vector_type(tokens_[begin + 2]);
        if (is_type) return "alignof(" + operand + ")";
        const bool may_be_type = is_name(tokens_, begin + 2) && operand.find('(') == std::string::npos;
        return may_be_type ? "::scanlab::sim::alignment_of<" + operand + ">()" : operand;
    }

    /// Back over the words of a declaration that may stand before token `i`, its type left out.
    std::size_t specifiers_begin(std::size_t i) const {
        while (i > 0) {
            const Token& last = tokens_[i - 1];
            const std::size_t open = is_any(last, {")", "]"}) ? opening(tokens_, i - 1) : none;
            if (is_storage_word(last) || is_cv_word(last) || is_builtin_type(last) ||
                last.is("typename")) {
                --i;
            } else if (last.is(")") && open != none && open > 0 &&
                       is_attribute_word(tokens_[open - 1])) {
                i = open - 1;
            } else if (last.is("]") && open != none && at(tokens_, open + 1, "[")) {
                i = open;
            } else {
                break;
            }
        }
        return i;
    }

    /// The first token of the declaration that holds the `__shared__` at `i`.
    std::size_t declaration_begin(std::size_t i) const {
        std::size_t begin = specifiers_begin(i);
        if (!specifiers(begin).type.empty()) return begin;
        while (begin > 0) { // the type stands before: `Pair<int, 2> __shared__ x;`
            const bool is_angle = tokens_[begin - 1].is(">");
            if (!is_angle && !tokens_[begin - 1].is("::") && !is_name(tokens_, begin - 1)) break;
            const std::size_t open = is_angle ? opening_angle(tokens_, begin - 1) : begin - 1;
            if (open == none) break;
            begin = open;
        }
        return specifiers_begin(begin);
    }

    std::optional<Declarator> declarator(const std::size_t begin) {
        const auto fail = [&](std::size_t i, const std::string& message) {
            rewriter_.error(i < tokens_.size() ? tokens_[i].begin : tokens_.back().end(), message);
            return std::nullopt;
        };
        std::size_t name = begin;
        while (name < tokens_.size() &&
               (is_any(tokens_[name], {"*", "("}) || is_cv_word(tokens_[name])))
            ++name;
        if (at(tokens_, name, "&")) return fail(name, "a __shared__ variable cannot be a reference");
        if (!is_name(tokens_, name)) return fail(name, "expected the name of a __shared__ variable");

        std::size_t after = name + 1;
        while (at(tokens_, after, "##")) after = std::min(after + 2, tokens_.size());
        std::size_t end = begin;
        while (end < tokens_.size() && !is_any(tokens_[end], {",", ";", "=", "{", ")", ":"})) {
            end = is_any(tokens_[end], {"(", "["}) ? past(tokens_, end) : end + 1;
        }
        const std::string text = squeezed(tokens_, name, after);
        if (at(tokens_, end, "=") || at(tokens_, end, "{") ||
            (name == begin && at(tokens_, after, "("))) {
            return fail(name, "initializer not allowed for __shared__ variable '" + text + "'");
        }
        if (at(tokens_, end, ")")) return fail(name, "a parameter cannot be __shared__");
        if (end >= tokens_.size() ? row_.macro == nullptr : !is_any(tokens_[end], {",", ";"})) {
            return fail(end, "expected ';' after the __shared__ variable '" + text + "'");
        }

        Declarator result{name, after, end, squeezed(tokens_, begin, name), false};
        std::size_t i = after;
        if (at(tokens_, i, "[") && at(tokens_, i + 1, "]")) {
            result.is_unsized = true;
            i += 2;
        }
        for (; i < end; ++i) {
            if (!tokens_[i].is("[")) {
                result.type += tokens_[i].text;
                continue;
            }
            const std::size_t close = past(tokens_, i) - 1;
            const std::string extent = squeezed(tokens_, i + 1, close);
            // A bare `>` would end the template argument that the type becomes.
            const bool has_angle = extent.find('>') != std::string::npos;
            result.type += has_angle ? "[(" + extent + ")]" : "[" + extent + "]";
            i = close;
        }
        return result;
    }

    Rewriter& rewriter_;
    const Row& row_;
    const Tokens& tokens_;
    const SharedWords& words_;
};

} // namespace

SharedWords::SharedWords(const Source& source) {
    const auto is_specifier = [](const Token& token) {
        return token.is("__shared__") || is_storage_word(token) || is_cv_word(token);
    };
    for (const Macro& macro : source.macros) {
        const bool has_shared = std::ranges::count(macro.body, "__shared__", &Token::text) != 0;
        if (has_shared && std::ranges::all_of(macro.body, is_specifier)) macros_.push_back(&macro);
    }
}

const Macro* SharedWords::find(std::string_view word) const {
    const auto found = std::ranges::find(macros_, word, &Macro::name);
    return found == macros_.end() ? nullptr : *found;
}

bool SharedWords::includes(std::string_view word, std::string_view specifier) const {
    const Macro* macro = find(word);
    return macro != nullptr && std::ranges::count(macro->body, specifier, &Token::text) != 0;
}

void rewrite_shared(Rewriter& rewriter, const Row& row, const SharedWords& words, std::size_t keyword) {
    SharedRewriter(rewriter, row, words).run(keyword);
}

} // namespace scanlab::translate
