#include "compile/translator/translator.hpp"

#include "compile/translator/architecture.hpp"
#include "compile/translator/inline_ptx.hpp"
#include "compile/translator/kernel_pointers.hpp"
#include "compile/translator/kernels.hpp"
#include "compile/translator/launch.hpp"
#include "compile/translator/locals.hpp"
#include "compile/translator/shared.hpp"
#include "compile/translator/unsized_arrays.hpp"

#include <algorithm>

namespace scanlab::translate {
namespace {

/// Calls `visit(row, i)` for each token of the code and of the macros' bodies.
template <class Visit>
void for_each_token(const Source& source, const SharedWords& words, Visit visit) {
    const auto visit_row = [&](const Row& row) {
        for (std::size_t i = 0; i < row.tokens.size(); ++i) visit(row, i);
    };
    const std::vector<Scope> code_scopes = scopes(source);
    visit_row({source.code, nullptr, &code_scopes});
    for (const Macro& macro : source.macros) {
        if (!words.contains(macro.name)) visit_row({macro.body, &macro});
    }
}

/// Does the `]` at `close` end what a lambda captures?
bool ends_captures(const Tokens& tokens, std::size_t close) {
    const std::size_t open = opening(tokens, close);
    if (open == none || tokens[open + 1].is("[")) return false; // [[an attribute]]
    if (open == 0) return true;
    const Token& before = tokens[open - 1];
    return !is_name(tokens, open - 1) && !is_any(before, {"]", ")", "[", ">", "delete", "operator"});
}

/// Where the qualifiers of a lambda end that begin at token `i`: `__device__`, `__host__`, or macros
/// that stand for them; `i` if none do. Nothing else can stand before its parameters.
std::size_t end_of_lambdas_qualifiers(const Tokens& tokens, std::size_t i) {
    const auto is_qualifier = [&](std::size_t k) {
        return tokens[k].is_word() && !is_any(tokens[k], {"mutable", "noexcept", "constexpr",
                                                          "consteval", "static", "requires"});
    };
    if (i == 0 || !tokens[i - 1].is("]")) return i;
    std::size_t end = i;
    while (end < tokens.size() && is_qualifier(end)) ++end;
    const bool is_of_lambda = end != i && end < tokens.size() && is_any(tokens[end], {"(", "{"}) &&
                              ends_captures(tokens, i - 1);
    return is_of_lambda ? end : i;
}

/// Clang takes attributes, which is what these are, behind the parameters.
void move_lambdas_qualifiers(Rewriter& rewriter, const Tokens& tokens, std::size_t i) {
    const std::size_t behind = end_of_lambdas_qualifiers(tokens, i);
    if (behind == i) return;
    std::string qualifiers;
    for (std::size_t k = i; k < behind; ++k) {
        qualifiers += " " + std::string(tokens[k].text);
        rewriter.replace(tokens[k].begin, tokens[k].end(), "");
    }
    const bool has_parameters = tokens[behind].is("(");
    const std::size_t close = has_parameters ? closing(tokens, behind) : behind;
    if (close == none) return;
    const std::size_t at = has_parameters ? tokens[close].end() : tokens[behind].begin;
    rewriter.replace(at, at, (has_parameters ? "" : "()") + qualifiers + " ");
}

/// In `extern "C"__global__` the keyword would be a suffix of the literal.
bool is_qualifier_at_literal(const Tokens& tokens, std::size_t i) {
    return i > 0 && is_any(tokens[i], {"__global__", "__device__", "__host__"}) &&
           tokens[i - 1].kind == Token::Kind::literal && tokens[i - 1].end() == tokens[i].begin;
}

/// A kernel is a function of its own. A class can call it a friend, but not define it.
void refuse_kernel_in_class(Rewriter& rewriter, const Row& row, std::size_t i) {
    const Tokens& tokens = row.tokens;
    if (!tokens[i].is("__global__") || row.scope(i) != Scope::type) return;
    const auto begin = tokens.begin() + static_cast<std::ptrdiff_t>(statement_begin(tokens, i));
    const bool is_friend = std::any_of(begin, tokens.begin() + static_cast<std::ptrdiff_t>(i),
                                       [](const Token& token) { return token.is("friend"); });
    if (is_friend && function_at(tokens, i).body == none) return;
    rewriter.error(tokens[i].begin,
                   is_friend
                       ? "a kernel cannot be defined where a class calls it a friend: define it "
                         "outside of the class"
                       : "a kernel cannot be a member of a class: define it outside of the class, "
                         "and pass it the members that it needs");
}

/// Does token `i` begin the type of a texture reference?
bool is_texture_reference(const Row& row, std::size_t i) {
    return row.tokens[i].is("texture") && at(row.tokens, i + 1, "<") && row.scope(i) == Scope::file;
}

/// Under nvcc each file has texture references of its own: "can only be declared as a static global
/// variable", as CUDA's guide has it.
void rewrite_texture_reference(Rewriter& rewriter, const Row& row, std::size_t i) {
    const bool begins_declaration = i == 0 || is_any(row.tokens[i - 1], {";", "{", "}"});
    rewriter.replace(row.tokens[i].begin, row.tokens[i].end(),
                     std::string(begins_declaration ? "static " : "") +
                         "::scanlab::sim::TextureReference");
}

} // namespace

Translation translate(std::string_view original, const std::string& file, const IncludeMap& includes,
                      Locals locals, const UnsizedArrays& unsized) {
    const std::string decided = asks_for_architecture(original) ? decide_architecture(original) : "";
    const std::string_view text = decided.empty() ? original : decided;
    const Source source = lex(text);
    const SharedWords words(source);
    Rewriter rewriter(text, file);
    for (const auto& [begin, spelling] : source.includes) {
        const auto found = includes.find(spelling);
        if (found != includes.end()) rewriter.replace(begin, begin + spelling.size(), found->second);
    }
    const bool has_pointers = has_launches_by_pointer(original);
    KernelNames with_references;
    for_each_token(source, words, [&](const Row& row, std::size_t i) {
        if (row.tokens[i].is("__global__")) note_references(rewriter, row, i, with_references);
    });
    for_each_token(source, words, [&](const Row& row, std::size_t i) {
        if (has_pointers) rewrite_cast_to_pointer(rewriter, row, i);
        if (is_launch(row.tokens, i)) rewrite_launch(rewriter, row, i, with_references);
        if (words.contains(row.tokens[i].text)) rewrite_shared(rewriter, row, words, i);
        refuse_kernel_in_class(rewriter, row, i);
        move_lambdas_qualifiers(rewriter, row.tokens, i);
        if (is_qualifier_at_literal(row.tokens, i))
            rewriter.replace(row.tokens[i].begin, row.tokens[i].begin, " ");
        if (is_texture_reference(row, i)) rewrite_texture_reference(rewriter, row, i);
        if (row.tokens[i].is("__launch_bounds__")) rewrite_launch_bounds(rewriter, row, i);
        if (is_asm(row.tokens, i)) rewrite_asm(rewriter, row, i);
        if (locals == Locals::exposed) expose_locals(rewriter, row, i);
        if (!unsized.empty() && is_array_with_values(row.tokens, i) &&
            unsized.contains({file, rewriter.line(row.tokens[i].begin)}))
            rewrite_unsized_array(rewriter, row.tokens, i);
    });
    return rewriter.result();
}

Contents inspect(std::string_view text) {
    const Source source = lex(text);
    Contents contents;
    contents.has_cuda = asks_for_architecture(text) || has_launches_by_pointer(text);
    for_each_token(source, SharedWords(source), [&](const Row& row, std::size_t i) {
        if (is_launch(row.tokens, i) || is_asm(row.tokens, i) ||
            is_any(row.tokens[i], {"__shared__", "__global__"}))
            contents.has_cuda = true;
        if (is_any(row.tokens[i], {"__global__", "__device__"})) contents.has_kernels = true;
    });
    for (const Include& include : source.includes) contents.includes.emplace_back(include.spelling);
    return contents;
}

} // namespace scanlab::translate
