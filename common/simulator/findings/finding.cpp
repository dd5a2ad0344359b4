#include "finding.hpp"

#include "json.hpp"
#include "source_text.hpp"
#include "wording.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <map>
#include <sstream>
#include <string_view>

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

std::string json_text_or_null(const std::string& text) {
    return text.empty() ? "null" : json_string(text);
}

/// The members "block", "thread", "warp" and "lane", or "other_block" and its like.
std::string json_of(const std::optional<ThreadPosition>& p, const std::string& prefix) {
    const auto member = [&](const char* name, const std::string& value) {
        return "," + json_string(prefix + name) + ":" + (p ? value : "null");
    };
    const ThreadPosition at = p.value_or(ThreadPosition{});
    return member("block", json_triple(at.block)) + member("thread", json_triple(at.thread)) +
           member("warp", std::to_string(at.warp)) + member("lane", std::to_string(at.lane));
}

std::string json_of(const std::optional<Suppression>& s) {
    if (!s) return "null";
    return "{\"by\":" + json_string(name(s->by)) + ",\"rule\":" + json_string(s->rule) +
           ",\"reason\":" + json_string(s->reason) + "}";
}

/// "2 findings"
std::string counted(std::size_t n, const char* what) {
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

/// The path from the folder of its repository on; of a file in none its name alone.
std::string lasting_path(const std::string& file) {
    const std::string path = path_in_repository(file);
    return path.empty() ? std::filesystem::path(file).filename().string() : path;
}

/// Where a line is, in words that stay the same when other lines come before it.
std::string lasting_text(const SourceLine& at) {
    return at.line == 0 ? "" : lasting_path(at.file) + "\n" + lasting_code(at.file, at.line);
}

/// Fowler, Noll and Vo's hash FNV-1a of 64 bits.
std::uint64_t hash_of(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return hash;
}

} // namespace

std::string path_in_repository(const std::string& file) {
    namespace fs = std::filesystem;
    std::error_code unknown;
    const fs::path path(file);
    for (fs::path folder = path.parent_path(); folder.has_relative_path();
         folder = folder.parent_path())
        if (fs::exists(folder / ".git", unknown)) return path.lexically_relative(folder).string();
    return {};
}

std::string path_from_here(const std::string& file) {
    std::error_code unknown;
    std::string here = std::filesystem::current_path(unknown).string();
    if (unknown)
        here = std::filesystem::path(file).parent_path().string(); // a judged program may not ask
    if (!here.ends_with('/')) here += '/';
    return file.substr(file.starts_with(here) ? here.size() : 0);
}

std::string text(const SourceLine& at) {
    return at.line == 0 ? "" : path_from_here(at.file) + ":" + std::to_string(at.line);
}

std::string text_beside(const SourceLine& said, const SourceLine& line) {
    if (line.line == 0) return "elsewhere";
    return said.file == line.file ? "in line " + std::to_string(line.line) : "at " + text(line);
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

std::string fingerprint_of(const Finding& f) {
    // Which of two racing accesses comes first is chance.
    std::string first = lasting_text(f.at), second = lasting_text(f.other);
    if (second < first) std::swap(first, second);
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx",
                  static_cast<unsigned long long>(
                      hash_of(name(f.kind) + ("\n" + f.variable) + "\n" + first + "\n" + second)));
    return digits;
}

std::string what_it_explains(const Finding& cause, const std::vector<Finding>& all) {
    const auto is_explained = [&cause](const Finding& f) {
        return counts(f) && !is_cause(f) && f.group == cause.fingerprint;
    };
    const auto number = static_cast<std::size_t>(std::ranges::count_if(all, is_explained));
    if (number == 0 || !is_cause(cause)) return {};
    const bool are_races =
        std::ranges::all_of(all, [&](const Finding& f) { return !is_explained(f) || is_race(f); });
    if (!is_race(cause)) return "this leads to " + counted(number, are_races ? "race" : "more finding");
    return "and " + counted(number, "more pair") + " of accesses that the same " +
           (cause.hint.starts_with(barrier_hint) ? "barrier" : "synchronisation") + " would order";
}

std::string human_text(const Finding& f, const std::vector<Finding>& all) {
    std::string out = "scanlab: ";
    if (f.at.line) out += text(f.at) + ": ";
    if (f.severity != Severity::error) out += std::string(name(f.severity)) + ": ";
    out += std::string(name(f.kind)) + ": " + f.message + "\n";
    out += quoted(f.at);
    if (f.other.line && f.other != f.at) {
        if (f.other.file != f.at.file) out += "  " + text(f.other) + ":\n";
        out += quoted(f.other);
    }
    if (f.position) out += "  where: " + describe(*f.position) + "\n";
    for (const std::string& detail : f.details) out += wrapped(detail);
    if (!f.hint.empty()) out += wrapped("hint: " + f.hint);
    if (const std::string more = what_it_explains(f, all); !more.empty())
        out += wrapped(more + " (--every-pair shows all)");
    return out;
}

std::string json_line(const Finding& f) {
    std::string out = "{\"scanlab_finding\":" + std::to_string(finding_version);
    out += ",\"kind\":" + json_string(name(f.kind));
    out += ",\"severity\":" + json_string(name(f.severity));
    out += ",\"file\":" + (f.at.line ? json_string(f.at.file) : "null");
    out += ",\"line\":" + json_or_null(f.at.line != 0, f.at.line);
    out += ",\"column\":" + json_or_null(f.at.column != 0, f.at.column);
    out += ",\"other_file\":" + (f.other.line ? json_string(f.other.file) : "null");
    out += ",\"other_line\":" + json_or_null(f.other.line != 0, f.other.line);
    out += ",\"other_column\":" + json_or_null(f.other.column != 0, f.other.column);
    out += ",\"variable\":" + json_text_or_null(f.variable);
    out += ",\"index\":" + json_or_null(f.index.has_value(), f.index.value_or(0));
    out += json_of(f.position, "");
    out += json_of(f.other_position, "other_");
    out += ",\"kernel\":" + json_text_or_null(f.kernel);
    out += ",\"message\":" + json_string(f.message);
    out += ",\"details\":[";
    for (std::size_t i = 0; i < f.details.size(); ++i)
        out += (i ? "," : "") + json_string(f.details[i]);
    out += "],\"hint\":" + json_string(f.hint);
    out += ",\"fingerprint\":" + json_string(f.fingerprint);
    out += ",\"group\":" + json_string(f.group);
    out += ",\"suppressed\":" + json_of(f.suppressed);
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

void Tally::add(const Finding& f) {
    ++(f.suppressed                      ? suppressed
       : f.severity == Severity::error   ? errors
       : f.severity == Severity::warning ? warnings
                                         : notes);
}

std::string text(const Tally& tally) {
    std::string out = counted(tally.all(), "finding");
    if (tally.warnings == 0) return out;
    out += tally.errors ? " (" + counted(tally.errors, "error") + ", " : " (";
    return out + counted(tally.warnings, "warning") + ")";
}

std::string summary(const std::vector<Finding>& findings, bool every_pair) {
    Tally tally;
    std::string lines;
    for (const Finding& f : findings) {
        if (!counts(f) || !(is_cause(f) || every_pair)) continue;
        tally.add(f);
        lines +=
            std::string("  ") + (f.severity == Severity::warning ? "warning: " : "") + name(f.kind);
        if (f.at.line) lines += " at " + text(f.at);
        if (f.count > 1) lines += ", " + std::to_string(f.count) + " times";
        if (const std::string more = what_it_explains(f, findings); !more.empty() && !every_pair)
            lines += "; " + more;
        lines += "\n";
    }
    return tally.all() > 0 ? "scanlab: " + text(tally) + ":\n" + lines : "";
}

std::string left_out(const std::vector<Finding>& findings, bool notes_are_shown) {
    Tally tally;
    std::map<std::string, int> by_rule;
    for (const Finding& f : findings) {
        tally.add(f);
        if (f.suppressed) ++by_rule[f.suppressed->rule];
    }
    std::string out;
    if (tally.notes > 0 && !notes_are_shown)
        out += "scanlab: " + counted(tally.notes, "note") +
               " on what does no harm: --notes (SCANLAB_SIM_NOTES=1) shows " +
               (tally.notes == 1 ? "it" : "them") + "\n";
    if (tally.suppressed == 0) return out;
    out += "scanlab: " + counted(tally.suppressed, "finding") +
           (tally.suppressed == 1 ? " does" : " do") + " not count:";
    const char* separator = " ";
    for (const auto& [rule, number] : by_rule) {
        out += separator + std::to_string(number) + " by " + rule;
        separator = ", ";
    }
    return out + "\n";
}

} // namespace scanlab::sim
