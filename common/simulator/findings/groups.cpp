#include "groups.hpp"

#include <algorithm>
#include <array>

namespace scanlab::sim {

namespace {

// Points between lines are odd: 2 * 12 - 1 lies before line 12, 2 * 12 + 1 after it, and a barrier that
// stands in line 12 has the point 24.
std::array<int, 2> ends(const Gap& gap) {
    if (gap.is_barrier) return {2 * gap.from, 2 * gap.to};
    return {2 * gap.from + 1, 2 * gap.to - 1};
}

bool contains(const Gap& gap, int point) {
    const auto [first, last] = ends(gap);
    if (gap.is_barrier) return point == first || point == last;
    if (gap.from == gap.to) return point == first; // a line in a loop: after it
    if (gap.from < gap.to) return first <= point && point <= last;
    return first <= point || point <= last; // over the end of a loop, to the next round
}

/// How many of the places where synchronisation could stand close the gap.
std::ptrdiff_t width(const Gap& gap, const std::vector<int>& points) {
    return std::ranges::count_if(points, [&](int point) { return contains(gap, point); });
}

/// Whether one synchronisation would close all.
bool can_be_closed_at_once(const std::vector<Gap>& gaps) {
    const auto closes_all = [&](int point) {
        return std::ranges::all_of(gaps, [point](const Gap& g) { return contains(g, point); });
    };
    return std::ranges::any_of(gaps,
                               [&](const Gap& g) { return std::ranges::any_of(ends(g), closes_all); });
}

/// Whether barriers of the block could have prevented it.
bool is_of_one_block(const Finding& f) {
    if (f.gap->is_barrier) return f.severity == Severity::warning;
    if (f.gap->remedy == a_block_barrier) return true;
    const auto numbers = [](const uint3& index) { return std::array{index.x, index.y, index.z}; };
    return f.position && f.other_position &&
           numbers(f.position->block) == numbers(f.other_position->block);
}

/// Threads that have left a barrier apart from each other stay apart: all that comes after it is wrong.
bool follows(std::size_t number, std::size_t cause, const std::vector<Finding>& findings) {
    const Finding &f = findings[number], &leader = findings[cause];
    return leader.gap->is_barrier && leader.severity == Severity::error && cause < number &&
           leader.kernel == f.kernel && is_of_one_block(f);
}

} // namespace

Groups::Group* Groups::group_for(std::size_t number, const std::vector<Finding>& findings) {
    const Gap& gap = *findings[number].gap;
    for (Group& group : groups_) {
        if (follows(number, group.leader, findings)) return &group;
        if (gap.is_barrier) continue;
        const Gap& first = group.gaps.front();
        if (first.functions != gap.functions || first.remedy != gap.remedy) continue;
        group.gaps.push_back(gap);
        if (can_be_closed_at_once(group.gaps)) return &group;
        group.gaps.pop_back();
    }
    return nullptr;
}

void Groups::add(const std::vector<std::size_t>& numbers, std::vector<Finding>& findings) {
    std::vector<int> points;
    for (const std::size_t number : numbers)
        for (const int point : ends(*findings[number].gap)) points.push_back(point);
    // A barrier that not all threads reach explains what it does not order; of accesses those explain
    // the others that leave the fewest places for what is missing.
    std::vector<std::size_t> in_order = numbers;
    std::ranges::stable_sort(in_order, {}, [&](std::size_t number) {
        const Gap& gap = *findings[number].gap;
        return gap.is_barrier ? 0 : width(gap, points);
    });
    for (const std::size_t number : in_order) {
        const Gap& gap = *findings[number].gap;
        Group* const known = group_for(number, findings);
        if (!known) groups_.push_back({number, {gap}});
        findings[number].group = findings[known ? known->leader : number].fingerprint;
    }
}

} // namespace scanlab::sim
