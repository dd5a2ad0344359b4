#include "exploration.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <optional>

namespace scanlab {

namespace {

using nlohmann::json;
using sim::Finding;

std::optional<sim::FindingKind> kind_named(const std::string& name) {
    for (auto kind = sim::FindingKind{}; kind <= sim::FindingKind::leak;
         kind = static_cast<sim::FindingKind>(static_cast<int>(kind) + 1))
        if (sim::name(kind) == name) return kind;
    return std::nullopt;
}

sim::SourceLine source_line(const json& file, const json& line) {
    if (line.is_null()) return {};
    return {file, line};
}

uint3 triple(const json& j) { return {j.at(0), j.at(1), j.at(2)}; }

/// The object that json_line() writes; none if the kind is unknown.
std::optional<Found> found_in(const json& j) {
    const auto kind = kind_named(j.at("kind"));
    if (!kind) return std::nullopt;
    Finding finding{.kind = *kind,
                    .at = source_line(j.at("file"), j.at("line")),
                    .other = source_line(j.at("other_file"), j.at("other_line")),
                    .message = j.at("message"),
                    .details = j.at("details"),
                    .hint = j.at("hint")};
    if (j.at("variable").is_string()) finding.variable = j.at("variable");
    if (j.at("index").is_number()) finding.index = j.at("index").get<long long>();
    if (j.at("block").is_array())
        finding.position = {triple(j.at("block")), triple(j.at("thread")), j.at("warp"), j.at("lane")};
    return Found{finding, j.at("count")};
}

std::string counted(int n, const std::string& noun) {
    return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

} // namespace

std::vector<Found> read_findings(const std::filesystem::path& path) {
    std::vector<Found> found;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const json j = json::parse(line, nullptr, false);
        if (!j.is_object()) continue;
        if (auto one = found_in(j)) found.push_back(std::move(*one));
    }
    return found;
}

void Exploration::add(const Trial& trial, const std::vector<Found>& found) {
    ++runs_;
    runs_with_findings_ += !found.empty();
    for (const Found& f : found) {
        const auto [known, is_new] =
            by_identity_.try_emplace(sim::identity(f.finding), entries_.size());
        if (is_new) {
            entries_.push_back({f.finding, f.count, 1, trial});
            continue;
        }
        Entry& entry = entries_[known->second];
        entry.count += f.count;
        ++entry.runs;
        if (options_text(trial).size() < options_text(entry.replay).size()) entry.replay = trial;
    }
}

std::string Exploration::summary() const {
    const std::string tried = counted(runs_, "schedule") + " tried: ";
    if (entries_.empty()) return tried + "nothing found";
    return tried + counted(static_cast<int>(entries_.size()), "finding") + ", in " +
           (runs_with_findings_ == runs_ ? "all" : std::to_string(runs_with_findings_)) + " of them";
}

nlohmann::ordered_json json_of(const Exploration::Entry& entry) {
    auto j = nlohmann::ordered_json::parse(sim::json_line(entry.finding, entry.count));
    j["runs"] = entry.runs;
    j["schedule"] = sim::strategy_names[static_cast<std::size_t>(entry.replay.strategy)];
    j["order"] = entry.replay.order;
    return j;
}

std::string Exploration::json_lines() const {
    std::string lines;
    for (const Entry& entry : entries_) lines += json_of(entry).dump() + "\n";
    return lines;
}

} // namespace scanlab
