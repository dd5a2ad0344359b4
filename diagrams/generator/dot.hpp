/// \file
/// A picture as text for Graphviz, which is to draw it as it is: `neato -n2`.
#pragma once

#include "picture.hpp"

#include <string>

namespace scanlab::diagrams {

/// How much of a picture is drawn.
enum class Extent {
    whole,  ///< with its title, what is wrong, and its caption: a picture that stands alone
    drawing ///< without them: for a page that has them in its text
};

/// The same picture gives the same text. What belongs to step s has the class "step-<s>", and nodes
/// have their ids; colours are those of light mode.
std::string dot(const Picture& picture, Extent extent = Extent::whole);

} // namespace scanlab::diagrams
