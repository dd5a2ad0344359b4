/// \file
/// What the process that reaches the verdict and a worker have to agree about.
///
/// A worker is given the exercise's name as its argument, a socket as standard input, and a folder to
/// work in. For each Job that comes from the socket it makes one call of a student's kernels, or
/// several one after the other, and answers with a JobEnded.
///
/// Two processes fork for it, one from the other. The guard, in which no student's code runs, reads the
/// input arrays of each call from a file, one after the other as ints, to device memory that both
/// share, and has no other copy of them. The other one is confined, and has no open file but what its
/// prints go to; it makes the calls. When it has ended, the guard writes what stands in device memory
/// to a second file: for each call the input arrays, then the output (the task's words × n ints) and
/// `*kept`, if the task has it; and to a third, the JSON object that the other has left in memory that
/// they share, too:
///
///     {"failure": "" | why there was no call, "findings": [the simulator's objects],
///      "calls": [{"error": "" | the CUDA error that ended the call, after which there is no other,
///                 "hang": bool, "arrangement": 0 … 2,
///                 "cost": {a number for each of the reported_values of cost_values.hpp},
///                 "kernels": [the counters' objects, with their lines, if the job asks for them]}, …]}
///
/// Of a call that is huge there are no arrays: the report is all. Where the simulator ends the program,
/// or the machine has no room for its addresses, the call is missing.
#pragma once

#include "process.hpp"

#include <array>
#include <cstdint>

namespace scanlab::grader {

/// In the worker's folder.
struct JobFiles {
    explicit JobFiles(const std::filesystem::path& folder)
        : input(folder / "input"), output(folder / "output"), report(folder / "report") {}
    std::filesystem::path input, output, report;
};

struct JobCall {
    int block, devices;
    long long n;
    std::uint64_t order;           ///< of blocks and threads
    bool crowded;                  ///< whether other kernels hold all places for blocks but one
    bool stopped;                  ///< whether half of the blocks stop until no other can go on
    bool huge;                     ///< whether few blocks run, on arrays that nobody fills or reads
    bool counted;                  ///< whether sectors and bank conflicts are, which takes time
    bool by_line;                  ///< whether each line of the source is counted, too
    std::array<char, 32> schedule; ///< one of the simulator's strategies
};

struct Job {
    static constexpr int most_calls = 16;
    int count;
    std::array<JobCall, most_calls>
        calls; ///< those that are not alone are neither crowded, stopped nor huge

    auto begin() const { return calls.begin(); }
    auto end() const { return calls.begin() + count; }
};

struct JobEnded {
    Ended::How how;
    int code;
    std::array<char, 4096> printed; ///< the beginning of it
};

/// Copies a text, or as much of it as there is room for, and ends it with a zero.
template <std::size_t size>
void set_text(std::array<char, size>& to, const std::string& text) {
    to.fill('\0');
    text.copy(to.data(), size - 1);
}

} // namespace scanlab::grader
