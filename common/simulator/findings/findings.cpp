#include "findings.hpp"

#include "platform/platform.hpp"
#include "scanlab_sim/settings.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <utility>

namespace scanlab::sim {

namespace {

/// The count of a finding that is in the file already, which grows without the line getting longer.
struct WrittenCount {
    static constexpr int digits = 15;
    long long position; ///< in the file
    long long count;    ///< that stands there
};

struct Findings {
    std::vector<Finding> in_order; ///< as they came up first
    std::vector<WrittenCount> counts;
    std::map<FindingIdentity, std::size_t> by_identity;
    std::size_t first = 0; ///< of this process: those before are the one's that has forked
    Tally tally;
};

Findings& findings() {
    static Findings& instance = *new Findings; // outlives every destructor that may still report
    return instance;
}

/// The file that is wanted, if one is.
const platform::AppendedFile* file() {
    static const auto& opened = *new std::optional<platform::AppendedFile>([] {
        const std::string& path = settings().findings;
        if (path.empty()) return std::optional<platform::AppendedFile>{};
        auto result = platform::AppendedFile::open(path);
        if (!result)
            std::fprintf(stderr, "scanlab: cannot write %s: %s\n", path.c_str(), std::strerror(errno));
        return result;
    }());
    return opened ? &*opened : nullptr;
}

// Before main, so that what an earlier run has left there is not taken for this one's.
__attribute__((constructor(102))) void open_early() { file(); }

WrittenCount write(const Finding& finding) {
    std::string line = json_line(finding);
    const std::string_view name = "\"count\":";
    const std::size_t number = line.rfind(name) + name.size();
    line.insert(number, WrittenCount::digits - std::to_string(finding.count).size(), ' ');
    const long long position = file()->add(line.data(), line.size());
    return {position < 0 ? -1 : position + static_cast<long long>(number), finding.count};
}

void print_summary() {
    const Findings& all = findings();
    std::fprintf(stderr, "scanlab: %s:\n", text(all.tally).c_str());
    for (std::size_t i = all.first; i < all.in_order.size(); ++i) {
        const Finding& f = all.in_order[i];
        std::fprintf(stderr, "  %s%s", f.severity == Severity::warning ? "warning: " : "",
                     name(f.kind));
        if (f.at.line) std::fprintf(stderr, " at %s", text(f.at).c_str());
        if (f.count > 1) std::fprintf(stderr, ", %lld times", f.count);
        std::fputc('\n', stderr);
    }
}

} // namespace

std::size_t report(Finding finding) {
    platform::refuse_to_work_as_copy();
    Findings& all = findings();
    if (settings().strict) finding.severity = Severity::error;
    const auto [known, is_new] = all.by_identity.try_emplace(identity(finding), all.in_order.size());
    const std::size_t number = known->second;
    if (!is_new) {
        ++all.in_order[number].count;
        return number;
    }
    all.tally.add(finding.severity);
    if (file()) all.counts.push_back(write(finding));
    if (!settings().quiet) {
        platform::flush_output();
        std::fputs(human_text(finding).c_str(), stderr);
    }
    all.in_order.push_back(std::move(finding));
    return number;
}

bool RepeatedFindings::count_again(std::uint64_t key) {
    const auto known = numbers_.find(key);
    if (known == numbers_.end()) return false;
    platform::refuse_to_work_as_copy();
    ++findings().in_order[known->second.of_finding].count;
    return true;
}

void RepeatedFindings::add(std::uint64_t key, std::size_t finding) { numbers_[key] = {finding}; }

std::string findings_json() {
    std::string out = "[";
    for (const Finding& finding : findings().in_order)
        out += (out.size() > 1 ? "," : "") + json_line(finding);
    return out + "]";
}

void settle_counts() {
    Findings& all = findings();
    for (std::size_t i = 0; i < all.counts.size(); ++i) {
        WrittenCount& written = all.counts[i];
        const long long count = all.in_order[i].count;
        if (std::exchange(written.count, count) == count) continue;
        std::array<char, WrittenCount::digits + 1> text{};
        std::snprintf(text.data(), text.size(), "%*lld", WrittenCount::digits, count);
        file()->overwrite(written.position, text.data(), WrittenCount::digits);
    }
}

void list_findings() {
    if (findings().tally.all() > 0 && !settings().quiet) print_summary();
}

bool found_errors() { return findings().tally.errors > 0; }

void leave_findings_to_parent() {
    findings().first = findings().in_order.size();
    findings().tally = {};
}

LastWords::LastWords(Finding finding)
    : text_(settings().quiet ? "" : human_text(finding)), json_(file() ? json_line(finding) : "") {}

void LastWords::say() const {
    findings().tally.add(Severity::error);
    if (!json_.empty()) file()->add(json_.data(), json_.size());
    platform::print_error(text_.data(), text_.size());
}

} // namespace scanlab::sim
