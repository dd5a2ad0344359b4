/// \file
/// Starting the programs that measure, one after the other.
#pragma once

#include "plan.hpp"
#include "results.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace scanlab {

/// What a build folder's bench.json lists.
struct Benchmarks {
    bool on_gpu;
    std::vector<Benchmark> programs;
};

/// Reads the list and asks each program what it is. Throws UsageError.
Benchmarks read_benchmarks(const std::filesystem::path& folder);

/// Those that a user asks for by number, name or kind; all if nothing is asked for. Throws UsageError.
std::vector<Benchmark> choose(const std::vector<Benchmark>& programs,
                              const std::vector<std::string>& wanted);

/// What became of a program.
struct Measured {
    std::vector<Row> rows;
    std::string failure;  ///< in words; empty if all is well
    std::string note;     ///< the last line that the program said besides, if any
    bool skipped = false; ///< there is nothing to run it on, as `failure` says
};

/// Measures these cases. Rows are handed on as they come, too.
Measured measure(const Benchmark& benchmark, const std::vector<Case>& cases, const Effort& effort,
                 const std::filesystem::path& scratch, const std::function<bool()>& stop);

} // namespace scanlab
