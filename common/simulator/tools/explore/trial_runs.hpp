/// \file
/// The runs of one program under many trials: what was found, whether its results depend on the trial,
/// and the command that repeats one.
#pragma once

#include "exploration.hpp"
#include "output_file.hpp"
#include "process.hpp"
#include "trial_run.hpp"

#include <optional>
#include <string>
#include <vector>

namespace scanlab {

/// The program, and how its user started it.
struct TriedProgram {
    std::string json;                 ///< where findings go, one JSON object per line; empty: nowhere
    std::string again;                ///< the user's command up to the source
    std::string files;                ///< its sources, as the user typed them
    std::vector<std::string> command; ///< the compiled program and its arguments
};

class TrialRuns {
public:
    /// `ways` is what trials are called: "schedule" or "order".
    TrialRuns(const TriedProgram& program, std::string ways);

    /// Runs the program, with further settings in its environment. Throws UsageError if it cannot be
    /// started.
    TrialRun run(const Trial& trial, const std::vector<std::string>& further_settings = {}) const;
    /// The first run, which its user has seen: neither what it has printed nor what it has found is
    /// told.
    void begin_with(const Trial& trial, const Ended& ended, const std::vector<sim::Finding>& findings);
    /// Takes what the last run has found. What the first program prints is printed.
    void take(const Trial& trial, TrialRun run);

    /// Prints the findings, and what depends on the trial; writes the JSON.
    void report();
    /// The same of what the first run has not shown; false if that is nothing.
    bool report_news();
    /// Of runs that were taken.
    int number() const { return exploration_.runs(); }
    /// "2 findings, in 5 of them"
    std::string summary() const { return exploration_.summary(); }
    bool has_found_nothing() const { return exploration_.causes().empty(); }
    /// Runs that ended with another exit code than 0 or 3.
    int failures() const { return failures_; }
    /// 3 if there are errors; else 128 and the signal's number if one has interrupted them; else the
    /// program's own, the first that is not 0.
    int exit_code() const;
    /// For the program's files.
    const std::filesystem::path& scratch() const { return scratch_.path(); }

private:
    std::optional<sim::Finding> compare(const Ended& ended);
    void print_entries();
    std::string replay(const Trial& trial) const;

    const TriedProgram& program_;
    std::string ways_;
    std::optional<OutputFile> json_;
    ScratchFolder scratch_;
    Exploration exploration_;
    std::optional<Ended> first_;
    bool is_seen_ = false; ///< the first: its output is not known
    std::size_t seen_ = 0; ///< findings of it
    Trial first_trial_{};
    bool is_dependent_ = false; ///< what the program does, on the trial
    int code_ = 0, failures_ = 0;
};

} // namespace scanlab
