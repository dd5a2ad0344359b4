#include "fixes.hpp"

#include "format.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace scanlab::sync {
namespace {

using Error = Exploration::Entry;

constexpr int most_errors = 5;         ///< that are mended, one after the other
constexpr std::size_t few_trials = 1;  ///< to refuse what does not help
constexpr std::size_t most_trials = 6; ///< before all of them follow

/// The first race; else another error.
std::optional<Error> first_error(const Exploration& found) {
    std::vector<Error> errors = found.causes();
    std::erase_if(errors, [](const Error& e) { return e.finding.severity != sim::Severity::error; });
    if (errors.empty()) return std::nullopt;
    const auto race = std::ranges::find_if(errors, [](const Error& e) { return is_race(e.finding); });
    return race == errors.end() ? errors.front() : *race;
}

/// Whether both threads are in one block, where a barrier can order them.
bool is_in_one_block(const sim::Finding& race) {
    if (!race.position) return false;
    const std::string all = "other: " + describe(*race.position);
    const std::string block = all.substr(0, all.find(", thread"));
    return std::ranges::any_of(race.details,
                               [&](const std::string& line) { return line.starts_with(block + ","); });
}

Edit insertion(const std::string& function, const Boundary& boundary) {
    return {{boundary.offset, boundary.offset}, function + "(); "};
}

/// Whether barriers, fences or atomics can mend it: no work of the host is part of it.
bool is_race_of_threads(const sim::Finding& finding) {
    using enum sim::FindingKind;
    return finding.kind == race_shared || finding.kind == race_global || finding.kind == race_scope;
}

/// Whether the function has one of the finding's lines.
bool has_line_of(const sim::Finding& finding, const Extent& function, const TranslatedSource& source) {
    const auto has = [&](int line) {
        return source.line_at(function.begin) <= line && line <= source.line_at(function.end);
    };
    return has(finding.at.line) || has(finding.other.line);
}

/// Boundaries where something could be missing: in functions with such a line, or with a
/// synchronisation.
std::vector<Boundary> boundaries_for(const std::vector<sim::Finding>& findings, const SyntaxTree& tree,
                                     const TranslatedSource& source) {
    std::vector<Boundary> boundaries;
    const std::vector<Synchronisation> all = synchronisations(tree);
    for (const Boundary& boundary : tree.boundaries) {
        const Extent& function = boundary.function;
        const bool is_concerned = std::ranges::any_of(findings, [&](const sim::Finding& finding) {
            return is_race_of_threads(finding) && has_line_of(finding, function, source);
        });
        const bool synchronises = std::ranges::any_of(all, [&](const Synchronisation& one) {
            return function.begin <= one.call.all.begin && one.call.all.end <= function.end;
        });
        if (is_concerned || synchronises) boundaries.push_back(boundary);
    }
    return boundaries;
}

std::vector<Alternative> alternatives(const std::vector<Boundary>& boundaries, const SyntaxTree& tree) {
    std::vector<Alternative> all = strengthenings(tree);
    for (const Boundary& boundary : boundaries)
        for (const char* function : {"__syncthreads", "__syncwarp", "__threadfence"})
            all.push_back({{}, insertion(function, boundary)});
    return all;
}

/// Looks for edits that mend one error.
class Mender {
public:
    Mender(const TranslatedSource& source, const SyntaxTree& tree, Variants& variants, Error error,
           const std::vector<Edit>& made)
        : source_(source), tree_(tree), variants_(variants), error_(std::move(error)), made_(made),
          lines_(std::minmax(error_.finding.at.line, error_.finding.other.line)) {}

    /// The first that is enough; cheap ones come first.
    std::vector<Edit> edits() {
        std::vector<Edit> found = atomic_update();
        if (found.empty() && is_in_one_block(error_.finding)) found = barrier();
        if (found.empty()) found = order();
        return found;
    }

private:
    bool helps(const std::vector<Edit>& edits, std::size_t trials) {
        return !variants_.evidence_against_cure(edits, error_, trials);
    }
    bool is_lasting(const std::vector<Edit>& edits) {
        return helps(edits, few_trials) && helps(edits, most_trials);
    }

    int line(std::size_t offset) const { return source_.line_at(offset); }
    std::string text(const Extent& at) const {
        return source_.text().substr(at.begin, at.end - at.begin);
    }
    /// Many threads add to one number.
    std::vector<Edit> atomic_update() {
        std::vector<Edit> edits;
        if (lines_.first != lines_.second) return edits; // something else happens in between
        for (const Update& update : tree_.updates) {
            if (line(update.all.begin) != lines_.first) continue;
            const std::string operand = update.operand == Extent{} ? "1" : text(update.operand);
            edits.push_back(
                {update.all, fmt::format("atomicAdd(&{}, {})", text(update.target), operand)});
        }
        return !edits.empty() && is_lasting(edits) ? edits : std::vector<Edit>{};
    }

    /// Where a barrier may help, the likeliest first: after the one access and before the other, in as
    /// few loops as possible; else on the way from a round of a loop to the next.
    std::vector<Boundary> places_for_barrier() const {
        std::vector<std::pair<std::tuple<bool, int, int>, Boundary>> places;
        for (const Boundary& boundary : tree_.boundaries) {
            if (!has_line_of(error_.finding, boundary.function, source_)) continue;
            const int at = line(boundary.offset);
            const bool is_between = lines_.first < at && at <= lines_.second;
            const int distance = std::min(std::abs(at - lines_.second), std::abs(at - lines_.first));
            places.push_back(
                {{!is_between, is_between ? boundary.loops : -boundary.loops, distance}, boundary});
        }
        const auto by_likelihood = [](const auto& a, const auto& b) { return a.first < b.first; };
        std::ranges::stable_sort(places, by_likelihood);
        std::vector<Boundary> sorted;
        for (const auto& [rank, boundary] : places) sorted.push_back(boundary);
        return sorted;
    }

    std::vector<Edit> barrier() {
        for (const Boundary& boundary : places_for_barrier()) {
            const auto here = [&](const char* call) {
                return std::vector<Edit>{insertion(call, boundary)};
            };
            const auto against =
                variants_.evidence_against_cure(here("__syncthreads"), error_, few_trials);
            const bool orders_nothing =
                against && against->finding && Variants::is_same(*against->finding, error_.finding);
            if (orders_nothing) continue;
            // It orders the two, but some threads may not come here: those of a warp may.
            if (is_lasting(here("__syncwarp"))) return here("__syncwarp");
            if (!against && is_lasting(here("__syncthreads"))) return here("__syncthreads");
        }
        return {};
    }

    /// Fences everywhere, and the strongest orders and widest scopes; then those that are needed.
    std::vector<Edit> order() {
        std::vector<Edit> all;
        for (const Boundary& boundary : boundaries_for({error_.finding}, tree_, source_))
            all.push_back(insertion("__threadfence", boundary));
        for (const Alternative& stronger : strengthenings(tree_)) { // which cost less: kept rather
            const auto is_there = [&](const Edit& made) { return made.where == stronger.edit.where; };
            if (std::ranges::none_of(made_, is_there)) all.push_back(stronger.edit);
        }
        if (all.empty() || !helps(all, few_trials)) return {};
        all = needed(std::move(all));
        return is_lasting(all) ? all : std::vector<Edit>{};
    }

    /// Leaves out what can go: halves first, then halves of what is left.
    std::vector<Edit> needed(std::vector<Edit> all) {
        for (std::size_t part = (all.size() + 1) / 2; part >= 1; part /= 2)
            for (std::size_t begin = 0; begin < all.size();) {
                std::vector<Edit> rest = all;
                const std::size_t end = std::min(begin + part, all.size());
                rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(begin),
                           rest.begin() + static_cast<std::ptrdiff_t>(end));
                if (!rest.empty() && helps(rest, few_trials))
                    all = std::move(rest);
                else
                    begin = end;
            }
        return all;
    }

    const TranslatedSource& source_;
    const SyntaxTree& tree_;
    Variants& variants_;
    Error error_;
    const std::vector<Edit>& made_;
    std::pair<int, int> lines_;
};

} // namespace

Fix find_fix(const TranslatedSource& source, const SyntaxTree& tree, const VariedProgram& program,
             const Exploration& unchanged) {
    Fix fix;
    std::optional<Error> error = first_error(unchanged);
    Variants variants(program, alternatives(boundaries_for(unchanged.findings(), tree, source), tree));
    for (int mended = 0; error && mended < most_errors && interruption() == 0; ++mended) {
        if (!is_race_of_threads(error->finding)) break;
        const std::vector<Edit> edits = Mender(source, tree, variants, *error, fix.edits).edits();
        if (edits.empty()) break;
        fix.edits.insert(fix.edits.end(), edits.begin(), edits.end());
        variants.begin_with(fix.edits);
        error = first_error(variants.unchanged());
    }
    if (!error) { // so it is what the patch makes of the source that is right
        VariedProgram patched = program;
        patched.source = edited(source.text(), fix.edits);
        error = first_error(Variants(std::move(patched), {}).unchanged());
    }
    if (error)
        fix.leaves =
            fmt::format("{} in line {}", sim::name(error->finding.kind), error->finding.at.line);
    return fix;
}

} // namespace scanlab::sync
