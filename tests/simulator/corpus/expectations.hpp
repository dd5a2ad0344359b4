/// \file
/// What a program of the corpus says about itself, in its source, and whether a run of it agrees.
///
/// A line that a finding must name ends with a marker, `// finds: KIND`. A race names two lines, or one
/// if that line races with itself; programs with several racing pairs number them: `// finds:
/// race-shared (1) (2)` marks a line of two pairs. `warning KIND` is a finding that is no error, `note
/// KIND` a note (others are let be), `maybe KIND` (or `maybe warning KIND`) one that only some orders of
/// threads lead to. Commas separate kinds. `warning wrong-result` is a mistake that leaves nothing to
/// find but wrong numbers. Lines of their own: `// runs with: SCANLAB_SIM_OCCUPIED=15` names a setting;
/// `// every marked place has to be found`; `// only some orders show it`, and others show nothing.
#pragma once

#include "read_findings.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace scanlab::corpus {

/// A finding of that kind and severity that names exactly those lines.
struct Place {
    std::string kind;
    std::set<int> lines;
    sim::Severity severity = sim::Severity::error;
    bool operator==(const Place&) const = default;
};
std::string text(const Place& place); ///< "race-shared at lines 12, 14"

struct Expectations {
    std::vector<Place> places;           ///< of every kind among them, at least one has to be found
    std::vector<Place> tolerated;        ///< may be found, too
    bool wrong_result = false;           ///< the program itself has to report a wrong result
    bool wants_every_place = false;      ///< all of `places` have to be found
    bool only_some_orders = false;       ///< under others the program is right
    std::vector<std::string> settings{}; ///< to run it with: "SCANLAB_SIM_OCCUPIED=15"
};

/// Reads the markers of a source. Throws std::runtime_error if one makes no sense.
Expectations read_expectations(const std::filesystem::path& source);

/// The findings that a run has written, as read_findings() reads them. Lines count for those in
/// `source` only: a finding in another file gets none, and so is never an expected one.
std::vector<Place> places_of(const std::vector<sim::Finding>& findings, const std::filesystem::path& source);

/// What is wrong with a run, one sentence each; nothing if it is as expected.
std::vector<std::string> complaints(const Expectations& expected, const std::vector<Place>& found, int exit_code);

} // namespace scanlab::corpus
