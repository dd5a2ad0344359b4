#include "compile/definedness/interprocedural.hpp"

#include <algorithm>

namespace scanlab::instrument {

namespace {

bool is_seen_by_others(std::string_view definition) {
    return !definition.starts_with("define internal ") &&
           !definition.starts_with("define linkonce_odr ");
}

bool mentions(std::string_view line, std::string_view function) {
    const bool is_list = line.starts_with("@llvm."); // of all that is annotated, or to be kept
    return !is_list && line.find(function) != std::string_view::npos &&
           std::ranges::count(symbols_in(line), function) > 0;
}

} // namespace

Interprocedural::Use Interprocedural::use_of(const Argument& parameter) const {
    const auto known = parameters_.find(parameter);
    return known == parameters_.end() ? Use::counts : known->second;
}

/// Whether the line does no more with the function than define or call it.
bool Interprocedural::is_plain_mention(std::string_view line, std::string_view function) const {
    if (line.starts_with("define ") && name_of_function(line) == function)
        return is_whole_ || !is_seen_by_others(line);
    const auto call = read_call(line);
    return call && call->callee == function && !without_result(line).starts_with("invoke ") &&
           std::ranges::count(symbols_in(line), function) == 1;
}

bool Interprocedural::is_followed(std::string_view function) {
    const auto [known, is_new] = followed_.emplace(function, false);
    if (is_new)
        known->second = std::ranges::all_of(module_, [&](std::string_view line) {
            return !mentions(line, function) || is_plain_mention(line, function);
        });
    return known->second;
}

} // namespace scanlab::instrument
