#include "formats.hpp"

#include "json.hpp"
#include "source_text.hpp"

#include <cctype>
#include <cstdio>
#include <cstdlib>

namespace scanlab::sim {

namespace {

/// A path as part of an address: RFC 3986 lets only these characters stand for themselves.
std::string in_uri(std::string_view path) {
    std::string out;
    for (const char c : path) {
        char code[4];
        std::snprintf(code, sizeof code, "%%%02X",
                      static_cast<unsigned>(static_cast<unsigned char>(c)));
        const bool stands = std::isalnum(static_cast<unsigned char>(c)) ||
                            std::string_view("-._~/").find(c) != std::string_view::npos;
        out += stands ? std::string(1, c) : code;
    }
    return out;
}

/// Of a text in an object of its own.
std::string message(std::string_view text) { return json_object({{"text", json_string(text)}}); }

/// Code scanning refuses a result without a place: one of no line has the folder of all sources.
std::string physical_location(const SourceLine& at) {
    const std::string path = at.line ? shared_path(at.file) : ".";
    const bool is_shared = !path.starts_with('/');
    const std::string file =
        json_object({{"uri", json_string((is_shared ? "" : "file://") + in_uri(path))},
                     {"uriBaseId", is_shared ? "\"%SRCROOT%\"" : ""}});
    if (!at.line) return json_object({{"artifactLocation", file}});
    const std::string code = source_code(at.file, at.line);
    const std::string region = json_object({{"startLine", std::to_string(at.line)},
                                            {"startColumn", at.column ? std::to_string(at.column) : ""},
                                            {"snippet", code.empty() ? "" : message(code)}});
    return json_object({{"artifactLocation", file}, {"region", region}});
}

std::string location(const Finding& f) {
    const std::string kernel =
        f.kernel.empty()
            ? ""
            : json_array({json_object({{"name", json_string(f.kernel)}, {"kind", "\"function\""}})});
    return json_object({{"physicalLocation", physical_location(f.at)}, {"logicalLocations", kernel}});
}

bool has_other_place(const Finding& f) { return f.other.line != 0; }

std::string related_locations(const Finding& f) {
    if (!has_other_place(f)) return {};
    return json_array({json_object(
        {{"id", "1"},
         {"physicalLocation", physical_location(f.other)},
         {"message", message(f.other_position ? "the other access: " + describe(*f.other_position)
                                              : "the other line of this finding")}})});
}

/// The sentence with all that helps to understand it; "(1)" links the other place.
std::string words(const Finding& f) {
    std::string text = f.message;
    if (has_other_place(f)) text += " The other line is [" + sim::text(f.other) + "](1).";
    for (const std::string& detail : f.details) text += "\n" + detail;
    if (!f.hint.empty()) text += "\nHint: " + f.hint;
    return text;
}

std::string suppressions(const Finding& f) {
    if (!f.suppressed) return "[]";
    const bool is_in_source = f.suppressed->by == Suppression::By::comment;
    const std::string& reason = f.suppressed->reason;
    return json_array({json_object(
        {{"kind", is_in_source ? "\"inSource\"" : "\"external\""},
         {"status", "\"accepted\""},
         {"justification", json_string(f.suppressed->rule + (reason.empty() ? "" : ": " + reason))}})});
}

std::string result(const Finding& f) {
    return json_object(
        {{"ruleId", json_string(name(f.kind))},
         {"ruleIndex", std::to_string(static_cast<int>(f.kind))},
         {"level", json_string(is_cause(f) ? name(f.severity) : name(Severity::note))},
         {"message", message(words(f))},
         {"locations", json_array({location(f)})},
         {"relatedLocations", related_locations(f)},
         {"partialFingerprints", json_object({{"scanlabFinding/v1", json_string(f.fingerprint)}})},
         {"occurrenceCount", std::to_string(f.count)},
         {"suppressions", suppressions(f)}});
}

std::string rule(const FindingRow& row) {
    return json_object(
        {{"id", json_string(row.name)},
         {"shortDescription", message(row.sentence)},
         {"help", message(std::string(row.sentence) +
                          " Scanlab's page docs/kinds.md has an example of " + row.name + ".")},
         {"defaultConfiguration", json_object({{"level", json_string(name(row.severity))}})}});
}

} // namespace

std::string sarif_text(const std::vector<Finding>& findings) {
    std::vector<std::string> rules, results;
    for (const FindingRow& row : finding_table) rules.push_back(rule(row));
    for (const Finding& finding : findings) results.push_back(result(finding));
    const std::string driver = json_object({{"name", "\"Scanlab\""}, {"rules", json_array(rules)}});
    const std::string run =
        json_object({{"tool", json_object({{"driver", driver}})}, {"results", json_array(results)}});
    return json_object(
               {{"$schema", json_string("https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/"
                                        "os/schemas/sarif-schema-2.1.0.json")},
                {"version", "\"2.1.0\""},
                {"runs", json_array({run})}}) +
           "\n";
}

} // namespace scanlab::sim
