/// \file
/// A lesson program's command line.
#pragma once

#include "scanlab/lesson.hpp"
#include "task/inputs.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace scanlab {

/// What the command line asks for.
struct Options {
    std::optional<long long> n;    ///< check and measure this size only
    std::optional<InputKind> kind; ///< check this kind of input only
    int block = 0;                 ///< threads per block; one of the lesson's variants
    int reps = 30;                 ///< timed repetitions
    std::optional<int> gpus;       ///< of a lesson for several: not all that there are
    std::uint64_t seed = 1;        ///< of the inputs
    std::uint64_t order = 1;       ///< of the blocks and threads (simulator)
    bool fit = false;              ///< time k repeats, too, and fit a line
    bool counters = false;         ///< show what the kernels did (simulator)
    bool annotate = false;         ///< show the source with what each line did (simulator)
    bool describe = false;         ///< only print what lesson this is, as JSON
    std::optional<std::filesystem::path> input, output, csv, json;
    std::optional<std::filesystem::path> record; ///< only record one call, for a diagram (simulator)
};

/// Reads the command line; none if it asked for help, which has then been printed. Throws UsageError.
std::optional<Options> parse_options(const Lesson& lesson, std::span<const Variant> variants, int argc,
                                     const char* const* argv);

} // namespace scanlab
