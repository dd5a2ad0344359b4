/// \file
/// Results as pictures, drawn by gnuplot.
#pragma once

#include "results.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace scanlab {

/// A picture: its file's name without .svg, and the gnuplot script that draws it.
struct Plot {
    std::string name, script;
};

/// The pictures for which there are results.
std::vector<Plot> plots(const Results& results);

/// Draws them into a folder. Returns why not, in words; empty if all is well.
std::string draw(const std::vector<Plot>& plots, const std::filesystem::path& folder);

} // namespace scanlab
