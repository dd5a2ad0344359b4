/// \file
/// Whether a program with another source still does the same under many schedules.
#pragma once

#include "exploration.hpp"
#include "process.hpp"
#include "trial_run.hpp"

#include <chrono>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace scanlab::sync {

/// The command that makes a program of a source.
using CompileCommand = std::function<std::vector<std::string>(const std::filesystem::path& source,
                                                              const std::filesystem::path& program)>;

/// The program, as it is to be tried.
struct VariedProgram {
    std::string name;   ///< of its source: "scan.cu"
    std::string source; ///< as it is
    std::vector<std::string> arguments;
    int schedules = 24;
    CompileCommand compile;
};

/// What a variant does that the program as it is does in no run.
struct Evidence {
    std::string what;                      ///< a sentence
    std::optional<sim::Finding> finding{}; ///< none if the result is another one
    Trial trial{};                         ///< that shows it
    bool is_compiled = true;               ///< false: it is no program
};

class Variants {
public:
    /// Runs the program as it is under all schedules. Throws Stopped if it cannot be compiled.
    explicit Variants(VariedProgram program);

    /// What was found in it as it is.
    const Exploration& unchanged() const { return unchanged_; }
    /// Of the unchanged program, in all schedules.
    int failures() const { return failures_; }

    /// Runs the program with this source until it does something that it does in no run as it is: a
    /// race, if there is one in the first schedules. None if it does not, under any schedule. `cured`:
    /// a finding in the program as it is that counts as new.
    std::optional<Evidence> evidence_against(const std::string& source,
                                             const sim::Finding* cured = nullptr);

    /// The kind of a finding, and its two lines.
    using Place = std::tuple<sim::FindingKind, sim::SourceLine, sim::SourceLine>;

private:
    bool compile(const std::string& source, bool visibly);
    TrialRun run(const Trial& trial) const;
    std::optional<Evidence> news(const TrialRun& run, const Trial& trial,
                                 const sim::Finding* cured) const;

    VariedProgram program_;
    ScratchFolder scratch_;
    std::vector<Trial> trials_;
    Exploration unchanged_;
    std::set<Place> known_;
    std::set<int> codes_;
    std::set<std::string> outputs_;
    std::chrono::seconds longest_{0};
    int failures_ = 0;
};

} // namespace scanlab::sync
