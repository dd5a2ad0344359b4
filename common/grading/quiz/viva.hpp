/// \file
/// Questions about a student's own kernel, whose answers follow from a run of it.
#pragma once

#include "asked.hpp"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace scanlab::quiz {

/// What was recorded of a run, as diagrams/README.md describes it: which thread wrote the value that
/// another one reads, how many elements of the input a value sums, which lines race without a barrier,
/// how many wavefronts and sectors an access takes, and the like. Fewer kinds if the kernel has no
/// shared memory or no barrier. `seed` chooses threads, elements and lines. Throws UsageError if it is
/// no recording, or there is nothing to ask.
std::vector<Asked> viva(const std::filesystem::path& recording, std::uint64_t seed);

} // namespace scanlab::quiz
