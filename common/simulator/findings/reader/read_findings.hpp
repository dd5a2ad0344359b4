/// \file
/// Reads what the simulator has found: the JSON that sim::json_line() writes, which
/// docs/finding.schema.json describes.
#pragma once

#include "findings/finding.hpp"

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <vector>

namespace scanlab {

/// This is no finding, or one of a version that this program does not know; one line says what is
/// wrong.
struct BadFinding : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads one finding. Throws BadFinding if it is none.
sim::Finding read_finding(const nlohmann::json& object);

/// The findings of an array. Throws BadFinding if one of them is none.
std::vector<sim::Finding> read_findings(const nlohmann::json& array);

/// Those that count: no notes, and none that a rule leaves out.
std::vector<sim::Finding> that_count(std::vector<sim::Finding> findings);

/// What a run wrote into the file that SCANLAB_SIM_FINDINGS names, one finding per line; nothing if
/// there is no such file. Of a program that was killed, the last line may be cut off: it is left out.
/// Throws BadFinding if another line is no finding.
std::vector<sim::Finding> read_findings(const std::filesystem::path& file);

} // namespace scanlab
