/// \file
/// Recording a call of a lesson's kernels, for a diagram.
#pragma once

#include "scanlab/lesson.hpp"

#include <cstdint>
#include <filesystem>

namespace scanlab {

/// How many elements a diagram shows unless --n says otherwise.
constexpr long long default_picture_n = 16;

/// The smallest block size whose tile holds all n elements or, if the scan reaches over tiles, that
/// makes no more than four of them.
int block_for_picture(const Lesson& lesson, std::span<const Variant> variants, long long n);

/// Records one call on n elements (1 … 256) to a file. Of up to 16 elements that are added up, a word
/// names those that it sums; of more, any two runs of neighbours have different sums. The file is
/// written when the program ends. Returns whether the result was right. Throws UsageError.
bool record(const Lesson& lesson, const Variant& variant, long long n, std::uint64_t seed,
            std::uint64_t order, const std::filesystem::path& path);

} // namespace scanlab
