#include "compile/definedness/flow.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace scanlab::instrument {

bool keeps_bits(std::string_view type) {
    constexpr std::array types{"i32", "i64", "float", "double", "ptr"};
    return std::ranges::find(types, type) != types.end() || type.ends_with('*');
}

namespace {

template <class Words>
bool begins_with_any(std::string_view text, const Words& words) {
    return std::ranges::any_of(words, [&](std::string_view word) { return text.starts_with(word); });
}

/// Whether the instruction makes a value of its operands that does not count before that one does. In
/// floating point a processor hands on the bits of what was never set, which is not a number.
bool hands_on(std::string_view text, std::string_view value) {
    constexpr std::array operations{"fadd ", "fsub ", "fmul ", "fdiv ", "phi ", "bitcast "};
    if (begins_with_any(text, operations)) return true;
    if (text.starts_with("select ")) return !uses(split(text)[0], value);
    const auto call = read_call(text);
    return call &&
           (call->callee.starts_with("@llvm.fmuladd.") || call->callee.starts_with("@llvm.fma."));
}

/// The same, but for the bits. (Dividing by an integer may end the program.)
bool calculates(std::string_view text) {
    constexpr std::array operations{"add ",    "sub ",   "mul ",     "shl ",    "lshr ",   "ashr ",
                                    "and ",    "or ",    "xor ",     "trunc ",  "zext ",   "sext ",
                                    "fneg ",   "fpext ", "fptrunc ", "sitofp ", "uitofp ", "fptosi ",
                                    "fptoui ", "icmp ",  "fcmp "};
    return begins_with_any(text, operations);
}

class Follower {
public:
    Follower(const Uses& uses, const OwnVariables& variables) : uses_(uses), variables_(variables) {}

    void follow(std::string_view value) {
        if (!seen_.insert(value).second) return;
        for (const Line use : uses_.of(value))
            if (!flow.counts) follow_into(use, value);
    }

    Flow flow;

private:
    void follow_into(Line use, std::string_view value) {
        const std::string_view text = without_result(*use);
        if (is_store(*use)) return follow_store(use, value);
        const bool is_handed_on = hands_on(text, value);
        if (is_handed_on || calculates(text)) {
            flow.is_calculated |= !is_handed_on;
            return follow(result_of(*use));
        }
        if (text.starts_with("ret "))
            follow_return(text);
        else if (!is_note(*use))
            follow_call(*use, value);
    }

    void follow_store(Line line, std::string_view value) {
        const auto store = read_store(*line);
        if (!store || store->value.value != value) {
            flow.counts = true;
        } else if (variables_.is_own(store->pointer.value)) {
            flow.own.push_back(line);
            flow.counts = !flow.is_calculated && !keeps_bits(store->value.type);
        } else {
            flow.stores.push_back(line);
        }
    }

    void follow_return(std::string_view text) {
        const auto returned = read_operand(text.substr(4));
        flow.is_returned = returned && keeps_bits(returned->type);
        flow.counts |= !flow.is_returned;
    }

    void follow_call(std::string_view line, std::string_view value) {
        const auto call = read_call(line);
        flow.counts = !call || !call->callee.starts_with('@') || call->callee.starts_with("@llvm.");
        if (flow.counts) return;
        const auto arguments = split(call->arguments);
        for (std::size_t i = 0; i < arguments.size(); ++i)
            if (uses(arguments[i], value)) flow.passed.push_back({call->callee, i});
    }

    const Uses& uses_;
    const OwnVariables& variables_;
    std::set<std::string_view> seen_;
};

} // namespace

Flow flow_of(std::string_view value, const Uses& uses, const OwnVariables& variables) {
    Follower follower(uses, variables);
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
