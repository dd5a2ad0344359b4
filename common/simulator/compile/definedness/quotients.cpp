#include "compile/definedness/quotients.hpp"

#include "compile/definedness/flow.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace scanlab::instrument {

namespace {

/// A division of numbers of 32 or 64 bits, unless the divisor is a constant.
std::optional<KeptDivision> read_division(std::string_view line) {
    const std::string_view text = without_result(line);
    constexpr std::array operations{"sdiv ", "srem ", "udiv ", "urem "};
    if (std::ranges::none_of(operations, [&](const char* name) { return text.starts_with(name); }))
        return {};
    constexpr std::size_t behind = 5;
    constexpr std::string_view flag = "exact ";
    std::string_view rest = text.substr(behind);
    if (rest.starts_with(flag)) rest.remove_prefix(flag.size());
    const auto parts = split(rest);
    const auto dividend = read_operand(parts[0]);
    if (!dividend || parts.size() < 2 || (dividend->type != "i32" && dividend->type != "i64"))
        return {};
    const std::string_view divisor = parts[1];
    if (!divisor.starts_with('%')) return {};
    return KeptDivision{*dividend, {dividend->type, divisor}, text.front() == 's', {}};
}

bool is_conversion(std::string_view line) {
    constexpr std::array operations{"trunc ", "sext ", "zext ", "sitofp ", "uitofp "};
    const std::string_view text = without_result(line);
    return std::ranges::any_of(operations, [&](const char* name) { return text.starts_with(name); });
}

/// Whether the variable is read for sure once the store has been done: no branch comes before.
bool is_read_at_once(Line store, Line end, std::string_view variable) {
    constexpr std::array ends{"br ", "switch ", "ret ", "unreachable", "invoke "};
    for (Line line = store + 1; line != end && line->starts_with(' '); ++line) {
        const std::string_view text = without_result(*line);
        if (std::ranges::any_of(ends, [&](const char* word) { return text.starts_with(word); }))
            return false;
        if (const auto from = source_of_load(*line); from && from->value == variable) return true;
    }
    return false;
}

} // namespace

Quotients::Quotients(const Uses& uses, const OwnVariables& variables) {
    for (Line line = uses.begin(); line != uses.end(); ++line) {
        auto division = read_division(*line);
        if (!division) continue;
        Line use = line;
        do use = uses.of(result_of(*use)).empty() ? uses.end() : uses.only_use(use);
        while (use != uses.end() && is_conversion(*use));
        if (use == uses.end()) {
            if (!uses.of(result_of(*line)).empty()) continue;
        } else {
            const auto store = read_store(*use);
            const auto* variable = store ? variables.variable_of(store->pointer.value) : nullptr;
            if (!variable || variable->name != store->pointer.value ||
                is_read_at_once(use, uses.end(), variable->name))
                continue;
            division->variable = variable->name;
            variables_.insert(variable->name);
            stores_.insert(use->data());
        }
        divisions_.emplace(line->data(), *division);
    }
}

const KeptDivision* Quotients::division(std::string_view line) const {
    const auto at = divisions_.find(line.data());
    return at == divisions_.end() ? nullptr : &at->second;
}

std::string_view Quotients::read_by(std::string_view line) const {
    const auto from = variables_.empty() ? std::nullopt : source_of_load(line);
    return from && variables_.contains(from->value) ? from->value : std::string_view{};
}

std::string_view Quotients::set_by(std::string_view line) const {
    if (variables_.empty() || stores_.contains(line.data())) return {};
    const auto store = read_store(line);
    return store && variables_.contains(store->pointer.value) ? store->pointer.value
                                                              : std::string_view{};
}

} // namespace scanlab::instrument
