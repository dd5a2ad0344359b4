#include "fault.hpp"

#include "format.hpp"
#include "scanlab/enumerators.hpp"
#include "task/task.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace scanlab {
namespace {

std::vector<Neighbour> neighbours_of(long long index, const Evidence& evidence) {
    constexpr long long few = 8;
    const long long reach = evidence.elements() <= few ? few : 3;
    std::vector<Neighbour> rows;
    const long long end = std::min(evidence.elements(), index + reach + 1);
    for (long long i = std::max(0LL, index - reach); i < end; ++i) {
        const auto at = static_cast<std::size_t>(i);
        Neighbour row{i, std::nullopt, std::nullopt, element(evidence.expected, i, evidence.task),
                      element(evidence.got, i, evidence.task)};
        if (!traits(evidence.task).moves_elements()) row.input = evidence.input[at];
        if (!evidence.heads.empty()) row.head = evidence.heads[at];
        rows.push_back(row);
    }
    return rows;
}

} // namespace

std::string sentence(const Fault& fault, long long n, Task task) {
    if (!fault.diagnosis) return fmt::format("With n = {}: {}", n, fault.cause);
    const Diagnosis& d = *fault.diagnosis;
    const TaskTraits& row = traits(task);
    const std::string begin = fmt::format("Wrong result with n = {}", n);
    if (d.kept && *d.kept != d.expected_kept)
        return fmt::format("{}: `*kept` is {}, but {} {}.", begin, *d.kept, d.expected_kept,
                           row.kept_are);
    const auto first = std::ranges::find(fault.neighbours, d.first_wrong, &Neighbour::index);
    if (first == fault.neighbours.end()) return begin + ".";
    return fmt::format("{}: `{}[{}]` is {}, but should be {}.", begin,
                       row.words == 1 ? "output" : "wide_output", first->index, row.text(first->got),
                       row.text(first->expected));
}

std::string_view name(Fault::Kind kind) {
    constexpr std::array kinds{"cuda-error", "hang", "out-of-bounds", "input-changed", "wrong-result"};
    static_assert(kinds.size() == enumerators<Fault::Kind>);
    return kinds[static_cast<std::size_t>(kind)];
}

std::optional<Fault> changed_input(std::span<const int> before, std::span<const int> after,
                                   std::string_view array) {
    if (before.empty() || std::memcmp(before.data(), after.data(), before.size_bytes()) == 0)
        return std::nullopt;
    const auto changed = std::ranges::mismatch(before, after).in1;
    const auto index = changed - before.begin();
    return Fault{Fault::Kind::input_changed,
                 fmt::format("The call changed its input: {}[{}] was {} and is {} afterwards.", array,
                             index, *changed, after[static_cast<std::size_t>(index)])};
}

std::optional<Fault> judge(const Evidence& evidence) {
    const auto diagnosis = diagnose(evidence);
    if (!diagnosis) return std::nullopt;
    Fault fault{Fault::Kind::wrong_result, diagnosis->cause, diagnosis};
    if (diagnosis->first_wrong) fault.neighbours = neighbours_of(*diagnosis->first_wrong, evidence);
    return fault;
}

} // namespace scanlab
