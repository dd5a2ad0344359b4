#include "compile/spaces/source_names.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>

namespace scanlab::instrument {

namespace {

bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Behind the name of an operator that begins at `i`, if one does, without what follows it:
/// "operator<".
std::size_t after_operator(std::string_view text, std::size_t i) {
    constexpr std::string_view word = "operator";
    if (!text.substr(i).starts_with(word) || (i > 0 && is_of_word(text[i - 1]))) return i;
    std::size_t end = i + word.size();
    if (end >= text.size() || is_of_word(text[end])) return i;
    for (const std::string_view sign : {"()", "[]", "<<", ">>", "<=>", "<=", ">=", "->", "<", ">"})
        if (text.substr(end).starts_with(sign)) return end + sign.size();
    return end;
}

} // namespace

std::string source_name(std::string_view demangled) {
    std::string name;
    int depth = 0;
    for (std::size_t i = 0; i < demangled.size(); ++i) {
        if (const std::size_t end = after_operator(demangled, i); end != i && depth == 0) {
            name += demangled.substr(i, end - i);
            i = end - 1;
            continue;
        }
        const char c = demangled[i];
        constexpr std::string_view anonymous = "(anonymous namespace)", lambda = "{lambda(";
        if (demangled.substr(i).starts_with(anonymous)) {
            if (depth == 0) name += anonymous;
            i += anonymous.size() - 1;
        } else if (c == '{' && depth == 0) {
            name += demangled.substr(i).starts_with(lambda) ? "lambda" : "";
            ++depth;
        } else if (c == '<' || c == '(' || c == '[' || c == '{') {
            ++depth;
        } else if (c == '>' || c == ')' || c == ']' || c == '}') {
            --depth;
        } else if (depth == 0) {
            name += c;
        }
    }
    for (std::size_t at; (at = name.find(" const::")) != std::string::npos;) name.erase(at, 6);
    for (std::size_t at; (at = name.find("$_")) != std::string::npos;)
        name.replace(at, std::min(name.find_first_not_of("0123456789", at + 2), name.size()) - at,
                     "lambda");
    // Of "void f const" the word in the middle; a conversion has its type behind "operator".
    for (const std::string_view behind : {" const", " volatile", "&", " "})
        while (name.ends_with(behind)) name.resize(name.size() - behind.size());
    const std::size_t conversion = name.find("operator ");
    const std::size_t space = name.substr(0, conversion).rfind(' ');
    const bool is_result =
        space != std::string::npos && name.substr(0, space).find("(anonymous") != space - 10;
    return is_result ? name.substr(space + 1) : name;
}

bool is_of_template(std::string_view demangled) {
    for (std::size_t i = 0; i < demangled.size(); ++i) {
        if (const std::size_t end = after_operator(demangled, i); end != i)
            i = end - 1;
        else if (demangled[i] == '<')
            return true;
        else if (demangled[i] == '(' && !demangled.substr(i).starts_with("(anonymous"))
            return false;
    }
    return false;
}

bool is_special(std::string_view name) {
    const std::size_t at = name.rfind("::");
    if (at == std::string_view::npos) return false;
    const std::string_view last = name.substr(at + 2), rest = name.substr(0, at);
    const std::size_t before = rest.rfind("::");
    const std::string_view owner = before == std::string_view::npos ? rest : rest.substr(before + 2);
    return last == owner || last.starts_with('~') || last == "operator=" ||
           last.starts_with("operator ");
}

std::string word_at(const std::string& file, std::size_t line, std::size_t column) {
    std::ifstream in(file);
    std::string text;
    for (std::size_t i = 0; i < line; ++i)
        if (!std::getline(in, text)) return {};
    if (column == 0 || column > text.size()) return {};
    std::size_t begin = column - 1, end = begin;
    while (begin > 0 && is_of_word(text[begin - 1])) --begin;
    while (end < text.size() && is_of_word(text[end])) ++end;
    return text.substr(begin, end - begin);
}

} // namespace scanlab::instrument
