#include "findings.hpp"

#include "errors.hpp"
#include "fault.hpp"
#include "json.hpp"
#include "memory_checks.hpp"
#include "source_text.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <tuple>
#include <unistd.h>

namespace scanlab::sim {

namespace {

/// A finding as it came up first, and how often it did.
struct Counted {
    Finding finding;
    long long count;
};

/// Findings that differ in these are different ones to the user.
using Identity = std::tuple<FindingKind, std::string, int, std::string, int, std::string>;

Identity identity(const Finding& f) {
    // Which of two racing accesses comes first is chance.
    const auto [first, second] = std::minmax(f.at, f.other);
    return {f.kind, first.file, first.line, second.file, second.line, f.variable};
}

struct Findings {
    std::vector<Counted> in_order;
    std::map<Identity, std::size_t> by_identity;
    std::size_t total = 0;
    bool finished = false;
};

Findings& findings() {
    static Findings& instance = *new Findings; // outlives every destructor that may still report
    return instance;
}

/// "    12 | code of that line"
std::string quoted(const SourceLine& at) {
    const std::string code = source_code(at.file, at.line);
    if (code.empty()) return {};
    char number[32];
    std::snprintf(number, sizeof number, "%6d | ", at.line);
    return number + code + "\n";
}

std::string human_text(const Finding& f) {
    std::string out = "scanlab: ";
    if (f.at.line) out += text(f.at) + ": ";
    out += std::string(name(f.kind)) + ": " + f.message + "\n";
    out += quoted(f.at);
    if (f.other.line && f.other != f.at) {
        if (f.other.file != f.at.file) out += "  " + text(f.other) + ":\n";
        out += quoted(f.other);
    }
    if (f.position) out += "  where: " + describe(*f.position) + "\n";
    for (const std::string& detail : f.details) out += "  " + detail + "\n";
    if (!f.hint.empty()) out += "  look at: " + f.hint + "\n";
    return out;
}

// --- JSON
// ----------------------------------------------------------------------------------------------

std::string json_triple(const uint3& v) {
    return "[" + std::to_string(v.x) + "," + std::to_string(v.y) + "," + std::to_string(v.z) + "]";
}

template <class T>
std::string json_or_null(bool known, const T& value) {
    return known ? std::to_string(value) : "null";
}

std::string json_line(const Counted& counted) {
    const Finding& f = counted.finding;
    std::string out = "{\"kind\":" + json_string(name(f.kind));
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
    out += ",\"count\":" + std::to_string(counted.count);
    return out + "}\n";
}

void write_json(const char* path) {
    std::FILE* file = std::fopen(path, "w");
    if (!file) {
        std::fprintf(stderr, "scanlab: cannot write %s: %s\n", path, std::strerror(errno));
        return;
    }
    for (const Counted& counted : findings().in_order) std::fputs(json_line(counted).c_str(), file);
    std::fclose(file);
}

void print_summary() {
    const Findings& all = findings();
    std::fprintf(stderr, "scanlab: %zu finding%s", all.in_order.size(),
                 all.in_order.size() == 1 ? "" : "s");
    const char* separator = ": ";
    for (const Counted& c : all.in_order) {
        std::fprintf(stderr, "%s%s", separator, name(c.finding.kind));
        if (c.finding.at.line) std::fprintf(stderr, " at %s", text(c.finding.at).c_str());
        if (c.count > 1) std::fprintf(stderr, " (%lld times)", c.count);
        separator = ", ";
    }
    std::fputc('\n', stderr);
}

// Runs after all that the program itself does at its end: static destructors may still free memory.
__attribute__((destructor)) void at_exit() {
    finish_findings();
    if (findings().total == 0) return;
    std::fflush(nullptr);
    _exit(3);
}

} // namespace

const char* name(FindingKind kind) {
    static constexpr const char* names[] = {"race-shared", "race-global",    "out-of-bounds",
                                            "misaligned",  "uninitialized",  "barrier-divergence",
                                            "deadlock",    "invalid-launch", "use-after-free",
                                            "double-free", "bad-copy",       "unchecked-error",
                                            "leak"};
    return names[static_cast<std::size_t>(kind)];
}

std::string text(const SourceLine& at) {
    if (at.line == 0) return {};
    std::error_code ignored;
    const std::string here = std::filesystem::current_path(ignored).string() + "/";
    const bool is_below = at.file.starts_with(here);
    return at.file.substr(is_below ? here.size() : 0) + ":" + std::to_string(at.line);
}

std::string describe(const ThreadPosition& p) {
    char text[160];
    std::snprintf(text, sizeof text, "block (%u,%u,%u), thread (%u,%u,%u), warp %u, lane %u", p.block.x,
                  p.block.y, p.block.z, p.thread.x, p.thread.y, p.thread.z, p.warp, p.lane);
    return text;
}

std::size_t report(const Finding& finding) {
    const Unobserved unobserved;
    Findings& all = findings();
    ++all.total;
    const auto [known, is_new] = all.by_identity.try_emplace(identity(finding), all.in_order.size());
    const std::size_t number = known->second;
    if (!is_new) {
        ++all.in_order[number].count;
        return number;
    }
    all.in_order.push_back({finding, 1});
    std::fflush(stdout);
    std::fputs(human_text(finding).c_str(), stderr);
    return number;
}

bool RepeatedFindings::count_again(std::uint64_t key) {
    const auto known = numbers_.find(key);
    if (known == numbers_.end()) return false;
    ++findings().total;
    ++findings().in_order[known->second.of_finding].count;
    return true;
}

void RepeatedFindings::add(std::uint64_t key, std::size_t finding) { numbers_[key] = {finding}; }

std::size_t findings_reported() { return findings().total; }

void finish_findings() {
    Findings& all = findings();
    if (all.finished) return;
    all.finished = true;
    report_unchecked_error();
    report_leaks();
    if (const char* path = std::getenv("SCANLAB_SIM_FINDINGS")) write_json(path);
    if (all.total > 0) print_summary();
}

} // namespace scanlab::sim
