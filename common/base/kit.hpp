/// \file
/// The kit that the running program belongs to. Asked for when it runs: a build folder may be copied or
/// moved.
#pragma once

#include <filesystem>

namespace scanlab {

/// The file of the running program.
std::filesystem::path own_program();
/// Where the running program was built; if it was installed, the folder lib/scanlab of that tree, which
/// holds what else makes programs for the simulator. Throws std::runtime_error if it lies in neither.
const std::filesystem::path& build_folder();
/// Whether it was installed, so that nothing can be built.
bool is_installed();
/// Where what makes programs for the simulator was built: there, too, unless the kit's own tools have
/// been built apart.
const std::filesystem::path& programs_folder();
/// Where programs are kept that are made of users' sources: in the build folder, or in the user's
/// cache. Throws UsageError if the environment does not say where that is.
std::filesystem::path folder_of_programs();
/// The sources that it was built from.
const std::filesystem::path& kit_folder();

} // namespace scanlab
