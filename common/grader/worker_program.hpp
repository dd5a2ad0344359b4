/// \file
/// A student's file made into a program that runs cases, each in a confined process of its own.
#pragma once

#include "call.hpp"
#include "catalogue.hpp"
#include "cost_values.hpp"

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace scanlab::grader {

/// What the kit brings along for building workers.
struct Toolchain {
    std::filesystem::path script;      ///< scanlab_build_worker
    std::filesystem::path kit_symbols; ///< the names that the kit's libraries define, one a line
};

/// One call of the student's kernels.
struct Case {
    int block;
    InputKind kind;
    long long n;
    std::uint64_t seed;
    std::string schedule; ///< one of the simulator's
    auto operator<=>(const Case&) const = default;
};

/// What became of it.
struct Outcome {
    std::optional<Fault> fault; ///< none if the result is right
    std::string flag;           ///< what it tried that it must not; empty if nothing
    nlohmann::json findings = nlohmann::json::array(); ///< the simulator's
    CostValues cost;                                   ///< if there is no fault
};

/// Reaches the verdict on each case, and runs no student's code itself.
class WorkerProgram {
public:
    /// Takes `source` into `folder`, whatever lies beside it, and builds it there. Not accepted: flag()
    /// says why; not compiled: error() has the compiler's messages.
    WorkerProgram(const ExerciseDescription& exercise, const std::filesystem::path& source,
                  const Toolchain& toolchain, const std::filesystem::path& folder);

    const std::string& flag() const { return flag_; }
    const std::string& error() const { return error_; }

    /// Runs the case on these arrays. May be called by several threads at once.
    Outcome run(const Case& c, const Input& input) const;

private:
    bool build(const std::vector<std::string>& arguments);

    const ExerciseDescription& exercise_;
    Toolchain toolchain_;
    std::filesystem::path folder_, program_;
    std::string flag_, error_;
};

} // namespace scanlab::grader
