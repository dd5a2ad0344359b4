/// \file
/// The CPU's ways to scan and to compact, and how long they take.
#pragma once

#include "row.hpp"
#include "task/task.hpp"

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace scanlab {

using Numbers = std::span<const int>;

/// Scans, or compacts and returns how many elements are kept; the last argument is scratch memory, n
/// ints.
using Work = std::function<long long(Numbers, std::span<int>, std::span<int>)>;

struct Rival {
    std::string_view name, title;
    Task task;
    Work work;
};

/// The rival of that name. Throws UsageError.
const Rival& find_rival(std::string_view name);

using TakeTimes = std::function<void(const Case&, const CaseTimes&)>;

/// Measures one case after the other, each with at most `reps` samples, and hands over what it took.
void time_cases(const Rival& rival, const std::vector<Case>& cases, int reps, const TakeTimes& take);

} // namespace scanlab
