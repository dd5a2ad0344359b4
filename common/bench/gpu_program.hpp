/// \file
/// A program that the benchmark's driver starts: some kernels, and what is measured of them on a GPU.
#pragma once

#include "scanlab/lesson.hpp"

#include <string>

namespace scanlab {

/// As scanlab::run(), but measures instead of checking. `argv` is one of
/// --describe        prints what can be measured, as JSON
/// --cases FILE [--reps R] [--quick] [--energy]  measures the cases of a file; prints a JSON object per
/// line
/// --stress COUNT    calls the kernels so often under load; prints a JSON object
/// --once N          calls them on N elements, for a profiler
/// `may_capture`: whether the launches never wait for the device. `version`: of what is measured, if it
/// is a library.
int run_benchmark(const Lesson& lesson, std::span<const Variant> variants, bool may_capture, int argc,
                  char** argv, const std::string& version = {});

} // namespace scanlab
