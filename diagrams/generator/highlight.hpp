/// \file
/// C++ and CUDA in colours, as HTML.
#pragma once

#include <string>
#include <vector>

namespace scanlab::diagrams {

/// The lines of a program, as HTML: comments in <span class="comment">, likewise "word" (of the
/// language), "cuda" (what CUDA adds to it), "number", "string" and "directive". No span reaches over
/// the end of a line.
std::vector<std::string> highlighted(const std::string& program);

} // namespace scanlab::diagrams
