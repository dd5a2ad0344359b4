/// \file
/// What the process that reaches the verdict and a worker have to agree about.
///
/// A worker makes one call of a student's kernels. Its arguments are the
/// exercise's name, the block size, n and the order of threads; it
/// reads the input arrays, one after the other as ints, from one descriptor. To another it writes
/// those arrays as they are after the call, then the output (words(task) × n ints) and `*kept`, if the
/// task has it; to a third, when all is done, a JSON object:
///
///     {"error": "" | the CUDA error that ended the call, "hang": bool, "arrangement": 0 … 2,
///      "workspace_bytes": …, "findings": [the simulator's objects],
///      "cost": {"launches", "barriers", "bytes_read", "bytes_written", "sectors", "useful_bytes",
///               "bank_conflicts", "shared_bytes"}}
#pragma once

namespace scanlab::grader {

enum JobDescriptor { job_input = 3, job_output = 4, job_report = 5 };

} // namespace scanlab::grader
