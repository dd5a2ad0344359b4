#include "similarity.hpp"

#include "compile/translator/lexer.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>

namespace scanlab::grader {
namespace {

// What is shorter than a gram of so many tokens is not looked at; of so many grams in a row the least
// is kept, so that gram + window - 1 tokens in common are always found.
constexpr std::size_t gram = 16, window = 4;

/// Words that say what a program does; all others are names that can be changed without changing it.
bool is_meant(std::string_view word) {
    static const std::set<std::string_view> words{
        "if",        "else",     "for",      "while",     "do",       "switch", "case",     "break",
        "continue",  "return",   "const",    "constexpr", "auto",     "int",    "unsigned", "float",
        "double",    "bool",     "void",     "char",      "long",     "short",  "struct",   "template",
        "typename",  "static",   "inline",   "using",     "sizeof",   "true",   "false",    "nullptr",
        "threadIdx", "blockIdx", "blockDim", "gridDim",   "warpSize", "this",   "operator"};
    return word.starts_with("__") || word.starts_with("cuda") || word.starts_with("atomic") ||
           words.contains(word);
}

std::vector<std::string_view> words_of(std::string_view text) {
    const translate::Source source = translate::lex(text);
    std::vector<std::string_view> words;
    const auto add = [&](const translate::Tokens& tokens) {
        for (const translate::Token& token : tokens)
            words.push_back(token.is_word() && !is_meant(token.text) ? "name" : token.text);
    };
    add(source.code);
    for (const translate::Macro& macro : source.macros) add(macro.body);
    return words;
}

std::vector<std::uint64_t> grams_of(std::string_view text) {
    const std::vector<std::string_view> words = words_of(text);
    std::vector<std::uint64_t> grams;
    for (std::size_t i = 0; i + gram <= words.size(); ++i) {
        std::uint64_t hash = 0;
        for (std::size_t j = i; j < i + gram; ++j)
            hash = hash * 0x9E3779B97F4A7C15u + std::hash<std::string_view>{}(words[j]);
        grams.push_back(hash ^ (hash >> 29));
    }
    return grams;
}

} // namespace

Fingerprints fingerprints(std::string_view source, std::string_view starter) {
    const std::vector<std::uint64_t> given = grams_of(starter);
    const Fingerprints known(given.begin(), given.end());
    const std::vector<std::uint64_t> grams = grams_of(source);
    Fingerprints kept;
    for (std::size_t i = 0; i < grams.size(); ++i) {
        const std::size_t end = std::min(i + window, grams.size());
        kept.insert(*std::min_element(grams.begin() + static_cast<std::ptrdiff_t>(i),
                                      grams.begin() + static_cast<std::ptrdiff_t>(end)));
        if (end == grams.size()) break;
    }
    std::erase_if(kept, [&](std::uint64_t hash) { return known.contains(hash); });
    return kept;
}

std::vector<Likeness> likenesses(const std::vector<Comparable>& sources, double least_share,
                                 std::size_t least_shared) {
    std::vector<Likeness> found;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        for (std::size_t j = i + 1; j < sources.size(); ++j) {
            const Fingerprints &a = sources[i].fingerprints, &b = sources[j].fingerprints;
            std::vector<std::uint64_t> both;
            std::ranges::set_intersection(a, b, std::back_inserter(both));
            if (both.size() < least_shared) continue;
            const double share =
                static_cast<double>(both.size()) / static_cast<double>(std::min(a.size(), b.size()));
            if (share >= least_share)
                found.push_back({sources[i].owner, sources[j].owner, both.size(), share});
        }
    }
    std::ranges::stable_sort(found, std::greater{}, &Likeness::share);
    return found;
}

std::vector<Likeness> without_those_from(const std::string& source, std::vector<Likeness> pairs) {
    std::map<std::string, double> to_source;
    for (const Likeness& pair : pairs) {
        if (pair.a == source) to_source[pair.b] = pair.share;
        if (pair.b == source) to_source[pair.a] = pair.share;
    }
    std::erase_if(pairs, [&](const Likeness& pair) {
        return to_source[pair.a] >= pair.share && to_source[pair.b] >= pair.share;
    });
    return pairs;
}

} // namespace scanlab::grader
