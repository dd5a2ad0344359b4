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
    gpus,  ///< how many, with as many elements for each
    data   ///< how the elements are distributed
};

/// How a call is timed.
enum class Way {
    row,   ///< calls in a row, each on memory of its own
    alone, ///< one call between two events on a GPU that has just emptied its cache
    host,  ///< one call on an idle GPU, by the host's clock, from its launch until the host knows its
           ///< end
    chain  ///< one call between a kernel that writes its input and one that reads its output
};
constexpr Way all_ways[]{Way::row, Way::alone, Way::host, Way::chain};

/// How the elements are distributed.
enum class Data {
    random, ///< independently of each other
    runs,   ///< of a compaction: 1024 neighbours are kept or not together
    sorted, ///< smallest first
    equal,  ///< all the same
    few     ///< one of four values
};

struct Case {
    Sweep sweep;
    long long n;
    int block;        ///< threads per block; 0 where there are none
    int kept_percent; ///< of the elements, if the task counts them
    int gpus = 1;     ///< that the elements are dealt to
    Way way = Way::row;
    Data data = Data::random;
};

std::string_view name(Sweep sweep);
std::string_view name(Way way);
std::string_view name(Data data);

/// As in "size 1048576 256 50 1 row random".
std::string format_case(const Case& c);

/// Reads what format_case() wrote, one case a line. Throws UsageError.
std::vector<Case> read_cases(const std::filesystem::path& path);

} // namespace scanlab
