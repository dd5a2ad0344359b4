/// \file
/// A decoupled look-back as a time chart: tiles sideways, time downwards. Each tile's column shows what
/// the others can know of it, and each look-back is a fan of arrows to the descriptors that it added
/// up. (Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA,
/// 2016.)
#pragma once

#include "dataflow.hpp"
#include "descriptors.hpp"
#include "picture.hpp"

#include <string>

namespace scanlab::diagrams {

/// Each row of the picture is a step: a ticket is taken, an aggregate or a prefix published, a window
/// of descriptors read, a block done. A prefix that isn't what its look-back adds up to is wrong.
Picture look_back(const Recording& recording, const Dataflow& flow, const Descriptors& descriptors);

/// The same as a table in Markdown: a row for each step of it, and in each tile's column what others
/// can know of it after that step.
std::string look_back_in_markdown(const Recording& recording, const Dataflow& flow,
                                  const Descriptors& descriptors);

} // namespace scanlab::diagrams
