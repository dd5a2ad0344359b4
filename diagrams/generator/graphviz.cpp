#include "graphviz.hpp"

#include "neato.hpp"
#include "style.hpp"
#include "text.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <stdexcept>
#include <string_view>

namespace scanlab::diagrams {
namespace {

/// The version that Graphviz states in a comment, as in "2.43.0".
std::string version(const std::string& text) {
    constexpr std::string_view before = "graphviz version ";
    const std::size_t at = text.find(before);
    if (at == std::string::npos) return "of unknown version";
    const std::size_t begin = at + before.size();
    return text.substr(begin, text.find(' ', begin) - begin);
}

/// FNV-1a, by Fowler, Noll and Vo: tells whether two texts are the same.
std::uint64_t digest(const std::string& text) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return hash;
}

void remove_comments(std::string& text) {
    for (std::size_t begin = 0; (begin = text.find("<!--", begin)) != std::string::npos;) {
        const std::size_t end = text.find("-->", begin);
        if (end == std::string::npos) return;
        text.erase(begin, end + 3 - begin);
        if (text[begin] == '\n' && begin > 0 && text[begin - 1] == '\n') text.erase(begin, 1);
    }
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
}

} // namespace

std::string svg(const Picture& picture, const std::string& dot) {
    std::string text = neato(dot, {"-Tsvg"});
    // Versions of Graphviz write the same graph differently: this tells a test what it may expect.
    const std::string origin =
        fmt::format("\n<!-- Graphviz {}, graph {:016x} -->", version(text), digest(dot));
    remove_comments(text);
    replace_all(text, fmt::format("font-family=\"{}\"", font),
                fmt::format("font-family=\"{}, sans-serif\"", font));
    const std::size_t element = text.find("<svg");
    const std::size_t end = text.find('>', element);
    if (element == std::string::npos || end == std::string::npos)
        throw std::runtime_error("Graphviz (neato) made no SVG");
    text.insert(end + 1,
                fmt::format("\n<title>{}</title>\n<desc>{}</desc>\n<style>\n{}</style>",
                            escaped(picture.title), escaped(picture.description), dark_mode_css()));
    text.insert(element + 4, " role=\"img\"");
    text.insert(text.rfind("\n</svg>"), origin);
    return text;
}

std::string png(const std::string& dot) {
    return neato(dot, {"-Tpng", "-Gdpi=144", "-Gbgcolor=white"});
}

} // namespace scanlab::diagrams
