#include "read_findings.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <string>

namespace scanlab {

namespace {

using nlohmann::json;
using sim::Finding;

sim::FindingKind kind_named(const std::string& name) {
    const auto& names = sim::finding_kind_names;
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) throw BadFinding("a finding has the unknown kind '" + name + "'");
    return static_cast<sim::FindingKind>(found - names.begin());
}

sim::Severity severity_named(const std::string& name) {
    const auto found = std::ranges::find(sim::severity_names, name);
    if (found != sim::severity_names.end())
        return static_cast<sim::Severity>(found - sim::severity_names.begin());
    throw BadFinding("a finding has the unknown severity '" + name + "'");
}

void require_version(const json& object) {
    if (!object.is_object() || !object.contains("scanlab_finding"))
        throw BadFinding("this is no finding: it has no member 'scanlab_finding'");
    if (const json& version = object.at("scanlab_finding"); version != sim::finding_version)
        throw BadFinding("a finding has version " + version.dump() + "; this program reads version " +
                         std::to_string(sim::finding_version));
}

/// The members "file", "line" and "column", or "other_file" and its like. Older files have no column.
sim::SourceLine source_line(const json& j, const std::string& prefix) {
    const json &line = j.at(prefix + "line"), &column = j.value(prefix + "column", json{});
    if (line.is_null()) return {};
    return {j.at(prefix + "file"), line, column.is_null() ? 0 : column.get<int>()};
}

sim::Suppression suppression(const json& j) {
    for (std::size_t by = 0; by < enumerators<sim::Suppression::By>; ++by)
        if (const auto way = static_cast<sim::Suppression::By>(by); j.at("by") == sim::name(way))
            return {way, j.at("rule"), j.at("reason")};
    throw BadFinding("a finding is suppressed in the unknown way " + j.at("by").dump());
}

uint3 triple(const json& j) { return {j.at(0), j.at(1), j.at(2)}; }

/// The members "block", "thread", "warp" and "lane", or "other_block" and its like.
std::optional<sim::ThreadPosition> position(const json& j, const std::string& prefix) {
    if (j.at(prefix + "block").is_null()) return std::nullopt;
    return sim::ThreadPosition{triple(j.at(prefix + "block")), triple(j.at(prefix + "thread")),
                               j.at(prefix + "warp"), j.at(prefix + "lane")};
}

Finding finding(const json& j) {
    Finding finding{.kind = kind_named(j.at("kind")),
                    .severity = severity_named(j.at("severity")),
                    .at = source_line(j, ""),
                    .other = source_line(j, "other_"),
                    .position = position(j, ""),
                    .message = j.at("message"),
                    .details = j.at("details"),
                    .hint = j.at("hint"),
                    .count = j.at("count"),
                    .fingerprint = j.at("fingerprint"),
                    .group = j.at("group")};
    if (const json& kernel = j.at("kernel"); !kernel.is_null()) finding.kernel = kernel;
    if (const json& by = j.at("suppressed"); !by.is_null()) finding.suppressed = suppression(by);
    if (const json& name = j.at("variable"); !name.is_null()) finding.variable = name;
    if (const json& index = j.at("index"); !index.is_null()) finding.index = index.get<long long>();
    if (j.contains("other_block")) // in older files it is not
        finding.other_position = position(j, "other_");
    if (j.contains("runs"))
        finding.reproduction = {j.at("runs"), j.at("schedule"), j.at("order"), j.value("choices", ""),
                                j.value("occupied", 0)};
    return finding;
}

} // namespace

Finding read_finding(const json& object) {
    require_version(object);
    try {
        return finding(object);
    } catch (const json::exception& error) {
        throw BadFinding(std::string("this is no finding: ") + error.what());
    }
}

std::vector<Finding> read_findings(const json& array) {
    std::vector<Finding> findings;
    for (const json& object : array) findings.push_back(read_finding(object));
    return findings;
}

std::vector<Finding> that_count(std::vector<Finding> findings) {
    std::erase_if(findings, [](const Finding& finding) { return !counts(finding); });
    return findings;
}

std::vector<Finding> read_findings(const std::filesystem::path& path) {
    std::vector<Finding> findings;
    std::ifstream file(path);
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        const json object = json::parse(line, nullptr, false);
        if (object.is_discarded() && file.eof()) break;
        try {
            findings.push_back(read_finding(object));
        } catch (const BadFinding& error) {
            throw BadFinding(path.string() + ":" + std::to_string(number) + ": " + error.what());
        }
    }
    return findings;
}

} // namespace scanlab
