/// \file
/// What was found in the programs of a suite, held against their labels.
#pragma once

#include "exploration.hpp"
#include "suite.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace scanlab {

/// What became of a program.
struct Outcome {
    enum class State {
        ran, ///< to its end, under every schedule
        not_compiled,
        failed ///< crashed, had to be stopped, or ended with an exit code of its own that is not 0
    };

    LabelledProgram program;
    State state = State::ran;
    std::string how{}; ///< what the compiler complained of, or how the program failed
    Exploration exploration{};
};

/// What the findings say about the program's label.
enum class Verdict {
    found,       ///< buggy, and found: a true positive
    missed,      ///< buggy, and not found, or as another kind only: a false negative
    false_alarm, ///< correct, and something was found: a false positive
    silent,      ///< correct, and nothing was found: a true negative
    not_compiled,
    failed ///< correct, but it failed with nothing found, which proves nothing
};
const char* name(Verdict verdict); ///< "false alarm"

/// A row of the confusion matrix.
struct Counts {
    int true_positives = 0, false_negatives = 0, false_positives = 0, true_negatives = 0;

    std::optional<double> precision() const; ///< none if nothing was reported
    std::optional<double> recall() const;    ///< none if nothing was to be found
    bool operator==(const Counts&) const = default;
};

/// Judges the outcomes of a suite. Only errors count: a warning is no report of a bug.
class Scoring {
public:
    /// Only findings of the kinds `only` count, if there are any.
    Scoring(std::vector<Outcome> outcomes, std::set<std::string> only = {});

    const std::vector<Outcome>& outcomes() const { return outcomes_; }
    Verdict verdict(const Outcome& outcome) const;

    /// The findings that count.
    std::vector<Exploration::Entry> counted(const Outcome& outcome) const;

    /// Those that the label does not account for.
    std::vector<Exploration::Entry> alarms(const Outcome& outcome) const;

    /// The kinds among those that count, as labels name them.
    std::set<std::string> kinds_found(const Outcome& outcome) const;

    /// A program once: buggy or correct, found or not.
    Counts all() const;

    /// Kind by kind: a program that deserves two kinds counts in both rows. Programs that are buggy in
    /// a way that the label does not tell count for what is found in them only.
    std::map<std::string, Counts> by_kind() const;

    /// Whether each program was compiled, and found or silent as its label says.
    bool is_perfect() const;

private:
    std::string kind_of(const sim::Finding& finding) const;
    void count(const Outcome& outcome, const std::string& kind, Counts& row) const;

    std::vector<Outcome> outcomes_;
    std::set<std::string> only_;
    bool races_are_one_kind_; ///< as labels say
};

} // namespace scanlab
