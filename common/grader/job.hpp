/// \file
/// What the process that reaches the verdict and a worker have to agree about.
///
/// A worker is given the exercise's name as its argument, and a socket as standard input. For each Job
/// that comes there it makes one call of a student's kernels, in a confined fork of its own, and
/// answers with a JobEnded.
///
/// That fork reads the input arrays, one after the other as ints, from one descriptor. To another it
/// writes those arrays as they are after the call, then the output (words(task) × n ints) and `*kept`,
/// if the task has it; to a third, when all is done, a JSON object:
///
///     {"error": "" | the CUDA error that ended the call, "hang": bool, "arrangement": 0 … 2,
///      "workspace_bytes": …, "findings": [the simulator's objects],
///      "cost": {"launches", "barriers", "bytes_read", "bytes_written", "sectors", "useful_bytes",
///               "bank_conflicts", "collectives", "shared_bytes", "threads", "thread_steps",
///               "thread_bytes", "idle_lanes"},
///      "kernels": [the counters' objects, with their lines, if the job asks for them]}
#pragma once

#include "process.hpp"

#include <array>
#include <cstdint>

namespace scanlab::grader {

enum JobDescriptor { job_input = 3, job_output = 4, job_report = 5 };

/// The files that become those descriptors.
struct JobFiles {
    explicit JobFiles(const std::filesystem::path& folder)
        : input(folder / "input"), output(folder / "output"), report(folder / "report") {}
    std::filesystem::path input, output, report;
};

struct Job {
    int block;
    long long n;
    std::uint64_t order;           ///< of blocks and threads
    bool by_line;                  ///< whether to count each line of the source
    std::array<char, 4096> folder; ///< of its files
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
