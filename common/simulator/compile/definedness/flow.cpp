#include "compile/definedness/flow.hpp"

#include "compile/definedness/effects.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace scanlab::instrument {

bool keeps_bits(std::string_view type) {
    constexpr std::array types{"i32", "i64", "float", "double"};
    return std::ranges::find(types, type) != types.end() || is_pointer(type);
}

namespace {

/// Whether the result is another value than the operand.
bool calculates(std::string_view instruction) {
    return read_call(instruction) || without_result(instruction).starts_with('f');
}

class Follower {
public:
    Follower(const Uses& uses, const OwnVariables& variables, const Selections& selections)
        : uses_(uses), variables_(variables), selections_(selections) {}

    void follow(std::string_view value) {
        if (!seen_.insert(value).second) return;
        for (const Line use : uses_.of(value))
            if (!flow.is_used) follow_into(use, value);
    }

    Flow flow;

private:
    void follow_into(Line use, std::string_view value) {
        switch (effect_on(value, *use)) {
        case Effect::ignores:
            return;
        case Effect::derives:
            flow.is_derived = true;
            flow.is_selected |= without_result(*use).starts_with("select ");
            [[fallthrough]];
        case Effect::propagates:
            flow.is_calculated |= effect_on(value, *use) == Effect::propagates && calculates(*use);
            return follow(result_of(*use));
        case Effect::selects:
            return follow_branch(use);
        case Effect::stores:
            return follow_store(use, value);
        case Effect::returns:
            return follow_return(without_result(*use));
        case Effect::passes:
            return follow_call(*use, value);
        case Effect::uses:
            flow.is_used = true;
        }
    }

    void follow_branch(Line line) {
        const Selection* const selection = selections_.of(line);
        flow.is_used |= !selection;
        flow.is_derived = flow.is_selected = true;
        if (!selection) return;
        if (!selection->assigned.empty()) flow.selections.push_back(selection);
        for (const Line phi : selection->phis) follow(result_of(*phi));
    }

    void follow_store(Line line, std::string_view value) {
        const auto store = read_store(*line);
        if (!store || store->value.value != value) {
            flow.is_used = true;
        } else if (variables_.is_own(store->pointer.value)) {
            flow.own.push_back(line);
            flow.is_used = !flow.is_derived && !keeps_bits(store->value.type);
        } else {
            flow.stores.push_back(line);
        }
    }

    void follow_return(std::string_view text) {
        const auto returned = read_operand(text.substr(4));
        flow.is_returned = returned && keeps_bits(returned->type);
        flow.is_used |= !flow.is_returned;
    }

    void follow_call(std::string_view line, std::string_view value) {
        const auto call = read_call(line);
        const auto arguments = split(call->arguments);
        for (std::size_t i = 0; i < arguments.size(); ++i)
            if (uses(arguments[i], value)) flow.passed.push_back({call->callee, i});
    }

    const Uses& uses_;
    const OwnVariables& variables_;
    const Selections& selections_;
    std::set<std::string_view> seen_;
};

} // namespace

Flow flow_of(std::string_view value, const Uses& uses, const OwnVariables& variables,
             const Selections& selections) {
    Follower follower(uses, variables, selections);
    follower.follow(value);
    return std::move(follower.flow);
}

std::optional<Operand> source_of_load(std::string_view line) {
    const std::string_view text = without_result(line);
    if (!text.starts_with("load ") || text.starts_with("load volatile ") ||
        text.starts_with("load atomic "))
        return {};
    const auto parts = split(text.substr(5));
    return parts.size() < 2 ? std::nullopt : read_operand(parts[1]);
}

bool loads_float(std::string_view load) {
    const std::string_view text = without_result(load);
    return text.starts_with("load float,") || text.starts_with("load double,");
}

std::string_view target_of(std::string_view store) {
    const auto parts = read_store(store);
    return parts ? parts->pointer.value : std::string_view{};
}

} // namespace scanlab::instrument
