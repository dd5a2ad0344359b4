/// \file
/// A file in memory.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace scanlab::grader {

/// All of a file; empty if it cannot be read.
inline std::string content(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace scanlab::grader
