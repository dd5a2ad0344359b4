/// \file
/// Graphviz's program neato: neato.cpp runs it, neato_wasm.cpp asks the page that draws.
#pragma once

#include <string>
#include <vector>

namespace scanlab::diagrams {

/// What neato makes of a graph with these options. Positions are given: -n2 only draws. Throws BadInput
/// if it is not installed.
std::string neato(const std::string& graph, const std::vector<std::string>& options);

} // namespace scanlab::diagrams
