#include "finding.hpp"

#include "json.hpp"
#include "source_text.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <sstream>

namespace scanlab::sim {

namespace {

/// "    12 | code of that line"
std::string quoted(const SourceLine& at) {
    const std::string code = source_code(at.file, at.line);
    if (code.empty()) return {};
    char number[32];
    std::snprintf(number, sizeof number, "%6d | ", at.line);
    return number + code + "\n";
}

/// Breaks the text between words, so that no line is longer than most terminals are wide.
std::string wrapped(const std::string& text) {
    constexpr std::size_t width = 100;
    std::string out, line = " "; // every word brings a blank of its own
    std::istringstream words(text);
    for (std::string word; words >> word; line += " " + word) {
        if (line.size() + 1 + word.size() <= width) continue;
        out += line + "\n";
        line = "   ";
    }
    return out + line + "\n";
}

std::string json_triple(const uint3& v) {
    return "[" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + "]";
}

template <class T>
std::string json_or_null(bool known, const T& value) {
    return known ? std::to_string(value) : "null";
}

} // namespace

std::string text(const SourceLine& at) {
    if (at.line == 0) return {};
    std::error_code unknown;
    std::string here = std::filesystem::current_path(unknown).string();
    if (unknown)
        here = std::filesystem::path(at.file).parent_path().string(); // a judged program may not ask
    if (!here.ends_with('/')) here += '/';
    const bool is_below = at.file.starts_with(here);
    return at.file.substr(is_below ? here.size() : 0) + ":" + std::to_string(at.line);
}

std::string describe(const ThreadPosition& p) {
    char text[160];
    std::snprintf(text, sizeof text, "block (%u,%u,%u), thread (%u,%u,%u), warp %u, lane %u", p.block.x,
                  p.block.y, p.block.z, p.thread.x, p.thread.y, p.thread.z, p.warp, p.lane);
    return text;
}

FindingIdentity identity(const Finding& f) {
    // Which of two racing accesses comes first is chance.
    const auto [first, second] = std::minmax(f.at, f.other);
    return {f.kind, f.severity, first.file, first.line, second.file, second.line, f.variable};
}

std::string human_text(const Finding& f) {
    std::string out = "scanlab: ";
    if (f.at.line) out += text(f.at) + ": ";
    if (f.severity == Severity::warning) out += "warning: ";
    out += std::string(name(f.kind)) + ": " + f.message + "\n";
    out += quoted(f.at);
    if (f.other.line && f.other != f.at) {
        if (f.other.file != f.at.file) out += "  " + text(f.other) + ":\n";
        out += quoted(f.other);
    }
    if (f.position) out += "  where: " + describe(*f.position) + "\n";
    for (const std::string& detail : f.details) out += wrapped(detail);
    if (!f.hint.empty()) out += wrapped("hint: " + f.hint);
    return out;
}

std::string json_line(const Finding& f) {
    std::string out = "{\"scanlab_finding\":" + std::to_string(finding_version);
    out += ",\"kind\":" + json_string(name(f.kind));
    out += ",\"severity\":" + json_string(name(f.severity));
    out += ",\"file\":" + (f.at.line ? json_string(f.at.file) : "null");
    out += ",\"line\":" + json_or_null(f.at.line != 0, f.at.line);
    out += ",\"other_file\":" + (f.other.line ? json_string(f.other.file) : "null");
    out += ",\"other_line\":" + json_or_null(f.other.line != 0, f.other.line);
    out += ",\"variable\":" + (f.variable.empty() ? "null" : json_string(f.variable));
    out += ",\"index\":" + json_or_null(f.index.has_value(), f.index.value_or(0));
    out += ",\"block\":" + (f.position ? json_triple(f.position->block) : "null");
    out += ",\"thread\":" + (f.position ? json_triple(f.position->thread) : "null");
    out += ",\"warp\":" + json_or_null(f.position.has_value(), f.position ? f.position->warp : 0);
    out += ",\"lane\":" + json_or_null(f.position.has_value(), f.position ? f.position->lane : 0);
    out += ",\"message\":" + json_string(f.message);
    out += ",\"details\":[";
    for (std::size_t i = 0; i < f.details.size(); ++i)
        out += (i ? "," : "") + json_string(f.details[i]);
    out += "],\"hint\":" + json_string(f.hint);
    out += ",\"count\":" + std::to_string(f.count);
    if (f.reproduction) {
        out += ",\"runs\":" + std::to_string(f.reproduction->runs);
        out += ",\"schedule\":" + json_string(f.reproduction->schedule);
        out += ",\"order\":" + std::to_string(f.reproduction->order);
        if (f.reproduction->occupied > 0)
            out += ",\"occupied\":" + std::to_string(f.reproduction->occupied);
        if (!f.reproduction->choices.empty())
            out += ",\"choices\":" + json_string(f.reproduction->choices);
    }
    return out + "}\n";
}

std::string text(const Tally& tally) {
    const auto counted = [](std::size_t n, const char* what) {
        return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
    };
    std::string out = counted(tally.all(), "finding");
    if (tally.warnings == 0) return out;
    out += tally.errors ? " (" + counted(tally.errors, "error") + ", " : " (";
    return out + counted(tally.warnings, "warning") + ")";
}

} // namespace scanlab::sim
