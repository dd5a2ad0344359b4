/// \file
/// What the simulator found in several runs of one program.
#pragma once

#include "trial.hpp"
#include "words/finding.hpp"

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace scanlab {

/// A finding, and how often it came up in a run.
struct Found {
    sim::Finding finding;
    long long count;
};

/// What a run wrote into the file that SCANLAB_SIM_FINDINGS names. Nothing if there is no such file; a
/// line that is no finding is left out.
std::vector<Found> read_findings(const std::filesystem::path& path);

/// The findings of all runs, each once.
class Exploration {
public:
    struct Entry {
        sim::Finding finding; ///< as it came up first
        long long count;      ///< in all runs together
        int runs;             ///< in which it came up
        Trial replay;         ///< the one of them that is said shortest
    };

    void add(const Trial& trial, const std::vector<Found>& found);

    const std::vector<Entry>& entries() const { return entries_; }
    int runs() const { return runs_; }
    int runs_with_findings() const { return runs_with_findings_; }

    /// "8 schedules tried: 2 findings, in 5 of them"
    std::string summary() const;

    /// One JSON object per line: json_of() each.
    std::string json_lines() const;

private:
    std::vector<Entry> entries_;
    std::map<sim::FindingIdentity, std::size_t> by_identity_;
    int runs_ = 0, runs_with_findings_ = 0;
};

/// What sim::json_line() says, in how many runs it came up, and which trial replays it.
nlohmann::ordered_json json_of(const Exploration::Entry& entry);

} // namespace scanlab
