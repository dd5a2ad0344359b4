#include "fixes.hpp"

#include "format.hpp"
#include "remedies.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace scanlab::sync {
namespace {

using Error = Exploration::Entry;

constexpr int most_errors = 10;        ///< that are mended, one after the other
constexpr std::size_t most_tried = 3;  ///< errors, until one of them can be mended
constexpr std::size_t few_trials = 1;  ///< to refuse what does not help
constexpr std::size_t most_trials = 6; ///< before all of them follow
constexpr std::size_t all_trials = std::numeric_limits<std::size_t>::max();

/// Whether both threads are in one block, where a barrier can order them.
bool is_in_one_block(const sim::Finding& race) {
    if (!race.position || !race.other_position) return false;
    const uint3 &one = race.position->block, &other = race.other_position->block;
    return one.x == other.x && one.y == other.y && one.z == other.z;
}

/// Whether barriers, fences or atomics can mend it: no work of the host is part of it.
bool is_race_of_threads(const sim::Finding& finding) {
    using enum sim::FindingKind;
    return finding.kind == race_shared || finding.kind == race_global || finding.kind == race_scope;
}

/// Looks for edits that mend one error.
class Mender {
public:
    Mender(const TranslatedSource& source, const SyntaxTree& tree, Variants& variants, Error error,
           const std::vector<Edit>& made)
        : source_(source), tree_(tree), variants_(variants), error_(std::move(error)), made_(made),
          lines_(std::minmax(error_.finding.at.line, error_.finding.other.line)),
          places_(places_between()) {}

    /// The first that is enough; cheap ones come first.
    std::vector<Edit> edits() {
        constexpr std::array in_one_block{
            &Mender::atomic_update, &Mender::barrier,      &Mender::halved,         &Mender::order,
            &Mender::scope,         &Mender::waited_for,   &Mender::atomic_value,   &Mender::other,
            &Mender::awaited,       &Mender::grid_barrier, &Mender::barrier_for_all};
        constexpr std::array between_blocks{
            &Mender::atomic_update, &Mender::order,        &Mender::scope,          &Mender::barrier,
            &Mender::waited_for,    &Mender::atomic_value, &Mender::other,          &Mender::awaited,
            &Mender::cleared,       &Mender::grid_barrier, &Mender::barrier_for_all};
        for (const auto& look : is_in_one_block(error_.finding) ? std::span<Look const>(in_one_block)
                                                                : std::span<Look const>(between_blocks))
            if (std::vector<Edit> found = (this->*look)(); !found.empty()) return found;
        return {};
    }

private:
    using Look = std::vector<Edit> (Mender::*)();

    bool helps(const std::vector<Edit>& edits, std::size_t trials) {
        return !variants_.evidence_against_cure(edits, error_, trials);
    }
    /// Helps and does no harm under any schedule; another race is mended later.
    bool is_lasting(const std::vector<Edit>& edits) {
        const auto is_possible = [&](const Edit& edit) { return source_.can_be_patched(edit); };
        if (!std::ranges::all_of(edits, is_possible) || !helps(edits, most_trials)) return false;
        const auto against = variants_.evidence_against_cure(edits, error_, all_trials);
        return !against || (against->finding && is_race(*against->finding));
    }

    int line(std::size_t offset) const { return source_.line_at(offset); }
    /// Whether the function has one of the error's lines.
    bool is_concerned(const Extent& function) const {
        const auto has = [&](int number) {
            return line(function.begin) <= number && number <= line(function.end);
        };
        return has(lines_.first) || has(lines_.second);
    }

    /// Many threads change one number.
    std::vector<Edit> atomic_update() {
        std::vector<Edit> edits;
        if (lines_.first != lines_.second) return edits; // something else happens in between
        for (const Update& update : tree_.updates)
            if (line(update.all.begin) == lines_.first)
                edits.push_back(sync::atomic_update(update, source_.text()));
        return !edits.empty() && is_lasting(edits) ? edits : std::vector<Edit>{};
    }

    /// Where a call may be missing, the likeliest first: after the one access and before the other, in
    /// as few loops as possible; else on the way from a round of a loop to the next.
    std::vector<Boundary> places_between() const {
        std::vector<std::pair<std::tuple<bool, int, int>, Boundary>> places;
        for (const Boundary& boundary : tree_.boundaries) {
            if (!boundary.is_on_device || !is_concerned(boundary.function) ||
                source_.column_at(boundary.offset) == 0)
                continue;
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
        for (const Boundary& place : places_) {
            const std::vector<Edit> for_block{insertion(syncthreads.call, place)},
                for_warp{insertion(syncwarp.call, place)};
            const auto against = variants_.evidence_against_cure(for_block, error_, few_trials);
            const bool orders_nothing =
                against && against->finding && Variants::is_same(*against->finding, error_.finding);
            if (orders_nothing) continue;
            // It orders the two, but some threads may not come here: those of a warp may.
            if (is_lasting(for_warp)) return for_warp;
            if (!against && is_lasting(for_block)) return for_block;
        }
        return {};
    }

    /// Fences everywhere, and the strongest orders and widest scopes; if that is too little, a barrier,
    /// too. Then those that are needed.
    std::vector<Edit> order() {
        std::vector<Edit> all;
        for (const Boundary& boundary : tree_.boundaries)
            if (boundary.is_on_device && source_.column_at(boundary.offset) > 0)
                all.push_back(insertion(fence.call, boundary));
        for (const Alternative& stronger : strengthenings(tree_)) // which cost less: kept rather
            all.push_back(stronger.edit);
        std::erase_if(all, [&](const Edit& edit) { return is_made(edit.where); });
        if (helps(all, few_trials)) return needed(std::move(all));
        for (const Boundary& place : places_) {
            all.push_back(insertion(syncthreads.call, place));
            if (helps(all, few_trials)) return needed(std::move(all));
            all.pop_back();
        }
        return {};
    }
    bool is_made(const Extent& where) const {
        return std::ranges::find(made_, where, &Edit::where) != made_.end();
    }

    /// Leaves out what can go, but for what is kept: halves first, then halves of what is left.
    std::vector<Edit> needed(std::vector<Edit> all, const std::vector<Edit>& kept = {}) {
        const auto with_kept = [&](std::vector<Edit> some) {
            some.insert(some.end(), kept.begin(), kept.end());
            return some;
        };
        for (std::size_t part = (all.size() + 1) / 2; part >= 1; part /= 2)
            for (std::size_t begin = 0; begin < all.size();) {
                std::vector<Edit> rest = all;
                const std::size_t end = std::min(begin + part, all.size());
                rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(begin),
                           rest.begin() + static_cast<std::ptrdiff_t>(end));
                if (!with_kept(rest).empty() && helps(with_kept(rest), few_trials))
                    all = std::move(rest);
                else
                    begin = end;
            }
        all = with_kept(std::move(all));
        return is_lasting(all) ? all : std::vector<Edit>{};
    }

    /// The first of these that is enough.
    std::vector<Edit> first_of(const std::vector<Edit>& all) {
        for (const Edit& edit : all)
            if (is_lasting({edit})) return {edit};
        return {};
    }

    /// The assignments in the error's line, if it races with itself.
    std::vector<Assignment> racing_assignments() const {
        std::vector<Assignment> all;
        for (const Assignment& one : tree_.assignments)
            if (lines_.first == lines_.second && line(one.all.begin) == lines_.first &&
                source_.column_at(one.all.begin) > 0)
                all.push_back(one);
        return all;
    }

    /// One statement reads what it writes in another thread.
    std::vector<Edit> halved() {
        for (const Assignment& one : racing_assignments())
            for (const Missing& wait : {syncwarp, syncthreads})
                if (auto found = first_of(halves(one, wait, source_.text())); !found.empty())
                    return found;
        return {};
    }

    /// Many threads assign to one variable.
    std::vector<Edit> atomic_value() {
        for (const Assignment& one : racing_assignments())
            if (auto found = first_of(atomic_assignments(one, source_.text())); !found.empty())
                return found;
        return {};
    }

    /// A thread reads something until another one has written it: all accesses of that become atomic.
    std::vector<Edit> waited_for() {
        const char* const scope = is_in_one_block(error_.finding) ? "block" : "device";
        std::set<std::string> tried;
        for (const Load& load : tree_.loads) {
            const bool is_plain = load.type.find_first_of("*[<(") == std::string::npos &&
                                  load.type.find("const") == std::string::npos;
            if (!load.is_repeated || !is_plain || !is_near(load.all) ||
                !tried.insert(root_of(load.all)).second)
                continue;
            std::vector<Edit> edits;
            for (const Load& one : tree_.loads)
                if (one.is_repeated && one.type == load.type && is_near(one.all) &&
                    root_of(one.all) == root_of(load.all))
                    edits.push_back(atomic_load(one, scope, source_.text()));
            for (const Assignment& one : tree_.assignments)
                if (one.operation == "=" && is_near(one.all) &&
                    root_of(one.target) == root_of(load.all))
                    edits.push_back(atomic_store(one, scope, source_.text()));
            include("cuda/atomic", edits);
            if (is_lasting(edits)) return edits;
        }
        return {};
    }
    /// The variable that an access begins with: "flags" of "flags[tile - 1]".
    std::string root_of(const Extent& access) const {
        const std::string text = text_of(access, source_.text());
        const auto is_of_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
        const auto begin = std::ranges::find_if(text, is_of_name);
        return {begin, std::find_if_not(begin, text.end(), is_of_name)};
    }
    /// Whether it is in one of the functions with the error's lines, where a patch can change it.
    bool is_near(const Extent& at) const {
        const auto is_around = [&](const Boundary& place) {
            return place.function.begin <= at.begin && at.end <= place.function.end;
        };
        return source_.column_at(at.begin) > 0 && std::ranges::any_of(places_, is_around);
    }
    void include(std::string_view header, std::vector<Edit>& edits) const {
        const Edit edit = inclusion(header);
        if (source_.text().find(fmt::format("#include <{}>", header)) == std::string::npos &&
            std::ranges::find(made_, edit) == made_.end())
            edits.push_back(edit);
    }

    /// Wider scopes, which are parts of types.
    std::vector<Edit> scope() {
        if (error_.finding.kind != sim::FindingKind::race_scope) return {};
        for (const char* const wider :
             {"thread_scope_block", "thread_scope_device", "thread_scope_system"}) {
            std::vector<Edit> all = wider_scopes(wider, source_.text());
            if (!all.empty() && helps(all, few_trials)) return needed(std::move(all));
        }
        return {};
    }

    /// What asynchronous copies and their barriers need.
    std::vector<Edit> other() {
        std::vector<std::vector<Edit>> beginnings{{}};
        for (const Alternative& one : changed_waits(tree_, source_.text()))
            beginnings.push_back({one.edit});
        for (const Arrival& one : later_arrivals(tree_, source_.text()))
            beginnings.push_back({one.removal, one.insertion});
        std::erase_if(beginnings, [&](const std::vector<Edit>& edits) {
            return std::ranges::any_of(edits, [&](const Edit& edit) { return is_made(edit.where); });
        });
        for (const std::vector<Edit>& beginning : beginnings)
            if (!beginning.empty() && is_lasting(beginning)) return beginning;
        for (const std::vector<Edit>& beginning : beginnings)
            for (const Missing& missing : missing_for_copies(tree_)) {
                std::vector<Edit> all;
                for (auto place = places_.rbegin(); place != places_.rend(); ++place)
                    all.push_back(insertion(missing.call, *place)); // the likeliest are kept
                std::ranges::copy(beginning, std::back_inserter(all));
                if (helps(all, few_trials)) return needed(std::move(all));
            }
        return {};
    }

    /// A thread that is left out is waited for, too. It may be in a block that only a cooperative
    /// launch starts while others wait.
    std::vector<Edit> awaited() {
        for (const Edit& wait : unconditional_waits(tree_, source_.text())) {
            if (!is_near(wait.where) || is_made(wait.where)) continue;
            if (is_lasting({wait})) return {wait};
            for (const Edit& launch : possible_launches())
                if (is_lasting({wait, launch})) return {wait, launch};
        }
        return {};
    }

    /// A launch finds what an earlier one has left.
    std::vector<Edit> cleared() { return first_of(clearings(tree_, source_.text())); }

    /// All blocks wait for each other, for which the launch has to be cooperative.
    std::vector<Edit> grid_barrier() {
        std::vector<Edit> waits;
        for (const Call& call : tree_.calls)
            if (call.function == "__syncthreads" && is_near(call.all))
                waits.push_back({call.all, std::string(grid_sync.call)});
        for (const Boundary& place : places_) waits.push_back(insertion(grid_sync.call, place));
        for (const Assignment& one : racing_assignments())
            std::ranges::copy(halves(one, grid_sync, source_.text()), std::back_inserter(waits));
        const std::vector<Edit> launches = possible_launches();
        for (const Edit& wait : waits) {
            std::vector<Edit> all = launches;
            all.push_back(wait);
            if (!helps(all, few_trials)) continue;
            all = needed(std::move(all));
            if (!all.empty()) include("cooperative_groups.h", all);
            return all;
        }
        return {};
    }

    std::vector<Edit> possible_launches() const {
        std::vector<Edit> launches = cooperative_launches(tree_, source_.text());
        std::erase_if(launches, [&](const Edit& edit) {
            return is_made(edit.where) || !source_.can_be_patched(edit);
        });
        return launches;
    }

    /// All threads of the block or the grid wait, also those that would have returned before.
    std::vector<Edit> barrier_for_all() {
        std::set<Extent> functions;
        for (const Boundary& place : places_) functions.insert(place.function);
        for (const Missing& wait : {syncthreads, grid_sync}) {
            const bool is_of_grid = wait.call == grid_sync.call;
            const auto launches = is_of_grid ? possible_launches() : std::vector<Edit>{};
            for (const Extent& function : functions)
                for (std::vector<Edit> waiting : waiting_for_all(function, wait)) {
                    if (is_of_grid) include("cooperative_groups.h", waiting);
                    std::vector<Edit> all = launches;
                    all.insert(all.end(), waiting.begin(), waiting.end());
                    if (!helps(all, few_trials)) continue;
                    if (all = needed(launches, waiting); !all.empty()) return all;
                }
        }
        return {};
    }
    std::vector<std::vector<Edit>> waiting_for_all(const Extent& function, const Missing& wait) const {
        const std::vector<Edit> stay = staying(function, tree_, source_.text());
        std::vector<std::vector<Edit>> all;
        if (std::ranges::any_of(stay, [&](const Edit& edit) { return is_made(edit.where); }))
            return all;
        for (std::size_t i = 0; i < stay.size(); ++i)
            for (const Assignment& one : racing_assignments())
                if (stay[i].where == Extent{one.all.begin, one.all.begin})
                    for (const Edit& edit : halves(one, wait, source_.text(), stay[i].text)) {
                        all.push_back(stay);
                        all.back()[i] = edit;
                    }
        for (const Boundary& place : places_)
            if (!stay.empty() && place.block == function && stay.front().where.end < place.offset) {
                all.push_back({insertion(wait.call, place)});
                std::ranges::copy(stay, std::back_inserter(all.back()));
            }
        return all;
    }

    const TranslatedSource& source_;
    const SyntaxTree& tree_;
    Variants& variants_;
    Error error_;
    const std::vector<Edit>& made_;
    std::pair<int, int> lines_; ///< the error's, the smaller one first
    std::vector<Boundary> places_;
};

using Barriers = std::map<std::string, double>; ///< by kernel

/// "A thread of `scan` waits at 3 barriers instead of 2."
std::string cost(const Barriers& before, const Barriers& after, const std::vector<Edit>& edits) {
    std::string text;
    for (const auto& [kernel, number] : after) {
        const auto was = before.find(kernel);
        if (was == before.end() || was->second == number) continue;
        text += fmt::format(" A thread of `{}` waits at {:.3g} {} instead of {:.3g}.", kernel, number,
                            number == 1 ? "barrier" : "barriers", was->second);
    }
    const auto waits_for_all = [](const Edit& edit) {
        return edit.text.find(grid_sync.call) != std::string::npos;
    };
    if (std::ranges::any_of(edits, waits_for_all))
        text += " All blocks of the grid wait for each other.";
    return text.empty() ? " No thread waits at more barriers." : text;
}

/// What is wrong, a race first.
std::vector<Error> errors_of(const Exploration& found) {
    std::vector<Error> errors = found.causes();
    std::erase_if(errors, [](const Error& e) { return e.finding.severity != sim::Severity::error; });
    std::ranges::stable_sort(errors, std::ranges::greater{},
                             [](const Error& e) { return is_race(e.finding); });
    return errors;
}

} // namespace

std::optional<Error> first_error(const Exploration& found) {
    std::vector<Error> errors = errors_of(found);
    if (errors.empty()) return std::nullopt;
    return std::move(errors.front());
}

std::vector<Alternative> possible_fixes(const TranslatedSource& source, const SyntaxTree& tree) {
    using enum Alternative::Form;
    std::vector<Alternative> all = strengthenings(tree);
    std::vector<Missing> missing = missing_for_copies(tree);
    missing.insert(missing.end(), {syncthreads, syncwarp, fence, grid_sync});
    for (const Boundary& boundary : tree.boundaries)
        if (boundary.is_on_device && source.column_at(boundary.offset) > 0)
            for (const Missing& one : missing)
                all.push_back({{},
                               insertion(one.call, boundary),
                               boundary.in_expression ? before_expression : before_statement});
    std::vector<Edit> instead = cooperative_launches(tree, source.text());
    for (const Arrival& one : later_arrivals(tree, source.text())) {
        instead.push_back(one.removal);
        all.push_back({{}, one.insertion});
    }
    std::ranges::copy(changed_waits(tree, source.text()), std::back_inserter(all));
    for (const Assignment& one : tree.assignments)
        if (source.column_at(one.all.begin) > 0)
            for (const Missing& wait : {syncwarp, syncthreads, grid_sync})
                std::ranges::copy(halves(one, wait, source.text()), std::back_inserter(instead));
    for (const Edit& edit : instead) all.push_back({{}, edit, instead_of_statement});
    for (const Call& call : tree.calls)
        if (call.function == "__syncthreads")
            all.push_back({call.all, {call.all, std::string(grid_sync.call)}});
    return all;
}

Fix find_fix(const TranslatedSource& source, const SyntaxTree& tree, const VariedProgram& program,
             Variants& variants) {
    Fix fix;
    const Barriers before = variants.barriers();
    std::vector<Error> errors = errors_of(variants.unchanged());
    for (int mended = 0; !errors.empty() && mended < most_errors && interruption() == 0; ++mended) {
        std::vector<Edit> edits;
        for (const Error& error : std::span(errors).first(std::min(errors.size(), most_tried)))
            if (edits.empty() && is_race_of_threads(error.finding))
                edits = Mender(source, tree, variants, error, fix.edits).edits();
        if (edits.empty()) break;
        fix.edits.insert(fix.edits.end(), edits.begin(), edits.end());
        variants.begin_with(fix.edits, few_trials);
        errors = errors_of(variants.unchanged());
        if (errors.empty()) { // it is what the patch makes of the source that has to be right
            VariedProgram patched = program;
            patched.source = edited(source.text(), fix.edits);
            const Variants verified(std::move(patched), {});
            errors = errors_of(verified.unchanged());
            fix.cost = cost(before, verified.barriers(), fix.edits);
            const int code = *verified.exit_codes().rbegin();
            if (errors.empty() && code != exit_pass) fix.leaves = fmt::format("exit code {}", code);
        }
        if (!errors.empty()) variants.begin_with(fix.edits, most_trials);
    }
    if (!errors.empty())
        fix.leaves = fmt::format("{} in line {}", sim::name(errors.front().finding.kind),
                                 errors.front().finding.at.line);
    return fix;
}

} // namespace scanlab::sync
