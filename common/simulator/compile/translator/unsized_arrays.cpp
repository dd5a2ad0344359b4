#include "compile/translator/unsized_arrays.hpp"

#include <cctype>

namespace scanlab::translate {
namespace {

/// The last token of the array's lengths.
std::size_t end_of_lengths(const Tokens& tokens, std::size_t i) {
    std::size_t close = closing(tokens, i);
    while (close != none && at(tokens, close + 1, "[")) close = closing(tokens, close + 1);
    return close;
}

} // namespace

UnsizedArrays unsized_arrays(std::istream& messages) {
    UnsizedArrays found;
    for (std::string line; std::getline(messages, line);) {
        const std::size_t end = line.find(": error: variable-sized object may not be initialized");
        if (end == std::string::npos) continue;
        const std::size_t column = line.rfind(':', end - 1), number = line.rfind(':', column - 1);
        found.emplace(line.substr(0, number), std::stoi(line.substr(number + 1)));
    }
    return found;
}

bool is_array_with_values(const Tokens& tokens, std::size_t i) {
    if (!tokens[i].is("[") || i == 0 || !is_name(tokens, i - 1) || at(tokens, i + 1, "]")) return false;
    const bool is_number =
        at(tokens, i + 2, "]") && std::isdigit(static_cast<unsigned char>(tokens[i + 1].text[0])) != 0;
    const std::size_t close = end_of_lengths(tokens, i);
    return !is_number && close != none && (at(tokens, close + 1, "=") || at(tokens, close + 1, "{"));
}

void rewrite_unsized_array(Rewriter& rewriter, const Tokens& tokens, std::size_t i) {
    const std::size_t next = end_of_lengths(tokens, i) + 1,
                      values = tokens[next].is("=") ? next + 1 : next;
    if (values >= tokens.size()) return;
    const std::size_t end = is_open(tokens, values) ? closing(tokens, values) : values;
    if (end == none) return;
    const std::string name(tokens[i - 1].text);
    rewriter.replace(tokens[next].begin, tokens[values].begin,
                     ", *scanlab_in_" + name + " [[maybe_unused]] = ::scanlab::sim::give_values(" +
                         name + ", sizeof " + name + ", ");
    rewriter.replace(tokens[end].end(), tokens[end].end(), ")");
}

} // namespace scanlab::translate
