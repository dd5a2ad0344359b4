#include "findings.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

namespace scanlab::sim {

namespace {

/// A finding as it came up first, and how often it did.
struct Counted {
    Finding finding;
    long long count;
};

/// Whoever reads the file of findings may want nobody else to speak of them.
bool is_quiet() {
    static const bool quiet = std::getenv("SCANLAB_SIM_QUIET") != nullptr;
    return quiet;
}

struct Findings {
    std::vector<Counted> in_order;
    std::map<FindingIdentity, std::size_t> by_identity;
    std::size_t total = 0;
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
    for (const Counted& counted : findings().in_order)
        std::fputs(json_line(counted.finding, counted.count).c_str(), file);
    std::fclose(file);
}

void print_summary() {
    const Findings& all = findings();
    std::fprintf(stderr, "scanlab: %zu finding%s:\n", all.in_order.size(),
                 all.in_order.size() == 1 ? "" : "s");
    for (const Counted& c : all.in_order) {
        std::fprintf(stderr, "  %s", name(c.finding.kind));
        if (c.finding.at.line) std::fprintf(stderr, " at %s", text(c.finding.at).c_str());
        if (c.count > 1) std::fprintf(stderr, ", %lld times", c.count);
        std::fputc('\n', stderr);
    }
}

// Runs after all that the program itself does at its end: static destructors may still free memory.
__attribute__((destructor)) void at_exit() {
    finish_findings();
    if (findings().total == 0) return;
    std::fflush(nullptr);
    std::_Exit(3);
}

} // namespace

std::size_t report(const Finding& finding) {
    Findings& all = findings();
    ++all.total;
    const auto [known, is_new] = all.by_identity.try_emplace(identity(finding), all.in_order.size());
    const std::size_t number = known->second;
    if (!is_new) {
        ++all.in_order[number].count;
        return number;
    }
    all.in_order.push_back({finding, 1});
    if (!is_quiet()) {
        std::fflush(stdout);
        std::fputs(human_text(finding).c_str(), stderr);
    }
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

std::string findings_json() {
    std::string out = "[";
    for (const Counted& counted : findings().in_order)
        out += (out.size() > 1 ? "," : "") + json_line(counted.finding, counted.count);
    return out + "]";
}

std::size_t findings_reported() { return findings().total; }

void write_findings() {
    if (const char* path = std::getenv("SCANLAB_SIM_FINDINGS")) write_json(path);
}

void list_findings() {
    if (findings().total > 0 && !is_quiet()) print_summary();
}

} // namespace scanlab::sim
