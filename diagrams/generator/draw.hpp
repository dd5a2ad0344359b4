/// \file
/// Making a picture of what a kernel did, from the simulator's recording of it.
#pragma once

#include "recording.hpp"

#include <filesystem>
#include <string>

namespace scanlab::diagrams {

struct DrawOptions {
    std::filesystem::path recording, out;
    std::string view; ///< network, look-back or compaction; empty: the one that suits the recording
};

/// Draws, and prints the picture's name and title. Throws BadInput.
void draw(const DrawOptions& options);

} // namespace scanlab::diagrams
