#include "moves.hpp"

#include "index_checks.hpp"

#include <algorithm>
#include <array>

namespace scanlab::instrument {

namespace {

/// What is moved is recognised by its words; see watch/unset.hpp.
bool keeps_bits(std::string_view type) {
    constexpr std::array types{"i32", "i64", "float", "double", "ptr"};
    return std::ranges::find(types, type) != types.end() || type.ends_with('*');
}

/// What a plain load reads from.
std::optional<Operand> source_of_load(std::string_view line) {
    const std::string_view text = without_result(line);
    if (!text.starts_with("load ") || text.starts_with("load volatile ") || text.starts_with("load atomic ")) return {};
    const auto parts = split(text.substr(5));
    return parts.size() < 2 ? std::nullopt : read_operand(parts[1]);
}

/// Where a plain store puts its value.
std::string_view target_of(std::string_view store) {
    const auto parts = read_store(store);
    return parts ? parts->pointer.value : std::string_view{};
}

template <class Words>
bool begins_with_any(std::string_view text, const Words& words) {
    return std::ranges::any_of(words, [&](std::string_view word) { return text.starts_with(word); });
}

/// Whether the instruction makes a value of its operands that does not count before that one does. In floating point a processor hands
/// on the bits of what was never set, which is not a number.
bool hands_on(std::string_view text, std::string_view value) {
    constexpr std::array operations{"fadd ", "fsub ", "fmul ", "fdiv ", "phi ", "bitcast "};
    if (begins_with_any(text, operations)) return true;
    if (text.starts_with("select ")) return !uses(split(text)[0], value);
    const auto call = read_call(text);
    return call && (call->callee.starts_with("@llvm.fmuladd.") || call->callee.starts_with("@llvm.fma."));
}

/// The same, but for the bits. (Dividing by an integer may end the program.)
bool calculates(std::string_view text) {
    constexpr std::array operations{"add ", "sub ", "mul ", "shl ", "lshr ", "ashr ", "and ", "or ", "xor ", "trunc ", "zext ", "sext ",
                                    "fneg ", "fpext ", "fptrunc ", "sitofp ", "uitofp ", "fptosi ", "fptoui "};
    return begins_with_any(text, operations);
}

/// Whether the next store need not come, or others before it.
bool may_lead_elsewhere(std::string_view line) {
    constexpr std::array ends{"ret ", "unreachable", "switch ", "invoke ", "atomicrmw ", "cmpxchg "};
    const auto call = read_call(line);
    if (!call) return begins_with_any(without_result(line), ends);
    const bool is_intrinsic = call->callee.starts_with("@llvm.") && !call->callee.starts_with("@llvm.mem");
    return !is_intrinsic && !read_index_check(line);
}

} // namespace

Moves::Moves(const Lines& body, const Uses& uses, OwnVariables& variables) : uses_(uses), variables_(variables) {
    Flows flows;
    for (Line line = body.begin(); line != body.end(); ++line)
        if (source_of_load(*line))
            if (Flow flow = flow_of(line); !flow.counts) flows.emplace_back(line, std::move(flow));
    spread(flows);
    for (const auto& [load, flow] : flows) note(load, flow);
}

/// Whether it is one of the function's variables that gets what is calculated: the bits do not say of it that it was never set.
bool Moves::is_sum(const Flow& flow) const { return flow.is_calculated && !flow.own.empty(); }

/// Variables that get what those hold that may lack a value may lack one, too.
void Moves::spread(const Flows& flows) {
    for (bool changes = true; changes;) {
        changes = false;
        for (const auto& [load, flow] : flows) {
            const std::string_view source = source_of_load(*load)->value;
            for (const Line store : flow.own) {
                const std::string_view target = target_of(*store);
                changes |= is_sum(flow) ? variables_.is_unsure(source) && variables_.note_unsure(target)
                                        : variables_.may_lack_value(source) && variables_.note_receiver(target);
            }
        }
    }
}

void Moves::note(Line load, const Flow& flow) {
    const std::string_view source = source_of_load(*load)->value;
    if (is_sum(flow)) {
        const Line store = flow.own[0];
        if (variables_.is_unsure(source) && variables_.is_unsure(target_of(*store))) carried_.insert({load->data(), store->data()});
        return;
    }
    const bool is_own = variables_.is_own(source), is_stored = !flow.stores.empty();
    const bool is_seen = std::ranges::all_of(flow.own, [&](Line store) { return variables_.may_lack_value(target_of(*store)); });
    if (is_own ? !variables_.may_lack_value(source) : !is_seen || (is_stored && !flow.own.empty())) return;
    if (is_stored) carried_.insert(load->data());
    if (is_own ? !flow.is_calculated : !is_stored) moved_.insert(load->data());
}

Moves::Flow Moves::flow_of(Line load) const {
    Flow flow;
    follow(result_of(*load), flow);
    const auto is_for_next = [&](const std::vector<Line>& stores, bool is_own) {
        return stores.size() == 1 && stores[0] == next_store(load, is_own);
    };
    flow.counts |= flow.own.empty() && flow.stores.empty();
    flow.counts |= is_sum(flow) && !(flow.stores.empty() && is_for_next(flow.own, true));
    flow.counts |= !flow.stores.empty() && !is_for_next(flow.stores, false);
    return flow;
}

void Moves::follow(std::string_view value, Flow& flow) const {
    if (!flow.seen.insert(value).second) return;
    for (const Line use : uses_.of(value))
        if (!flow.counts) follow_into(use, value, flow);
}

void Moves::follow_into(Line use, std::string_view value, Flow& flow) const {
    const std::string_view text = without_result(*use);
    if (is_store(*use)) return follow_store(use, value, flow);
    const bool is_handed_on = hands_on(text, value);
    if (is_handed_on || calculates(text)) {
        flow.is_calculated |= !is_handed_on;
        return follow(result_of(*use), flow);
    }
    flow.counts |= !is_note(*use);
}

void Moves::follow_store(Line line, std::string_view value, Flow& flow) const {
    const auto store = read_store(*line);
    if (!store || store->value.value != value) {
        flow.counts = true;
    } else if (variables_.is_own(store->pointer.value)) {
        flow.own.push_back(line);
        flow.counts = (!flow.is_calculated && !keeps_bits(store->value.type)) || is_returned(store->pointer.value);
    } else {
        flow.stores.push_back(line);
    }
}

/// Whether a variable's value is what the function returns: the line to name is the one that puts it there.
bool Moves::is_returned(std::string_view pointer) const {
    const auto is_return = [&](Line line) { return without_result(*line).starts_with("ret "); };
    return std::ranges::any_of(uses_.of(pointer), [&](Line line) {
        return source_of_load(*line) && std::ranges::any_of(uses_.of(result_of(*line)), is_return);
    });
}

/// The next store in one of the function's variables, or elsewhere, if the line leads to no other: or the end.
Line Moves::next_store(Line load, bool is_own) const {
    for (Line line = load + 1; line != uses_.end() && !may_lead_elsewhere(*line); ++line)
        if (is_store(*line) && variables_.is_own(target_of(*line)) == is_own) return line;
    return uses_.end();
}

} // namespace scanlab::instrument
