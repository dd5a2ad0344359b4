/// \file
/// Whether JSON is what docs/finding.schema.json describes.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

/// What an instance has that its schema does not allow, one sentence each. Knows as much of JSON Schema
/// as docs/finding.schema.json needs; throws std::runtime_error at any other keyword.
std::vector<std::string> schema_violations(const nlohmann::json& schema, const nlohmann::json& instance);

/// docs/finding.schema.json.
const nlohmann::json& finding_schema();

/// A schema of those members of SARIF that the simulator writes.
const nlohmann::json& sarif_members();

/// The same for lines of findings.
std::vector<std::string> finding_violations(const std::string& lines);
