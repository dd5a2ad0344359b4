#include "compile/translator/locals.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace scanlab::translate {
namespace {

std::string exposed(const Token& name) { return " SCANLAB_EXPOSE(" + std::string(name.text) + ");"; }

/// Words that begin a statement which declares no variable, or none of the thread's own.
bool begins_other_statement(const Token& token) {
    return is_any(token, {"using",         "typedef",   "static", "extern",     "constexpr",
                          "thread_local",  "delete",    "new",    "break",      "continue",
                          "static_assert", "struct",    "class",  "union",      "enum",
                          "template",      "namespace", "asm",    "__shared__", "operator"});
}

/// The first declarator of the declaration that begins at `begin`, or none if it is something else.
std::size_t first_declarator(const Tokens& tokens, std::size_t begin) {
    if (begins_other_statement(tokens[begin])) return none;
    std::size_t i = begin;
    bool has_type = false;
    for (; i < tokens.size(); ++i) {
        if (tokens[i].is("<") && has_type) {
            i = closing_angle(tokens, i);
            if (i == none) return none;
        } else if (tokens[i].is("::") || tokens[i].is("const") || tokens[i].is("typename")) {
            continue;
        } else if (!is_name(tokens, i)) {
            return none;
        } else if (has_type && !tokens[i - 1].is("::") &&
                   (at(tokens, i + 1, "=") || at(tokens, i + 1, ";") || at(tokens, i + 1, ",") ||
                    at(tokens, i + 1, "[") || at(tokens, i + 1, "{") || at(tokens, i + 1, "("))) {
            return i;
        } else {
            has_type = true;
        }
    }
    return none;
}

class Exposer {
public:
    Exposer(Rewriter& rewriter, const Row& row) : rewriter_(rewriter), row_(row), tokens_(row.tokens) {}

    void run(const Function& f) {
        expose_parameters(f);
        const std::size_t end = closing(tokens_, f.body);
        for (std::size_t i = f.body + 1; i < end; ++i) {
            const bool begins_statement = is_any(tokens_[i - 1], {";", "{", "}"});
            if (!begins_statement || row_.scope(i) != Scope::function) continue;
            const std::size_t first = first_declarator(tokens_, i);
            if (first != none)
                i = expose_declaration(i, first);
            else if (is_any(tokens_[i], {"__shared__", "extern"}))
                for (std::size_t k = i; k < end && !tokens_[k].is(";"); ++k)
                    variables_.insert(tokens_[k].text);
        }
    }

private:
    /// Exposes the parameters that are passed by value and are no pointers.
    void expose_parameters(const Function& f) {
        std::string text;
        const std::size_t close = closing(tokens_, f.parameters);
        std::size_t begin = f.parameters + 1, name = none, words = 0;
        bool is_value = true, in_default = false;
        for (std::size_t i = begin; i <= close; ++i) {
            if (i == close || tokens_[i].is(",")) {
                if (words > 1) variables_.insert(tokens_[name].text);
                if (is_value && words > 1) {
                    drop_const(begin, name);
                    text += exposed(tokens_[name]);
                }
                begin = i + 1, name = none, words = 0, is_value = true, in_default = false;
            } else if (tokens_[i].is("<") && !in_default) {
                i = std::min(closing_angle(tokens_, i), close - 1);
            } else if (is_open(tokens_, i)) {
                if (!in_default) is_value = false; // an array or a function
                i = closing(tokens_, i);
            } else if (is_any(tokens_[i], {"*", "&", "."})) {
                is_value = false;
            } else if (tokens_[i].is("=")) {
                in_default = true;
            } else if (tokens_[i].is_word() && !tokens_[i].is("const") && !in_default) {
                name = i;
                ++words;
            }
        }
        rewriter_.replace(tokens_[f.body].end(), tokens_[f.body].end(), text);
    }

    /// Exposes every variable of the declaration that begins at `begin`, after its `;`. Returns that.
    std::size_t expose_declaration(std::size_t begin, std::size_t first) {
        std::string text;
        std::vector<std::string_view> names;
        bool is_declarator = true, varies = false;
        std::size_t i = first;
        for (; i < tokens_.size() && !tokens_[i].is(";"); ++i) {
            if (is_declarator && is_name(tokens_, i)) {
                names.push_back(tokens_[i].text);
                text += exposed(tokens_[i]);
                is_declarator = false;
            } else if (tokens_[i].is(",")) {
                is_declarator = true;
            } else {
                const std::size_t end = end_of_group(i);
                for (; i < end; ++i) varies |= variables_.contains(tokens_[i].text);
                --i;
            }
        }
        if (i == tokens_.size()) return i;
        // The compiler does not report what happens to constants; those of which array bounds are made
        // have to stay what they are.
        if (varies) drop_const(begin, first);
        const bool is_constant = !varies && is_any(tokens_[begin], {"const"});
        if (!is_constant) variables_.insert(names.begin(), names.end());
        rewriter_.replace(tokens_[i].end(), tokens_[i].end(), text);
        return i;
    }

    /// After the brackets that token `i` opens, or after the token itself.
    std::size_t end_of_group(std::size_t i) const {
        if (is_open(tokens_, i)) return past(tokens_, i);
        const std::size_t close = tokens_[i].is("<") ? closing_angle(tokens_, i) : none;
        return (close == none ? i : close) + 1; // angles most likely hold arguments of a template
    }

    void drop_const(std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            if (tokens_[i].is("const")) rewriter_.replace(tokens_[i].begin, tokens_[i].end(), "");
    }

    Rewriter& rewriter_;
    const Row& row_;
    const Tokens& tokens_;
    /// Names in the function that do not stand for constants.
    std::set<std::string_view> variables_{"threadIdx", "blockIdx", "blockDim", "gridDim"};
};

} // namespace

void expose_locals(Rewriter& rewriter, const Row& row, std::size_t i) {
    if (!is_any(row.tokens[i], {"__global__", "__device__"}) || row.scope(i) == Scope::function) return;
    const Function f = function_at(row.tokens, i);
    if (f.body == none) return;
    Exposer(rewriter, row).run(f);
}

} // namespace scanlab::translate
