/// \file
/// A picture to step through: one HTML file that needs nothing else, neither a network nor a server.
#pragma once

#include "picture.hpp"

#include <string>
#include <vector>

namespace scanlab::diagrams {

struct SourceFile {
    std::string path; ///< as in SourceLine::file
    std::string text;
};

/// \param svg what Graphviz has drawn: each node has its Node::id, and everything that belongs to step
/// s
///            the class "step-<s>". Title, legend, caption and problems are the page's, so the drawing
///            is best made without them.
/// \param sources those that the steps name are shown beside the picture.
std::string page(const Picture& picture, const std::string& svg,
                 const std::vector<SourceFile>& sources);

} // namespace scanlab::diagrams
