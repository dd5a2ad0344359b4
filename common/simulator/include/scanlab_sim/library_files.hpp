/// \file
/// Which source files are not the user's: lines in them say nothing to him. A name alone does not tell:
/// programs may lie in /usr/src, or in a copy of the kit. So the build says which folders these are.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

namespace scanlab::sim {

/// The name of a file as seen from that of these folders, which colons separate, in which it lies; none
/// if it lies in none of them.
constexpr std::optional<std::string_view> name_below(std::string_view folders, std::string_view file) {
    while (!folders.empty()) {
        const std::string_view folder = folders.substr(0, folders.find(':'));
        if (file.starts_with(folder)) return file.substr(folder.size());
        folders.remove_prefix(std::min(folder.size() + 1, folders.size()));
    }
    return std::nullopt;
}

/// That of a file of the simulator's own, as in "include/cuda_runtime.h".
constexpr std::optional<std::string_view> name_in_simulator(std::string_view file) {
    return name_below(SCANLAB_SIMULATOR_FOLDERS, file);
}

/// Whether the file belongs to the simulator, or to the libraries that the compiler finds by itself.
constexpr bool is_library_file(std::string_view file) {
    return name_in_simulator(file) || name_below(SCANLAB_SYSTEM_FOLDERS, file);
}

} // namespace scanlab::sim
