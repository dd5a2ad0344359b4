#include "compile/hooks/index_checks.hpp"

#include <algorithm>
#include <set>
#include <string>

namespace scanlab::instrument {

std::optional<Call> read_index_check(std::string_view line) {
    const auto call = read_call(line);
    return call && call->callee == "@__ubsan_handle_out_of_bounds" ? call : std::nullopt;
}

// Clang computes the array's address, then the index, which it checks, and then the element's address
// from both.
std::optional<Operand> array_of_index(const std::vector<std::string_view>& body, std::size_t at) {
    constexpr std::string_view branch = "br label %";
    const std::string_view next =
        at + 1 < body.size() ? without_result(body[at + 1]) : std::string_view();
    if (!next.starts_with(branch)) return std::nullopt;
    const std::string label =
        std::string(
            next.substr(branch.size(), next.find_first_of(", ", branch.size()) - branch.size())) +
        ":";
    auto line = std::find_if(body.begin(), body.end(),
                             [&](std::string_view l) { return l.starts_with(label); });
    std::set<std::string_view> made_since;
    for (; line != body.end() && !line->empty(); ++line) {
        const std::string_view address = without_result(*line);
        if (!address.starts_with("getelementptr ")) {
            made_since.insert(result_of(*line));
            continue;
        }
        const auto array = read_operand(split(address).at(1)); // after the type
        return array && !made_since.contains(array->value) ? array : std::nullopt;
    }
    return std::nullopt;
}

} // namespace scanlab::instrument
