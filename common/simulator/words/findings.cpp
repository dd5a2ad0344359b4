#include "findings.hpp"

#include "machine/errors.hpp"
#include "machine/fault.hpp"
#include "scanlab_sim/settings.hpp"
#include "watch/memory_checks.hpp"
#include "watch/recorder.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <unistd.h>
#include <utility>

namespace scanlab::sim {

namespace {

struct Findings {
    std::vector<Finding> in_order; ///< as they came up first
    std::map<FindingIdentity, std::size_t> by_identity;
    Tally tally;
    bool finished = false;
};

Findings& findings() {
    static Findings& instance = *new Findings; // outlives every destructor that may still report
    return instance;
}

void write_json(const char* path) {
    std::FILE* file = std::fopen(path, "w");
    if (!file) {
        std::fprintf(stderr, "scanlab: cannot write %s: %s\n", path, std::strerror(errno));
        return;
    }
    for (const Finding& finding : findings().in_order) std::fputs(json_line(finding).c_str(), file);
    std::fclose(file);
}

void print_summary() {
    const Findings& all = findings();
    std::fprintf(stderr, "scanlab: %s:\n", text(all.tally).c_str());
    for (const Finding& f : all.in_order) {
        std::fprintf(stderr, "  %s%s", f.severity == Severity::warning ? "warning: " : "",
                     name(f.kind));
        if (f.at.line) std::fprintf(stderr, " at %s", text(f.at).c_str());
        if (f.count > 1) std::fprintf(stderr, ", %lld times", f.count);
        std::fputc('\n', stderr);
    }
}

// Runs after all that the program itself does at its end: static destructors may still free memory.
__attribute__((destructor)) void at_exit() {
    finish_findings();
    if (findings().tally.errors == 0) return;
    std::fflush(nullptr);
    _exit(3);
}

} // namespace

std::size_t report(Finding finding) {
    const Unobserved unobserved;
    Findings& all = findings();
    if (settings().strict) finding.severity = Severity::error;
    const auto [known, is_new] = all.by_identity.try_emplace(identity(finding), all.in_order.size());
    const std::size_t number = known->second;
    if (!is_new) {
        ++all.in_order[number].count;
        return number;
    }
    all.tally.add(finding.severity);
    if (!settings().quiet) {
        std::fflush(stdout);
        std::fputs(human_text(finding).c_str(), stderr);
    }
    all.in_order.push_back(std::move(finding));
    return number;
}

bool RepeatedFindings::count_again(std::uint64_t key) {
    const auto known = numbers_.find(key);
    if (known == numbers_.end()) return false;
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

void finish_findings() {
    Findings& all = findings();
    if (all.finished) return;
    all.finished = true;
    report_unchecked_error();
    report_leaks();
    if (!settings().findings.empty()) write_json(settings().findings.c_str());
    recorder::finish();
    if (all.tally.all() > 0 && !settings().quiet) print_summary();
}

} // namespace scanlab::sim
