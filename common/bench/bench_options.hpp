/// \file
/// The command line of `scanlab bench`.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace scanlab {

struct BenchOptions {
    std::filesystem::path programs; ///< the build folder
    std::vector<std::string> wanted;
    std::filesystem::path out;
    std::vector<long long> sizes; ///< instead of the usual ones, if any
    bool quick = false, list = false, redraw = false;
    int reps = 15;
    long long stress = 0; ///< calls; 0 if not asked for
    std::string command;  ///< as the user typed it
};

/// Nothing if only help was asked for, which is printed. Throws UsageError.
std::optional<BenchOptions> parse_bench_options(int argc, const char* const* argv);

} // namespace scanlab
