#include "findings.hpp"

#include "formats.hpp"
#include "groups.hpp"
#include "platform/platform.hpp"
#include "rules.hpp"
#include "scanlab_sim/settings.hpp"
#include "source_text.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <string_view>
#include <utility>

namespace scanlab::sim {

namespace {

/// What changes of a finding that is in the file already, without the line getting longer.
struct Written {
    static constexpr int digits = 15;
    long long count_at; ///< position in the file
    long long group_at;
    long long count; ///< that stands there
};

/// A finding that is held back until it is known what explains it.
struct HeldBack {
    std::size_t number;
    std::string text; ///< as it would be told now
};

struct Findings {
    std::vector<Finding> in_order; ///< as they came up first
    std::vector<Written> written;
    std::map<FindingIdentity, std::size_t> by_identity;
    std::vector<HeldBack> held_back;
    Groups groups;
    std::size_t first = 0; ///< of this process: those before are the one's that has forked
    bool is_fork = false;
    std::size_t errors = 0;
    std::string (*name_of_running_kernel)() = nullptr;
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

/// A wrong rule ends the program.
RuleTable& rules() {
    static RuleTable& table = *new RuleTable([] {
        const Settings& given = settings();
        RuleTable made;
        const std::string complaint =
            made.add({given.baseline, given.suppressions, given.ignore, given.only});
        if (complaint.empty()) return made;
        std::fprintf(stderr, "scanlab: %s\n", complaint.c_str());
        platform::leave(2);
    }());
    return table;
}

/// Of the setting that asks for a format: the file, or "1"; empty if nothing asks for it.
std::string value_of_format(const Setting& setting) {
    const auto* const file = std::get_if<std::string Settings::*>(&setting.member);
    if (file) return settings().*(*file);
    return settings().*std::get<bool Settings::*>(setting.member) ? "1" : "";
}

// Before main, so that what an earlier run has left there is not taken for this one's. The rules are
// read first: the baseline may be the same file.
__attribute__((constructor(102))) void open_early() {
    if (platform::another_runtime_serves()) return;
    rules();
    file();
    for (const Format& format : formats)
        if (const Setting& setting = *find_setting(format.setting); setting.type == Setting::Type::file)
            if (const std::string path = value_of_format(setting); !path.empty()) std::ofstream{path};
}

Written write(const Finding& finding) {
    std::string line = json_line(finding);
    const auto after = [&line](std::string_view member) { return line.rfind(member) + member.size(); };
    const std::size_t count = after("\"count\":");
    line.insert(count, Written::digits - std::to_string(finding.count).size(), ' ');
    const long long position = file()->add(line.data(), line.size());
    if (position < 0) return {-1, -1, finding.count};
    return {position + static_cast<long long>(count),
            position + static_cast<long long>(after("\"group\":\"")), finding.count};
}

void print(const std::string& text) {
    if (text.empty()) return;
    platform::flush_output();
    std::fputs(text.c_str(), stderr);
}

bool is_listed(const Finding& f) { return counts(f) && (is_cause(f) || settings().every_pair); }

void print_summary() {
    const Findings& all = findings();
    const std::vector<Finding> own(all.in_order.begin() + static_cast<std::ptrdiff_t>(all.first),
                                   all.in_order.end());
    std::fputs(summary(own, settings().every_pair).c_str(), stderr);
    std::fputs(left_out(own, settings().notes).c_str(), stderr);
}

/// A fork's findings are in the file of JSON alone.
void write_in_formats() {
    if (findings().is_fork) return;
    std::fputs(write_formats(findings().in_order, value_of_format).c_str(), stderr);
}

/// Whether the user is to read of it, now or when it is known what explains it.
bool is_shown(const Finding& f) {
    return !settings().quiet && (counts(f) || (settings().notes && !f.suppressed));
}

/// Fills in what every finding has.
void complete(Finding& f) {
    if (f.kernel.empty() && findings().name_of_running_kernel)
        f.kernel = findings().name_of_running_kernel();
    f.fingerprint = f.group = fingerprint_of(f);
    f.suppressed = rules().suppression_of(f);
}

/// Whether the two speak of the same element outside of an array: then its room or its index is wrong,
/// wherever it is accessed.
bool leave_at_same_element(const Finding& a, const Finding& b) {
    return a.kind == FindingKind::out_of_bounds && b.kind == a.kind && a.position && b.position &&
           a.kernel == b.kernel && a.variable == b.variable &&
           (a.variable.empty() ? a.message == b.message : a.index == b.index);
}

/// Puts findings into groups, and shows those that no other one explains.
void group(const std::vector<std::size_t>& numbers) {
    Findings& all = findings();
    all.groups.add(numbers, all.in_order);
    for (const std::size_t number : numbers) {
        const Finding& f = all.in_order[number];
        if (is_listed(f) && is_shown(f))
            print(human_text(f, settings().every_pair ? std::vector<Finding>{} : all.in_order));
    }
}

} // namespace

std::size_t report(Finding finding) {
    platform::refuse_to_work_as_copy();
    Findings& all = findings();
    if (settings().strict && finding.severity == Severity::warning) finding.severity = Severity::error;
    const auto [known, is_new] = all.by_identity.try_emplace(identity(finding), all.in_order.size());
    const std::size_t number = known->second;
    if (!is_new) {
        ++all.in_order[number].count;
        return number;
    }
    complete(finding);
    const auto cause = std::ranges::find_if(
        all.in_order, [&](const Finding& f) { return leave_at_same_element(f, finding); });
    if (cause != all.in_order.end()) finding.group = cause->group;
    all.errors += counts(finding) && finding.severity == Severity::error;
    if (file()) all.written.push_back(write(finding));
    all.in_order.push_back(std::move(finding));

    const Finding& f = all.in_order.back();
    const std::string words =
        is_shown(f) && (is_cause(f) || settings().every_pair) ? human_text(f) : "";
    if (!f.gap || !counts(f))
        print(words);
    else if (f.gap->from == 0) // what comes later explains it no better
        group({number});
    else
        all.held_back.push_back({number, words});
    return number;
}

void show_held_back() {
    std::vector<std::size_t> numbers;
    for (const HeldBack& held : std::exchange(findings().held_back, {})) numbers.push_back(held.number);
    group(numbers);
}

void name_kernels_by(std::string (*name_of_running_kernel)()) {
    findings().name_of_running_kernel = name_of_running_kernel;
}

void disregard_rules() { rules().disregard(); }

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

namespace {
void settle_file() {
    Findings& all = findings();
    for (std::size_t i = 0; i < all.written.size(); ++i) {
        Written& written = all.written[i];
        const Finding& f = all.in_order[i];
        if (!is_cause(f)) file()->overwrite(written.group_at, f.group.data(), f.group.size());
        if (std::exchange(written.count, f.count) == f.count) continue;
        std::array<char, Written::digits + 1> text{};
        std::snprintf(text.data(), text.size(), "%*lld", Written::digits, f.count);
        file()->overwrite(written.count_at, text.data(), Written::digits);
    }
}

} // namespace

void settle_findings() {
    for (const HeldBack& held : findings().held_back)
        platform::print_error(held.text.data(), held.text.size());
    settle_file();
}

void list_findings() {
    show_held_back();
    settle_file();
    if (!settings().quiet) print_summary();
    write_in_formats();
}

bool found_errors() { return findings().errors > 0; }

void leave_findings_to_parent() {
    findings().first = findings().in_order.size();
    findings().is_fork = true;
    findings().held_back.clear();
    findings().errors = 0;
}

LastWords::LastWords(Finding finding) {
    complete(finding);
    is_error_ = counts(finding) && finding.severity == Severity::error;
    if (is_shown(finding)) text_ = human_text(finding);
    if (file()) json_ = json_line(finding);
}

void LastWords::say() const {
    findings().errors += is_error_;
    if (!json_.empty()) file()->add(json_.data(), json_.size());
    platform::print_error(text_.data(), text_.size());
}

} // namespace scanlab::sim

int scanlab_errors() { return static_cast<int>(scanlab::sim::findings().errors); }
