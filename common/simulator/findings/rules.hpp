/// \file
/// Which findings do not count, and why. A user says so in four ways: a baseline, a comment in the
/// source, a file of suppressions, and the options --only and --ignore. Each way gives rules, and all
/// rules go into one table.
#pragma once

#include "finding.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab::sim {

/// A finding that all given conditions hold for is left out; with --only, those are that none is for.
struct Rule {
    Suppression by;            ///< what a finding's JSON says if this rule leaves it out
    std::string kind{};        ///< a pattern, as all texts below: "race-*"; empty: any
    std::string file{};        ///< "third_party/*": the end of the path of one of the finding's lines
    int line = 0;              ///< in that file; 0: any
    std::string kernel{};      ///< "scan*"
    std::string fingerprint{}; ///< no pattern
};

/// What a user's text comes to: rules, or one line that says why it is none.
struct ParsedRules {
    std::vector<Rule> rules;
    std::string complaint; ///< "there is no kind of finding 'rase-global'"; empty if the text is right
};

/// Of an option: rules with commas between them. A rule is a kind, or conditions such as `file=a.cu:12`
/// and `kernel=scan*`, or both: "leak,race-* file=a.cu".
ParsedRules rules_of_option(std::string_view text, std::string_view option);
/// Of a file of suppressions: a rule in each line, and the reason after a `#`.
ParsedRules rules_of_suppressions(std::string_view content, const std::string& file);
/// Of a baseline: the fingerprints in a file that --json has written.
ParsedRules rules_of_baseline(std::string_view content, const std::string& file);

bool matches(const Rule& rule, const Finding& finding);

/// Whether a pattern is for the kernel: "scan*" and "algorithms::scan" are for "algorithms::scan<256>".
bool is_for_kernel(std::string_view pattern, std::string_view kernel);

/// The rules that a user gives a run, as the settings of these names have them; each may be empty.
struct GivenRules {
    std::string baseline, suppressions; ///< files
    std::string ignore, only;           ///< rules
};

/// All rules of a run.
class RuleTable {
public:
    /// Adds these. Returns the first complaint; empty if all are right.
    std::string add(const GivenRules& given);
    /// Findings that match none of these are left out.
    void add_only(std::vector<Rule> rules);
    /// Findings that match one of these are left out.
    void add(std::vector<Rule> rules);
    /// From now on nothing is left out, whatever rules there are: whoever is graded writes none.
    void disregard() { is_disregarded_ = true; }
    /// The rule that leaves the finding out, if one does: one of the table, or a comment in the source.
    std::optional<Suppression> suppression_of(const Finding& finding) const;

private:
    std::vector<Rule> only_, ignored_;
    bool is_disregarded_ = false;
};

/// The comments that stand in the line, or alone in the lines right above it:
/// `// scanlab: allow race-global: the counter may be off by one`. A comment that is no rule has a
/// complaint.
std::vector<ParsedRules> comments_at(const SourceLine& line);

} // namespace scanlab::sim
