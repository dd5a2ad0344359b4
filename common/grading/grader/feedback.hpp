/// \file
/// What a student reads below a line of the rubric that was missed.
#pragma once

#include "worker_program.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace scanlab::grader {

/// A finding, and the n of the case in which it came up.
struct Seen {
    sim::Finding finding;
    long long n; ///< below 0: there is none to speak of
};

/// Writes about a student's file.
class Feedback {
public:
    /// `compiled_as`: the file's name in findings.
    Feedback(const std::filesystem::path& source, std::string compiled_as);

    /// Findings of one kind at one place are told once. Causes come before their consequences: a
    /// barrier that not all threads reach before the races that it makes. The first `in_full` have
    /// their code and a hint, the others a line each. Empty if there are none.
    std::string findings(const std::vector<Seen>& seen, std::size_t in_full) const;

    /// What is told first of them, as one sentence.
    std::string first(const std::vector<Seen>& seen) const;

    /// The lines that have most of what a condition such as "barriers <= 1" counts: the student's own,
    /// or the kit's if those have none of it; empty if lines have no part in it.
    std::string costly_lines(std::string_view condition, const std::vector<LineCounts>& lines) const;

private:
    std::string code_at(const std::string& file, int line) const;

    std::string name_;
    std::vector<std::string> code_;
};

} // namespace scanlab::grader
