#include "fixes.hpp"

#include "format.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace scanlab::sync {
namespace {

using Error = Exploration::Entry;

constexpr int most_errors = 10;        ///< that are mended, one after the other
constexpr std::size_t few_trials = 1;  ///< to refuse what does not help
constexpr std::size_t most_trials = 6; ///< before all of them follow

/// A call that may be missing between two statements.
struct Missing {
    std::string_view call;
    std::string_view beside{}; ///< only in a source that calls this
};
constexpr Missing syncwarp{"__syncwarp()"}, syncthreads{"__syncthreads()"}, fence{"__threadfence()"};
constexpr std::array for_copies{
    Missing{"__pipeline_wait_prior(0)", "__pipeline_memcpy_async"},
    Missing{"cuda::ptx::fence_proxy_async(cuda::ptx::space_shared)", "cp_async_bulk"},
    Missing{"cuda::ptx::cp_async_bulk_wait_group_read(cuda::ptx::n32_t<0>{})",
            "cp_async_bulk_commit_group"},
    Missing{"cuda::ptx::cp_async_bulk_wait_group(cuda::ptx::n32_t<0>{})", "cp_async_bulk_commit_group"},
    Missing{"cooperative_groups::this_grid().sync()", "this_grid"},
};

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

Edit insertion(const Missing& missing, const Boundary& boundary) {
    return {{boundary.offset, boundary.offset},
            std::string(missing.call) + (boundary.in_expression ? ", " : "; ")};
}

/// What may be missing in this source.
std::vector<Missing> missing_in(const SyntaxTree& tree) {
    std::vector<Missing> all{syncthreads, syncwarp, fence};
    for (const Missing& one : for_copies) {
        const auto calls_it = [&](const Call& call) { return call.function.ends_with(one.beside); };
        if (std::ranges::any_of(tree.calls, calls_it)) all.push_back(one);
    }
    return all;
}

/// The same as an atomic access; empty if there is none.
std::string atomic_text(const Update& update, const std::string& target, const std::string& operand) {
    constexpr auto functions =
        std::to_array<std::pair<std::string_view, std::string_view>>({{"+=", "atomicAdd"},
                                                                      {"-=", "atomicSub"},
                                                                      {"&=", "atomicAnd"},
                                                                      {"|=", "atomicOr"},
                                                                      {"^=", "atomicXor"},
                                                                      {"++", "atomicAdd"},
                                                                      {"--", "atomicSub"}});
    const auto row = std::ranges::find(functions, update.operation,
                                       &std::pair<std::string_view, std::string_view>::first);
    return fmt::format("{}(&{}, {})", row->second, target, operand.empty() ? "1" : operand);
}

/// A name that the source does not have.
std::string new_name(const std::string& source) {
    std::string name = "next";
    while (source.find(name) != std::string::npos) name += "_value";
    return name;
}

/// The assignment in two halves: each thread reads, all wait, and then each writes. In a loop, they may
/// also have to wait before they read again.
std::vector<Edit> halves(const Assignment& one, const std::string& source) {
    const auto text = [&](const Extent& at) { return source.substr(at.begin, at.end - at.begin); };
    const std::string target = text(one.target), name = new_name(source);
    const std::string value =
        one.operation == "="
            ? text(one.value)
            : fmt::format("{} {} ({})", target, one.operation.substr(0, one.operation.size() - 1),
                          text(one.value));
    std::vector<Edit> edits;
    for (const Missing& wait : {syncwarp, syncthreads})
        for (const std::string& again : {std::string(), fmt::format("; {}", wait.call)}) {
            const std::string all = fmt::format("const auto {0} = {1}; {2}; {3} = {0}{4}", name, value,
                                                wait.call, target, again);
            edits.push_back({one.all, one.is_body ? "{ " + all + "; }" : all});
        }
    return edits;
}

/// One that may be told that it has to try again, but is not asked.
std::optional<Edit> asked_again(const Call& call, const std::string& source) {
    const bool may_fail =
        call.function.ends_with("try_wait") || call.function.ends_with("try_wait_parity");
    if (!call.is_statement || !may_fail) return std::nullopt;
    return Edit{call.all, fmt::format("while (!{})",
                                      source.substr(call.all.begin, call.all.end - call.all.begin))};
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
        constexpr std::array in_one_block{&Mender::atomic_update, &Mender::barrier, &Mender::halved,
                                          &Mender::order, &Mender::other};
        constexpr std::array between_blocks{&Mender::atomic_update, &Mender::order, &Mender::scope,
                                            &Mender::barrier, &Mender::other};
        for (const auto& look : is_in_one_block(error_.finding) ? in_one_block : between_blocks)
            if (std::vector<Edit> found = (this->*look)(); !found.empty()) return found;
        return {};
    }

private:
    bool helps(const std::vector<Edit>& edits, std::size_t trials) {
        return !variants_.evidence_against_cure(edits, error_, trials);
    }
    bool is_lasting(const std::vector<Edit>& edits) { return helps(edits, most_trials); }

    int line(std::size_t offset) const { return source_.line_at(offset); }
    std::string text(const Extent& at) const {
        return source_.text().substr(at.begin, at.end - at.begin);
    }
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
                edits.push_back(
                    {update.all, atomic_text(update, text(update.target), text(update.operand))});
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
            const std::vector<Edit> for_block{insertion(syncthreads, place)},
                for_warp{insertion(syncwarp, place)};
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
                all.push_back(insertion(fence, boundary));
        for (const Alternative& stronger : strengthenings(tree_)) // which cost less: kept rather
            all.push_back(stronger.edit);
        std::erase_if(all, [&](const Edit& edit) { return is_made(edit.where); });
        if (helps(all, few_trials)) return needed(std::move(all));
        for (const Boundary& place : places_) {
            all.push_back(insertion(syncthreads, place));
            if (helps(all, few_trials)) return needed(std::move(all));
            all.pop_back();
        }
        return {};
    }
    bool is_made(const Extent& where) const {
        return std::ranges::find(made_, where, &Edit::where) != made_.end();
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
        return is_lasting(all) ? all : std::vector<Edit>{};
    }

    /// One statement reads what it writes in another thread.
    std::vector<Edit> halved() {
        if (lines_.first != lines_.second) return {};
        for (const Assignment& one : tree_.assignments)
            if (line(one.all.begin) == lines_.first && source_.column_at(one.all.begin) > 0)
                for (const Edit& edit : halves(one, source_.text()))
                    if (is_lasting({edit})) return {edit};
        return {};
    }

    /// Wider scopes, which are parts of types.
    std::vector<Edit> scope() {
        constexpr std::array scopes{"thread_scope_thread", "thread_scope_block", "thread_scope_device",
                                    "thread_scope_system"};
        if (error_.finding.kind != sim::FindingKind::race_scope) return {};
        for (auto wider = scopes.begin() + 1; wider != scopes.end(); ++wider) {
            std::vector<Edit> all;
            for (const Enumerator& one : tree_.enumerators)
                if (std::find(scopes.begin(), wider, one.name) != wider)
                    all.push_back({one.at, *wider});
            if (!all.empty() && helps(all, few_trials)) return needed(std::move(all));
        }
        return {};
    }

    /// Waits and fences for those that copy by themselves.
    std::vector<Edit> other() {
        for (const Call& call : tree_.calls)
            if (const auto edit = asked_again(call, source_.text()); edit && is_lasting({*edit}))
                return {*edit};
        for (const Missing& missing : missing_in(tree_))
            if (!missing.beside.empty())
                for (const Boundary& place : places_)
                    if (std::vector<Edit> edits{insertion(missing, place)}; is_lasting(edits))
                        return edits;
        return {};
    }

    const TranslatedSource& source_;
    const SyntaxTree& tree_;
    Variants& variants_;
    Error error_;
    const std::vector<Edit>& made_;
    std::pair<int, int> lines_; ///< the error's, the smaller one first
    std::vector<Boundary> places_;
};

} // namespace

std::optional<Error> first_error(const Exploration& found) {
    std::vector<Error> errors = found.causes();
    std::erase_if(errors, [](const Error& e) { return e.finding.severity != sim::Severity::error; });
    if (errors.empty()) return std::nullopt;
    const auto race = std::ranges::find_if(errors, [](const Error& e) { return is_race(e.finding); });
    return race == errors.end() ? errors.front() : *race;
}

std::vector<Alternative> possible_fixes(const TranslatedSource& source, const SyntaxTree& tree) {
    using enum Alternative::Form;
    std::vector<Alternative> all = strengthenings(tree);
    for (const Boundary& boundary : tree.boundaries)
        if (boundary.is_on_device && source.column_at(boundary.offset) > 0)
            for (const Missing& missing : missing_in(tree))
                all.push_back({{},
                               insertion(missing, boundary),
                               boundary.in_expression ? before_expression : before_statement});
    for (const Assignment& one : tree.assignments)
        if (source.column_at(one.all.begin) > 0)
            for (const Edit& edit : halves(one, source.text()))
                all.push_back({{}, edit, instead_of_statement});
    for (const Call& call : tree.calls)
        if (const auto edit = asked_again(call, source.text()))
            all.push_back({{}, *edit, instead_of_statement});
    return all;
}

Fix find_fix(const TranslatedSource& source, const SyntaxTree& tree, const VariedProgram& program,
             Variants& variants) {
    Fix fix;
    std::optional<Error> error = first_error(variants.unchanged());
    for (int mended = 0; error && mended < most_errors && interruption() == 0; ++mended) {
        if (!is_race_of_threads(error->finding)) break;
        const std::vector<Edit> edits = Mender(source, tree, variants, *error, fix.edits).edits();
        if (edits.empty()) break;
        fix.edits.insert(fix.edits.end(), edits.begin(), edits.end());
        variants.begin_with(fix.edits, few_trials);
        error = first_error(variants.unchanged());
        if (!error) { // it is what the patch makes of the source that has to be right
            VariedProgram patched = program;
            patched.source = edited(source.text(), fix.edits);
            error = first_error(Variants(std::move(patched), {}).unchanged());
        }
        if (error) variants.begin_with(fix.edits, most_trials);
    }
    if (error)
        fix.leaves =
            fmt::format("{} in line {}", sim::name(error->finding.kind), error->finding.at.line);
    return fix;
}

} // namespace scanlab::sync
