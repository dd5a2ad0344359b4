/// \file
/// Integers in files: text (white space or commas between them), or raw little-endian int32 if the name
/// ends in `.i32`.
#pragma once

#include "scanlab/lesson.hpp"
#include "task/host_array.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace scanlab {

/// Reads all integers of a file. Throws UsageError that names the file, and the line and word at fault.
HostArray read_numbers(const std::filesystem::path& path);

/// What a file of that name holds for the elements of this task's output: one a line, or their bytes.
std::string format_numbers(const std::filesystem::path& path, std::span<const int> output,
                           Task task = Task::inclusive_scan);

} // namespace scanlab
