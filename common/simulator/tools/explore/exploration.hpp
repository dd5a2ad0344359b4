/// \file
/// What the simulator found in several runs of one program.
#pragma once

#include "finding_causes.hpp"
#include "read_findings.hpp"
#include "trial.hpp"

#include <map>
#include <string>
#include <vector>

namespace scanlab {

/// The findings of all runs, each once.
class Exploration {
public:
    struct Entry {
        sim::Finding finding; ///< as it came up first; its count is that of all runs together
        int runs;             ///< in which it came up
        Trial replay;         ///< the one of them that is said shortest
    };

    void add(const Trial& trial, const std::vector<sim::Finding>& found);

    /// All, also those that do not count.
    const std::vector<Entry>& entries() const { return entries_; }
    /// Those that count and that no other one explains.
    std::vector<Entry> causes() const;
    /// The findings of all entries.
    std::vector<sim::Finding> findings() const;
    int runs() const { return runs_; }
    int runs_with_findings() const { return runs_with_findings_; }
    bool has_errors() const { return errors_ > 0; }

    /// "2 findings, in 5 of them", that is, of the runs; or "nothing found"
    std::string summary() const;

    /// One JSON object per line: each finding with in how many runs it came up, and which replays it.
    std::string json_lines() const;

private:
    std::vector<Entry> entries_;
    std::map<sim::FindingIdentity, std::size_t> by_identity_;
    Causes causes_;
    std::size_t errors_ = 0;
    int runs_ = 0, runs_with_findings_ = 0;
};

/// The finding with what the runs together say of it.
sim::Finding with_reproduction(const Exploration::Entry& entry);

} // namespace scanlab
