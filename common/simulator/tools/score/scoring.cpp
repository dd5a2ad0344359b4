#include "scoring.hpp"

#include "scanlab_sim/enumerators.hpp"

#include <algorithm>
#include <array>

namespace scanlab {
namespace {

std::optional<double> ratio(int part, int rest) {
    if (part + rest == 0) return std::nullopt;
    return static_cast<double>(part) / (part + rest);
}

} // namespace

const char* name(Verdict verdict) {
    constexpr std::array names{"found", "missed", "false alarm", "silent", "not compiled", "failed"};
    static_assert(names.size() == enumerators<Verdict>);
    return names[static_cast<std::size_t>(verdict)];
}

std::optional<double> Counts::precision() const { return ratio(true_positives, false_positives); }
std::optional<double> Counts::recall() const { return ratio(true_positives, false_negatives); }

Scoring::Scoring(std::vector<Outcome> outcomes, std::set<std::string> only)
    : outcomes_(std::move(outcomes)), only_(std::move(only)),
      races_are_one_kind_(std::ranges::any_of(
          outcomes_, [](const Outcome& o) { return o.program.label.kinds.contains("race"); })) {
    if (!races_are_one_kind_) return;
    for (Outcome& outcome : outcomes_)
        for (const char* kind : {"race-shared", "race-global"})
            if (outcome.program.label.kinds.erase(kind) != 0)
                outcome.program.label.kinds.insert("race");
}

std::string Scoring::kind_of(const sim::Finding& finding) const {
    return races_are_one_kind_ && is_race(finding) ? "race" : sim::name(finding.kind);
}

std::vector<Exploration::Entry> Scoring::counted(const Outcome& outcome) const {
    std::vector<Exploration::Entry> entries;
    for (const Exploration::Entry& entry : outcome.exploration.entries()) {
        const bool wanted = only_.empty() || only_.contains(sim::name(entry.finding.kind)) ||
                            (is_race(entry.finding) && only_.contains("race"));
        if (wanted && counts(entry.finding) && entry.finding.severity == sim::Severity::error)
            entries.push_back(entry);
    }
    return entries;
}

std::vector<Exploration::Entry> Scoring::alarms(const Outcome& outcome) const {
    const Label& label = outcome.program.label;
    if (label.is_buggy && label.kinds.empty()) return {};
    std::vector<Exploration::Entry> entries = counted(outcome);
    std::erase_if(entries,
                  [&](const auto& entry) { return label.kinds.contains(kind_of(entry.finding)); });
    return entries;
}

std::set<std::string> Scoring::kinds_found(const Outcome& outcome) const {
    std::set<std::string> kinds;
    for (const Exploration::Entry& entry : counted(outcome)) kinds.insert(kind_of(entry.finding));
    return kinds;
}

Verdict Scoring::verdict(const Outcome& outcome) const {
    if (outcome.state == Outcome::State::not_compiled) return Verdict::not_compiled;
    const bool any = !counted(outcome).empty();
    if (outcome.program.label.is_buggy) {
        const bool right = counted(outcome).size() > alarms(outcome).size();
        return right ? Verdict::found : Verdict::missed;
    }
    if (any) return Verdict::false_alarm;
    return outcome.state == Outcome::State::failed ? Verdict::failed : Verdict::silent;
}

Counts Scoring::all() const {
    Counts row;
    for (const Outcome& outcome : outcomes_) {
        const Verdict v = verdict(outcome);
        row.true_positives += v == Verdict::found;
        row.false_negatives += v == Verdict::missed;
        row.false_positives += v == Verdict::false_alarm;
        row.true_negatives += v == Verdict::silent;
    }
    return row;
}

void Scoring::count(const Outcome& outcome, const std::string& kind, Counts& row) const {
    const Label& label = outcome.program.label;
    const bool is_found = kinds_found(outcome).contains(kind);
    if (outcome.state == Outcome::State::not_compiled) return;
    if (label.is_buggy && label.kinds.empty())
        row.true_positives += is_found;
    else if (label.kinds.contains(kind))
        ++(is_found ? row.true_positives : row.false_negatives);
    else if (is_found)
        ++row.false_positives;
    else if (outcome.state == Outcome::State::ran)
        ++row.true_negatives;
}

std::map<std::string, Counts> Scoring::by_kind() const {
    std::map<std::string, Counts> rows;
    for (const Outcome& outcome : outcomes_) {
        for (const std::string& kind : outcome.program.label.kinds) rows[kind];
        for (const std::string& kind : kinds_found(outcome)) rows[kind];
    }
    for (auto& [kind, row] : rows)
        for (const Outcome& outcome : outcomes_) count(outcome, kind, row);
    return rows;
}

bool Scoring::is_perfect() const {
    return std::ranges::all_of(outcomes_, [&](const Outcome& outcome) {
        const Verdict v = verdict(outcome);
        return (v == Verdict::found || v == Verdict::silent) && alarms(outcome).empty();
    });
}

} // namespace scanlab
