/// \file
/// What is measured of which program.
#pragma once

#include "bench_case.hpp"

#include <string>
#include <vector>

namespace scanlab {

/// A program that can be measured, as it describes itself.
struct Benchmark {
    /// copy (by a kernel), lesson, shape (a lesson with other tiles), ablation (a lesson without
    /// something), solution, rival or cpu
    std::string kind;
    std::vector<std::string> command;
    int number;
    std::string name, title, task, scope;
    int block;               ///< threads per block, usually
    std::vector<int> blocks; ///< all that there are
    std::string version{};   ///< of a library
    int gpus = 0;            ///< that there are for it, if it can work on several
};

struct Effort {
    bool on_gpu;
    bool quick;
    std::vector<long long> sizes; ///< instead of the usual ones, if there are any
    int reps = 15;                ///< samples of a time
    bool ways = false;            ///< time calls of each size in every Way, and nothing else
};

/// The series that are measured of a program: sizes, block sizes, shares of elements kept. What a quick
/// run leaves out has none.
std::vector<Case> cases_of(const Benchmark& benchmark, const Effort& effort);

} // namespace scanlab
