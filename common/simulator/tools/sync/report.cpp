#include "report.hpp"

#include "findings/formats.hpp"
#include "format.hpp"
#include "text.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace scanlab::sync {
namespace {

constexpr std::array names{"needed", "could be narrower", "not needed in these runs",
                           "never reached in these runs"};
const char* name(Verdict::Kind kind) { return names[static_cast<std::size_t>(kind)]; }

std::string called(const Call& call, const TranslatedSource& source) {
    return source.text().substr(call.all.begin, call.all.end - call.all.begin);
}

/// The call with the edit.
std::string changed(const Call& call, const Edit& edit, const TranslatedSource& source) {
    const Extent inside{edit.where.begin - call.all.begin, edit.where.end - call.all.begin};
    return edited(called(call, source), {{inside, edit.text}});
}

using Json = nlohmann::ordered_json;

/// SARIF's object of a fix.
Json fix_object(const Json& file, const std::vector<ChangedLine>& changes) {
    Json replacements = Json::array();
    for (const ChangedLine& line : changes) {
        std::string by;
        for (const std::string& one : line.by) by += one + "\n";
        replacements.push_back({{"deletedRegion",
                                 {{"startLine", line.number},
                                  {"startColumn", 1},
                                  {"endLine", line.number + 1},
                                  {"endColumn", 1}}},
                                {"insertedContent", {{"text", by}}}});
    }
    return {{"description", {{"text", "With this change, nothing is found."}}},
            {"artifactChanges", {{{"artifactLocation", file}, {"replacements", replacements}}}}};
}

} // namespace

std::string human_text(const Verdict& verdict, const TranslatedSource& source,
                       const std::string& file) {
    const Call& call = verdict.synchronisation.call;
    std::string text = fmt::format("{}:{}: {}: {}\n", file, source.line_at(call.all.begin),
                                   called(call, source), name(verdict.kind));
    if (verdict.kind == Verdict::Kind::narrower)
        text +=
            fmt::format("    `{}` is enough in these runs.\n", changed(call, *verdict.instead, source));
    if (!verdict.evidence) return text;
    const std::string without = verdict.synchronisation.can_go
                                    ? "Without it"
                                    : "With `" + changed(call, *verdict.instead, source) + "`";
    const std::string options = options_text(verdict.evidence->trial);
    return text + fmt::format("    {}{}: {}\n", without,
                              options.empty() ? "" : " (" + options.substr(1) + ")",
                              verdict.evidence->what);
}

std::string json_line(const Verdict& verdict, const TranslatedSource& source, const std::string& file) {
    const Call& call = verdict.synchronisation.call;
    Json object{{"scanlab_sync", 1},
                {"file", file},
                {"line", source.line_at(call.all.begin)},
                {"column", source.column_at(call.all.begin)},
                {"call", called(call, source)},
                {"verdict", name(verdict.kind)}};
    if (verdict.kind == Verdict::Kind::narrower)
        object["instead"] = changed(call, *verdict.instead, source);
    if (verdict.evidence) {
        object["evidence"] = verdict.evidence->what;
        object["options"] = options_text(verdict.evidence->trial);
        if (verdict.evidence->finding)
            object["finding"] = Json::parse(sim::json_line(*verdict.evidence->finding));
    }
    return object.dump() + "\n";
}

std::string sarif_text(const std::vector<sim::Finding>& findings, const std::filesystem::path& file,
                       const std::vector<ChangedLine>& fix) {
    Json log = Json::parse(sim::sarif_text(findings));
    Json& results = log["runs"][0]["results"];
    for (std::size_t i = 0; i < findings.size() && !fix.empty(); ++i) {
        std::error_code unknown;
        if (!std::filesystem::equivalent(findings[i].at.file, file, unknown)) continue;
        const Json& place = results[i]["locations"][0]["physicalLocation"]["artifactLocation"];
        results[i]["fixes"] = Json::array({fix_object(place, fix)});
    }
    return log.dump() + "\n";
}

std::string summary(const std::vector<Verdict>& verdicts) {
    std::string text = counted(static_cast<long long>(verdicts.size()), "synchronisation");
    const char* separator = ": ";
    for (std::size_t kind = 0; kind < names.size(); ++kind) {
        const auto is_it = [&](const Verdict& v) { return static_cast<std::size_t>(v.kind) == kind; };
        const auto count = std::ranges::count_if(verdicts, is_it);
        if (count == 0) continue;
        text += fmt::format("{}{} {}", separator, count, names[kind]);
        separator = ", ";
    }
    return text;
}

} // namespace scanlab::sync
