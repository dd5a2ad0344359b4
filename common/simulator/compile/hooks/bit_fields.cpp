#include "compile/hooks/bit_fields.hpp"

#include "compile/ir/module.hpp"

#include <algorithm>

namespace scanlab::instrument {

namespace {

/// The operation, one of the next few, that alone uses the value; or the end.
Lines::const_iterator only_use(Lines::const_iterator from, Lines::const_iterator end,
                               std::string_view value, std::string_view operation) {
    const auto use = std::find_if(from, end, [&](std::string_view line) { return uses(line, value); });
    if (use == end || !without_result(*use).starts_with(operation)) return end;
    const bool is_only =
        std::none_of(use + 1, end, [&](std::string_view line) { return uses(line, value); });
    return is_only ? use : end;
}

/// Whether the pointer, which a line before this one makes, is one to a member of a struct, or to its
/// first bit fields.
bool points_into_struct(Lines::const_iterator begin, Lines::const_iterator line,
                        std::string_view pointer) {
    const auto made =
        std::find_if(begin, line, [&](std::string_view l) { return result_of(l) == pointer; });
    const auto is_of = [&](std::string_view kind) {
        return made->find(kind) != std::string_view::npos;
    };
    return made != line && (is_of("struct.") || is_of("class.") || is_of("union."));
}

} // namespace

bool is_for_bit_field(const Lines& body, Lines::const_iterator line) {
    const std::string_view value = result_of(*line);
    const auto cleared = only_use(line + 1, body.end(), value, "and ");
    if (value.empty() || cleared == body.end()) return false;
    const auto set = only_use(cleared + 1, body.end(), result_of(*cleared), "or ");
    const auto last = set == body.end() ? cleared : set;
    const auto written = only_use(last + 1, body.end(), result_of(*last), "store ");
    if (written == body.end()) return false;
    const std::string_view pointer = read_operand(split(without_result(*line)).at(1))->value;
    const bool is_same = read_operand(split(without_result(*written)).at(1))->value == pointer;
    return is_same && (last == set || points_into_struct(body.begin(), line, pointer));
}

} // namespace scanlab::instrument
