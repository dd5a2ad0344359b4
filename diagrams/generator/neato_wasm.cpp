// In a browser the page has Graphviz, which makes an SVG of every graph.
#include "neato.hpp"

namespace scanlab::diagrams {
namespace {

/// Lays the graph out, and returns how many bytes its SVG has.
[[clang::import_module("scanlab"), clang::import_name("lay_out")]] unsigned lay_out(const char* dot,
                                                                                    unsigned bytes);
/// Copies that SVG.
[[clang::import_module("scanlab"), clang::import_name("take")]] void take(char* svg);

} // namespace

std::string neato(const std::string& dot, const std::vector<std::string>&) {
    std::string svg(lay_out(dot.data(), dot.size()), '\0');
    take(svg.data());
    return svg;
}

} // namespace scanlab::diagrams
