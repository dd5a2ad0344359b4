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

/// A run of the kernel, or of the kernel with something changed.
struct PageVariant {
    std::string name; ///< as in "without the second barrier"; shown if there are several variants
    Picture picture;
    /// What Graphviz has drawn: each node has its Node::id, and everything that belongs to step s the
    /// class "step-<s>". Title, legend, caption and problems are the page's, so the drawing is best
    /// made without them.
    std::string svg;
    std::vector<SourceFile> sources; ///< those that the steps name are shown beside the picture
};

/// \param variants one or more: the first one is shown first.
std::string page(const std::vector<PageVariant>& variants);

} // namespace scanlab::diagrams
