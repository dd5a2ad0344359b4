/// \file
/// A student's file made into a program that runs cases in confined processes.
#pragma once

#include "catalogue.hpp"
#include "check/fault.hpp"
#include "cost_values.hpp"
#include "read_findings.hpp"
#include "student_program.hpp"
#include "task/inputs.hpp"
#include "worker_process.hpp"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace scanlab::grader {

/// One call of the student's kernels.
struct Case {
    bool crowded = false; ///< other kernels hold all places for blocks but one; such cases run last
    bool stopped = false; ///< half of the blocks stop until no other can go on; so do such cases
    bool huge = false;    ///< few blocks run, and there is no input: see run_huge()
    int block, devices;
    InputKind kind;
    long long n;
    std::uint64_t seed;   ///< of the input
    std::uint64_t order;  ///< of blocks and threads
    std::string schedule; ///< one of the simulator's
    bool counted = true;  ///< whether all of its cost is wanted: counting takes time
    auto operator<=>(const Case&) const = default;
};

/// What a line of the source does, counted per warp.
struct LineCounts {
    std::string file;
    int line;
    Values counts; ///< by names for people, as in "bank conflicts"
};

/// What became of it.
struct Outcome {
    std::optional<Fault> fault;  ///< none if the result is right
    std::string flag;            ///< what it tried that it must not; empty if nothing
    bool is_harmful = false;     ///< no mistake explains what the flag says
    bool is_right_alone = false; ///< the fault shows only after other calls in the same process
    std::vector<sim::Finding> findings{}; ///< the simulator's
    CostValues cost;                      ///< if there is no fault
    std::vector<LineCounts> lines{};      ///< of each kernel, if they were asked for
};

/// What became of several cases.
struct RunTogether {
    std::vector<Outcome>
        right; ///< of the first ones; all, or what is wrong has to be found out one by one
    std::optional<Fault> wrong; ///< the result of the next one, if that came so far
};

/// Reaches the verdict on each case, and runs no student's code itself.
class WorkerProgram {
public:
    /// The program was built by scanlab_build_worker, and is neither flagged nor in error.
    WorkerProgram(const ExerciseDescription& exercise, StudentProgram program)
        : exercise_(exercise), program_(std::move(program)) {}

    /// Runs the case on these arrays. May be called by several threads at once.
    Outcome run(const Case& c, const Input& input, bool by_line = false) const;

    /// A call on more elements than an int can count. Most blocks do not run, so the only faults are an
    /// access or a launch outside of its limits, host code that does not end, and a call that does
    /// nothing.
    Outcome run_huge(const Case& c) const;

    /// The cases one after the other in one process, which saves time: at most Job::most_calls, none of
    /// them crowded, stopped, huge or counted.
    RunTogether run_together(std::span<const Case> cases, std::span<const Input> inputs) const;

private:
    struct Ran {
        Ended ended;
        std::string report, arrays;
    };
    Ran run_job(std::span<const Case> cases, std::span<const Input> inputs, bool by_line) const;
    std::unique_ptr<WorkerProcess> idle_worker() const;
    void give_back(std::unique_ptr<WorkerProcess> worker) const;

    const ExerciseDescription& exercise_;
    StudentProgram program_;
    mutable std::mutex mutex_;
    mutable std::vector<std::unique_ptr<WorkerProcess>> idle_;
};

} // namespace scanlab::grader
