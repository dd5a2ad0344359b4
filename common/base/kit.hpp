/// \file
/// The kit that the running program belongs to. Asked for when it runs: a build folder may be copied or
/// moved.
#pragma once

#include <filesystem>

namespace scanlab {

/// Where the running program was built. Throws std::runtime_error if it lies in no build folder.
const std::filesystem::path& build_folder();
/// Where what makes programs for the simulator was built: there, too, unless the kit's own tools have
/// been built apart.
const std::filesystem::path& programs_folder();
/// The sources that it was built from.
const std::filesystem::path& kit_folder();

} // namespace scanlab
