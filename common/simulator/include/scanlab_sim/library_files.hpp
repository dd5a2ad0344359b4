/// \file
/// Which source files are not the user's: lines in them say nothing to him.
#pragma once

#include <string_view>

namespace scanlab::sim {

/// Whether the file belongs to the C++ library, to the compiler, or to the simulator.
inline bool is_library_file(std::string_view file) {
    const auto is_in = [&](std::string_view folder) {
        return file.find(folder) != std::string_view::npos;
    };
    return file.starts_with("/usr/") || is_in("/include/c++/") || is_in("/lib/clang/") ||
           is_in("common/simulator/");
}

} // namespace scanlab::sim
