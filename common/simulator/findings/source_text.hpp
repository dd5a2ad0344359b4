/// \file
/// What stands in the user's source files, read when a finding has to be explained. Each is read once.
#pragma once

#include <string>
#include <vector>

namespace scanlab::sim {

/// All that stands in a file; empty if it cannot be read.
const std::string& file_text(const std::string& path);

/// The code of a line without its indentation; empty if the file cannot be read.
std::string source_code(const std::string& file, int line);

/// The code of a line by which it is known again when other lines have moved: without its comment, and
/// with how many equal lines stand above it, if there are some. "line 12" if the file cannot be read.
std::string lasting_code(const std::string& file, int line);

/// The code from the start of a line to the end of the function that it stands in, without comments;
/// empty if the file cannot be read.
std::string rest_of_function(const std::string& file, int line);

/// The variable whose address the line's one call of cudaMalloc() or a sibling of it passes first:
/// "d_in" of `cudaMalloc((void**)&d_in, …`; or, if there is none, the one that gets what malloc() or
/// new returns. Empty if there is no such call, or more than one.
std::string allocated_variable(const std::string& file, int line);

/// The names of the parameters of `__global__ … kernel(…)` as some of the files define it; empty if
/// none does.
std::vector<std::string> parameter_names(const std::string& kernel,
                                         const std::vector<std::string>& files);

} // namespace scanlab::sim
