/// \file
/// What `scanlab bench` is asked for, and doing it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace scanlab {

struct BenchOptions {
    std::filesystem::path programs; ///< the build folder
    std::vector<std::string> wanted;
    std::filesystem::path out;
    std::vector<long long> sizes; ///< instead of the usual ones, if any
    bool quick = false, list = false, redraw = false, ways = false;
    int reps = 15;
    long long stress = 0; ///< calls; 0 if not asked for
    std::string command;  ///< as the user typed it
};

/// Starts the programs that measure, gathers their rows, and makes tables and plots of them; the exit
/// code. Throws UsageError.
int bench(const BenchOptions& options);

} // namespace scanlab
