/// \file
/// Whether a program with another source still does the same under many schedules.
#pragma once

#include "alternatives.hpp"
#include "exploration.hpp"
#include "process.hpp"
#include "trial_run.hpp"

#include <chrono>
#include <functional>
#include <map>
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
    /// Runs the program as it is, under all schedules unless each strategy's first show that it is
    /// wrong. Variants with some of these edits need not be compiled. Throws Stopped if the program
    /// cannot be compiled.
    Variants(VariedProgram program, std::vector<Alternative> alternatives);

    /// Takes the program with these edits for the one that others are compared with, and runs it so
    /// often at most.
    void begin_with(std::vector<Edit> edits, std::size_t times);

    /// What was found in it as it is, or as it began.
    const Exploration& unchanged() const { return unchanged_; }
    /// The exit codes of those runs.
    const std::set<int>& exit_codes() const { return codes_; }

    /// Runs it with these edits, too, until it does something that it does in no run as it is: a race,
    /// if there is one in the first schedules. None if it does not, under any schedule.
    std::optional<Evidence> evidence_against(const std::vector<Edit>& edits);
    /// The same of edits that mend an error: that counts, whoever it was, as does waiting for ever and
    /// each exit code by which the program itself says that it is wrong. They are tried under the
    /// schedule that has shown the error, and so many others.
    std::optional<Evidence> evidence_against_cure(const std::vector<Edit>& edits,
                                                  const Exploration::Entry& error, std::size_t others);

    /// At how many barriers, of its block or its warp, a thread of each kernel waits on average. Those
    /// of the grid are not among them.
    std::map<std::string, double> barriers() const;

    /// Whether both are of a kind and in the same two lines.
    static bool is_same(const sim::Finding& a, const sim::Finding& b);

private:
    /// Whether those that are tried can be compiled as one program, which always has these edits.
    bool compile_all(std::vector<Edit> always);
    bool compile(const std::string& source, const std::filesystem::path& program, bool visibly) const;
    /// Makes the program with these edits and those that it began with the one that runs; false if it
    /// cannot be compiled.
    bool choose(std::vector<Edit> edits);
    TrialRun run(const Trial& trial, std::vector<std::string> settings = {}) const;
    /// What it has found that is not known. Looking for a cure, that error
    /// counts, too, as does waiting for ever.
    std::optional<Evidence> new_finding(const TrialRun& run, const Trial& trial,
                                        const sim::Finding* cured = nullptr) const;
    std::optional<Evidence> new_result(const TrialRun& run, const Trial& trial) const;

    VariedProgram program_;
    std::vector<Alternative> tried_;
    Alternatives alternatives_; ///< those that are compiled
    std::vector<Edit> begun_with_;
    ScratchFolder scratch_;
    std::filesystem::path chosen_;              ///< the program that runs, and in which environment
    std::optional<std::vector<Edit>> compiled_; ///< of the variant that was compiled last
    std::vector<std::string> settings_;
    std::vector<Trial> trials_;
    Exploration unchanged_;
    using Place = std::tuple<sim::FindingKind, sim::SourceLine, sim::SourceLine>;
    static Place place_of(const sim::Finding& finding);

    std::set<Place> known_;
    std::set<int> codes_;
    std::set<std::string> outputs_;
    std::chrono::seconds longest_{0};
};

} // namespace scanlab::sync
