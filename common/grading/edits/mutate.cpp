// scanlab_mutate SOLUTION.cu [MOST]: prints mutants of a solution, at most so many, as a file of edits
// (common/grading/edits/README.md): each is the same program but for one small change that somebody
// might make by mistake. The note of an edit says what was changed.
//
// Changed is what a student writes, which stands between the markers of a solution; if that allows of
// fewer than 20 changes, the rest of the functions as well.
#include "compile/translator/lexer.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using scanlab::translate::Token;

/// A part of the text, and what stands there instead.
struct Change {
    std::size_t begin, bytes;
    std::string replacement;
    bool in_solution;
    std::string title{}; ///< the changed line as it was and as it is
};

class Mutator {
public:
    explicit Mutator(std::string text)
        : text_(std::move(text)), code_(scanlab::translate::lex(text_).code) {
        for (std::size_t at = 0; (at = text_.find("// BEGIN SOLUTION", at)) != std::string::npos;) {
            const std::size_t end = text_.find("// END SOLUTION", at);
            regions_.emplace_back(at, end);
            at = end;
        }
    }

    std::vector<Change> changes() {
        for (std::size_t i = 0; i < code_.size(); ++i) {
            replace_operator(i);
            replace_constant(i);
            replace_word(i);
        }
        delete_statements();
        std::ranges::stable_sort(changes_, {}, &Change::begin);
        return changes_;
    }

    /// The changed line as it was and as it is.
    std::string describe(const Change& change) const {
        return without_comment(line_at(text_, change.begin)) + "  ->  " +
               without_comment(line_at(mutant(change), change.begin));
    }

    /// The hunk of an edit that makes the change.
    std::string hunk(const Change& change) const {
        const std::string line = line_at(text_, change.begin);
        return "<" + std::to_string(place_of(line, change.begin)) + " " + line + "\n> " +
               line_at(mutant(change), change.begin) + "\n";
    }

private:
    void add(std::size_t begin, std::size_t bytes, std::string replacement) {
        const bool inside = std::ranges::any_of(regions_, [&](const auto& region) {
            return begin > region.first && begin < region.second;
        });
        const bool in_function = line_text(text_, begin).starts_with("    ");
        if (inside || in_function) changes_.push_back({begin, bytes, std::move(replacement), inside});
    }

    /// Operators with spaces around them: others belong to types, or to a sign.
    void replace_operator(std::size_t i) {
        static const std::map<std::string_view, std::string_view> others{
            {"<", "<="},  {"<=", "<"}, {">", ">="},  {">=", ">"},  {"==", "!="}, {"!=", "=="},
            {"+", "-"},   {"-", "+"},  {"*", "+"},   {"/", "*"},   {"%", "/"},   {"&&", "||"},
            {"||", "&&"}, {"+=", "="}, {"*=", "+="}, {"/=", "-="}, {"<<", ">>"}};
        if (code_[i].kind != Token::Kind::punctuation || !space_at(code_[i].begin - 1)) return;
        const std::size_t begin = code_[i].begin;
        const std::string_view whole =
            std::string_view(text_).substr(begin, text_.find(' ', begin) - begin);
        const auto other = others.find(whole);
        if (other != others.end()) add(begin, whole.size(), std::string(other->second));
    }

    void replace_constant(std::size_t i) {
        const std::string_view number = code_[i].text;
        if (code_[i].kind != Token::Kind::number || !std::ranges::all_of(number, ::isdigit)) return;
        // A byte of shared memory more in a launch changes nothing.
        if (line_text(text_, code_[i].begin).find("<<<") != std::string_view::npos) return;
        add(code_[i].begin, number.size(), std::to_string(std::stoll(std::string(number)) + 1));
    }

    void replace_word(std::size_t i) {
        static const std::map<std::string_view, std::string_view> others{
            {"memory_order_acq_rel", "memory_order_relaxed"},
            {"memory_order_release", "memory_order_relaxed"},
            {"memory_order_acquire", "memory_order_relaxed"},
            {"__shfl_up_sync", "__shfl_down_sync"},
            {"__shfl_down_sync", "__shfl_up_sync"},
            {"blockIdx", "threadIdx"},
            {"true", "false"},
            {"false", "true"}};
        const auto other = others.find(code_[i].text);
        if (other != others.end())
            add(code_[i].begin, code_[i].text.size(), std::string(other->second));
    }

    /// Barriers, and statements that fill a line.
    void delete_statements() {
        for (std::size_t begin = 0; begin < text_.size();) {
            const std::size_t end = std::min(text_.find('\n', begin), text_.size());
            const std::string_view line = std::string_view(text_).substr(begin, end - begin);
            const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
            const std::size_t semicolon = line.find(';');
            if (indent > 0 && semicolon != std::string_view::npos && line.find('{') > semicolon &&
                is_statement(line.substr(indent, semicolon + 1 - indent)))
                add(begin + indent, semicolon - indent + 1, ";");
            begin = end + 1;
        }
    }

    /// Not a declaration, which others need, and not a part of something longer.
    static bool is_statement(std::string_view line) {
        const scanlab::translate::Tokens tokens = scanlab::translate::lex(line).code;
        if (tokens.size() < 2 || !tokens[0].is_word() || tokens[0].is("for") ||
            tokens[0].is("static_assert"))
            return false;
        if (tokens[0].is("if") || tokens[0].is("return")) return true;
        const auto equals = std::ranges::find_if(tokens, [](const Token& t) { return t.is("="); });
        const auto words_side_by_side =
            std::ranges::adjacent_find(tokens.begin(), equals, [](const Token& a, const Token& b) {
                return b.is_word() && (a.is_word() || a.is("&") || a.is("*") || a.is(">"));
            });
        return words_side_by_side == equals;
    }

    bool space_at(std::size_t i) const { return i < text_.size() && text_[i] == ' '; }

    static std::string_view line_text(const std::string& text, std::size_t at) {
        const std::size_t begin = text.rfind('\n', at) + 1;
        return std::string_view(text).substr(begin, text.find('\n', at) - begin);
    }
    static std::string trimmed(std::string_view line) {
        return std::string(line.substr(std::min(line.find_first_not_of(' '), line.size())));
    }
    static std::string line_at(const std::string& text, std::size_t at) {
        return trimmed(line_text(text, at));
    }
    static std::string without_comment(const std::string& line) {
        return line.substr(0, line.find(" //"));
    }

    std::string mutant(const Change& change) const {
        std::string changed = text_;
        return changed.replace(change.begin, change.bytes, change.replacement);
    }

    /// Of the lines that are equal but for their indentation, which one this is, from 1.
    int place_of(const std::string& line, std::size_t at) const {
        std::istringstream before(text_.substr(0, text_.rfind('\n', at) + 1));
        int place = 1;
        for (std::string other; std::getline(before, other);) place += trimmed(other) == line;
        return place;
    }

    std::string text_;
    scanlab::translate::Tokens code_;
    std::vector<std::pair<std::size_t, std::size_t>> regions_;
    std::vector<Change> changes_;
};

/// Every k-th, so that what is left is spread over the source.
std::vector<Change> thinned(const std::vector<Change>& changes, std::size_t most) {
    if (changes.size() <= most) return changes;
    std::vector<Change> some;
    for (std::size_t i = 0; i < most; ++i) some.push_back(changes[i * changes.size() / most]);
    return some;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::cerr << "usage: scanlab_mutate SOLUTION.cu [MOST]\n";
        return 2;
    }
    std::ifstream file(argv[1]);
    Mutator mutator({std::istreambuf_iterator<char>(file), {}});
    std::vector<Change> all = mutator.changes();
    constexpr std::ptrdiff_t enough = 21; // of which one may not compile
    if (std::ranges::count_if(all, &Change::in_solution) >= enough)
        std::erase_if(all, [](const Change& change) { return !change.in_solution; });
    std::map<std::string, int> times; // the same change may be made in several places
    for (Change& change : all) {
        change.title = mutator.describe(change);
        if (const int time = ++times[change.title]; time > 1)
            change.title += "  (" + std::to_string(time) + ")";
    }
    const std::vector<Change> chosen = thinned(all, argc > 2 ? std::stoul(argv[2]) : all.size());
    std::cout << "# " << argv[1] << "\n";
    for (std::size_t i = 0; i < chosen.size(); ++i)
        std::cout << "\n## mutant_" << i + 1 << " · " << chosen[i].title << "\nA single change.\n"
                  << mutator.hunk(chosen[i]);
}
