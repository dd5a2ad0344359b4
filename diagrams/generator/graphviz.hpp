/// \file
/// Graphviz draws: text that dot() has made becomes an image.
#pragma once

#include "picture.hpp"

#include <string>

namespace scanlab::diagrams {

/// An SVG with a title, a description, and the colours of dark mode; the same bytes for the same
/// picture. Throws BadInput if Graphviz is not installed.
std::string svg(const Picture& picture, const std::string& dot);

/// A PNG on white, at 144 dots an inch.
std::string png(const std::string& dot);

} // namespace scanlab::diagrams
