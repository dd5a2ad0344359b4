#include "feedback.hpp"

#include "finding_causes.hpp"
#include "format.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <set>
#include <tuple>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

/// Causes first.
int rank(const sim::Finding& finding) {
    using enum sim::FindingKind;
    if (finding.kind == barrier_divergence) return 0;
    if (is_race(finding)) return 1;
    constexpr std::array order{missing_order, uninitialized, deadlock};
    const auto* const found = std::ranges::find(order, finding.kind);
    return finding.kind == timeout ? 99 : 2 + static_cast<int>(found - order.begin());
}

/// Findings that are told as one.
struct Fold {
    sim::Finding finding; ///< of the smallest n
    long long n;
    std::size_t cases;
};

/// Those that another one explains are told with that one.
std::vector<Fold> folded(const std::vector<Seen>& seen) {
    using Key = std::tuple<sim::FindingKind, std::string, int, int>;
    std::map<Key, Fold> folds;
    std::set<std::string> there;
    for (const auto& [finding, n] : seen) there.insert(finding.fingerprint);
    Causes causes;
    for (const auto& [finding, n] : seen)
        if (there.contains(finding.group)) causes.add(finding);
    for (const auto& [finding, n] : seen) {
        if (causes.of(finding) != finding.fingerprint) continue;
        const Key key{finding.kind, finding.at.file, finding.at.line, finding.other.line};
        const auto [fold, is_new] = folds.try_emplace(key, Fold{finding, n, 0});
        ++fold->second.cases;
        if (n < fold->second.n) fold->second = {finding, n, fold->second.cases};
    }
    std::vector<Fold> sorted;
    for (auto& [key, fold] : folds) sorted.push_back(std::move(fold));
    std::ranges::stable_sort(sorted, {}, [](const Fold& fold) {
        const int first = rank(fold.finding);
        const auto severity = first == 0 ? sim::Severity::error : fold.finding.severity;
        return std::tuple(severity, first);
    });
    return sorted;
}

std::string headline(const sim::Finding& finding) {
    const char* const warning = finding.severity == sim::Severity::warning ? "warning: " : "";
    return fmt::format("{}:{}: {}{}: {}\n", fs::path(finding.at.file).filename().string(),
                       finding.at.line, warning, name(finding.kind), finding.message);
}

/// What lines are counted by, for the value that a condition begins with.
std::string_view counted_by(std::string_view condition) {
    const std::string_view name = names_in(condition).front();
    const auto* const reported = std::ranges::find(reported_values, name, &CostValue::name);
    if (reported != reported_values.end()) return reported->counted_by;
    return std::ranges::find(derived_values, name, &CostValue::name)->counted_by;
}

} // namespace

Feedback::Feedback(const fs::path& source, std::string compiled_as) : name_(std::move(compiled_as)) {
    std::ifstream file(source);
    for (std::string line; std::getline(file, line);) code_.push_back(line);
}

std::string Feedback::code_at(const std::string& file, int line) const {
    if (fs::path(file).filename() != name_ || line < 1 || code_.size() < static_cast<std::size_t>(line))
        return {};
    const std::string& code = code_[static_cast<std::size_t>(line) - 1];
    return code.substr(std::min(code.find_first_not_of(" \t"), code.size()));
}

std::string Feedback::first(const std::vector<Seen>& seen) const {
    const sim::Finding finding = folded(seen).front().finding;
    const std::string sentence = finding.message.substr(0, finding.message.find(". "));
    return fmt::format("{}, line {}: {}{}", fs::path(finding.at.file).filename().string(),
                       finding.at.line, sentence, sentence.ends_with('.') ? "" : ".");
}

std::string Feedback::findings(const std::vector<Seen>& seen, std::size_t in_full) const {
    std::string text;
    for (const auto& [finding, n, cases] : folded(seen)) {
        text += "    " + headline(finding);
        const std::string times =
            n < 0        ? std::string()
            : cases == 1 ? fmt::format("with n = {}\n", n)
                         : fmt::format("in {} cases, the smallest with n = {}\n", cases, n);
        if (in_full == 0) {
            text += fmt::format("           {}", times.empty() ? "\n" : times);
            continue;
        }
        --in_full;
        if (const std::string code = code_at(finding.at.file, finding.at.line); !code.empty())
            text += fmt::format("    {:6} | {}\n", finding.at.line, code);
        if (!finding.hint.empty()) text += fmt::format("    hint: {}\n", finding.hint);
        text += times.empty() ? "" : "    " + times;
    }
    return text;
}

std::string Feedback::costly_lines(std::string_view condition,
                                   const std::vector<LineCounts>& lines) const {
    const std::string_view what = counted_by(condition);
    std::map<std::pair<std::string, int>, double> counts;
    double all = 0;
    for (const LineCounts& line : lines) {
        const auto count = line.counts.find(what);
        if (count == line.counts.end() || count->second == 0) continue;
        counts[{line.file, line.line}] += count->second;
        all += count->second;
    }
    std::vector<std::pair<std::pair<std::string, int>, double>> most(counts.begin(), counts.end());
    const auto is_kits = [&](const auto& entry) {
        return fs::path(entry.first.first).filename() != name_;
    };
    if (!std::ranges::all_of(most, is_kits)) std::erase_if(most, is_kits);
    std::ranges::stable_sort(most, std::ranges::greater{},
                             [](const auto& entry) { return entry.second; });
    constexpr std::size_t listed = 3;
    if (most.size() > listed) most.resize(listed);
    std::string text;
    for (const auto& [at, count] : most) {
        text += fmt::format("    {}:{}: {:g} of {:g} {}\n", fs::path(at.first).filename().string(),
                            at.second, count, all, what);
        if (const std::string code = code_at(at.first, at.second); !code.empty())
            text += fmt::format("    {:6} | {}\n", at.second, code);
    }
    return text;
}

} // namespace scanlab::grader
