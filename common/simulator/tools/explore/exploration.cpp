#include "exploration.hpp"

namespace scanlab {

void Exploration::add(const Trial& trial, const std::vector<sim::Finding>& found) {
    ++runs_;
    runs_with_findings_ += !found.empty();
    for (const sim::Finding& finding : found) {
        const auto [known, is_new] = by_identity_.try_emplace(identity(finding), entries_.size());
        if (is_new) {
            entries_.push_back({finding, 1, trial});
            tally_.add(finding.severity);
            continue;
        }
        Entry& entry = entries_[known->second];
        entry.finding.count += finding.count;
        ++entry.runs;
        if (options_text(trial).size() < options_text(entry.replay).size()) entry.replay = trial;
    }
}

std::string Exploration::summary() const {
    if (entries_.empty()) return "nothing found";
    return text(tally_) + ", in " +
           (runs_with_findings_ == runs_ ? "all" : std::to_string(runs_with_findings_)) + " of them";
}

std::string Exploration::json_lines() const {
    std::string lines;
    for (const Entry& entry : entries_) lines += json_line(with_reproduction(entry));
    return lines;
}

sim::Finding with_reproduction(const Exploration::Entry& entry) {
    sim::Finding finding = entry.finding;
    finding.reproduction = {entry.runs, sim::name(entry.replay.strategy), entry.replay.order,
                            entry.replay.choices, entry.replay.occupied};
    return finding;
}

} // namespace scanlab
