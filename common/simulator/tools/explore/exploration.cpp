#include "exploration.hpp"

#include <algorithm>

namespace scanlab {

void Exploration::add(const Trial& trial, const std::vector<sim::Finding>& found) {
    ++runs_;
    runs_with_findings_ += std::ranges::any_of(found, sim::counts);
    for (const sim::Finding& finding : found) {
        causes_.add(finding);
        const auto [known, is_new] = by_identity_.try_emplace(identity(finding), entries_.size());
        if (is_new) {
            entries_.push_back({finding, 1, trial});
            errors_ += counts(finding) && finding.severity == sim::Severity::error;
            continue;
        }
        Entry& entry = entries_[known->second];
        entry.finding.count += finding.count;
        ++entry.runs;
        if (options_text(trial).size() < options_text(entry.replay).size()) entry.replay = trial;
    }
}

std::vector<Exploration::Entry> Exploration::causes() const {
    std::vector<Entry> causes;
    for (const Entry& entry : entries_)
        if (counts(entry.finding) && causes_.of(entry.finding) == entry.finding.fingerprint)
            causes.push_back(entry);
    return causes;
}

std::vector<sim::Finding> Exploration::findings() const {
    std::vector<sim::Finding> findings;
    for (const Entry& entry : entries_) {
        findings.push_back(with_reproduction(entry));
        findings.back().group = causes_.of(entry.finding);
    }
    return findings;
}

std::string Exploration::summary() const {
    sim::Tally tally;
    for (const Entry& entry : causes()) tally.add(entry.finding);
    if (tally.all() == 0) return "nothing found";
    return text(tally) + ", in " +
           (runs_with_findings_ == runs_ ? "all" : std::to_string(runs_with_findings_)) + " of them";
}

std::string Exploration::json_lines() const {
    std::string lines;
    for (const sim::Finding& finding : findings()) lines += json_line(finding);
    return lines;
}

sim::Finding with_reproduction(const Exploration::Entry& entry) {
    sim::Finding finding = entry.finding;
    finding.reproduction = {entry.runs, sim::name(entry.replay.strategy), entry.replay.order,
                            entry.replay.choices, entry.replay.occupied};
    return finding;
}

} // namespace scanlab
