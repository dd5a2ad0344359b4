/// \file
/// Making a picture of what a kernel did, from the simulator's recording of it.
#pragma once

#include "recording.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace scanlab::diagrams {

/// A recording of the kernel with something changed.
struct Variant {
    std::filesystem::path recording;
    std::string name; ///< as in "without the second barrier"
};

struct DrawOptions {
    std::filesystem::path recording, out;
    std::string
        view{}; ///< network, look-back, compaction or warps; empty: the one that suits the recording
    std::vector<Variant> variants{}; ///< for a page to choose from
};

/// Draws, and prints the picture's name and title. Throws BadInput.
void draw(const DrawOptions& options);

} // namespace scanlab::diagrams
