/// \file
/// Which exercises are solved.
#pragma once

#include "checker.hpp"

#include <filesystem>

namespace scanlab::grader {

/// Prints what became of each exercise in these lessons; the exit code. What has not changed since it
/// was last graded, as `folder` remembers, is not graded again.
int show_progress(const Checker& checker, const std::filesystem::path& lessons,
                  const std::filesystem::path& folder);

} // namespace scanlab::grader
