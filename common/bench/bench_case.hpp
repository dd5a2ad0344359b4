/// \file
/// What a benchmark measures, as the driver tells its programs: a file with one case a line.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab {

/// Which quantity varies over a series of cases.
enum class Sweep {
    size,  ///< n
    block, ///< threads per block
    items, ///< elements per thread, which the program knows
    kept,  ///< the share of elements that a compaction keeps
    gpus   ///< how many, with as many elements for each
};

struct Case {
    Sweep sweep;
    long long n;
    int block;        ///< threads per block; 0 where there are none
    int kept_percent; ///< of the elements, if the task counts them
    int gpus = 1;     ///< that the elements are dealt to
};

std::string_view name(Sweep sweep);

/// As in "size 1048576 256 50 1".
std::string format_case(const Case& c);

/// Reads what format_case() wrote, one case a line. Throws UsageError.
std::vector<Case> read_cases(const std::filesystem::path& path);

} // namespace scanlab
