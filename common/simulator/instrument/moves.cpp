#include "moves.hpp"

#include <algorithm>
#include <array>

namespace scanlab::instrument {

namespace {

/// What is moved is recognised by its words; see watch/unset.hpp.
bool is_of_whole_words(std::string_view type) {
    constexpr std::array types{"i32", "i64", "float", "double"};
    return std::ranges::find(types, type) != types.end();
}
bool is_pointer(std::string_view type) { return type == "ptr" || type.ends_with('*'); }

/// "float" and "%5", what is stored, and where: nothing if the store is no plain one.
struct Store {
    Operand value, pointer;
    bool is_aligned;
};
std::optional<Store> read_store(std::string_view line) {
    const std::string_view text = without_result(line);
    if (!text.starts_with("store ") || text.starts_with("store volatile ") || text.starts_with("store atomic ")) return {};
    const auto parts = split(text.substr(6));
    const auto value = parts.size() > 1 ? read_operand(parts[0]) : std::nullopt, pointer = value ? read_operand(parts[1]) : std::nullopt;
    if (!pointer) return {};
    const bool is_wide = value->type == "i64" || value->type == "double";
    const bool is_aligned = parts.size() > 2 && (parts[2] == "align 8" || parts[2] == "align 16" || (parts[2] == "align 4" && !is_wide));
    return Store{*value, *pointer, is_aligned};
}

/// What a plain load of whole words reads from.
std::optional<Operand> source_of_load(std::string_view line) {
    const std::string_view text = without_result(line);
    if (!text.starts_with("load ") || text.starts_with("load volatile ") || text.starts_with("load atomic ")) return {};
    const auto parts = split(text.substr(5));
    if (parts.size() < 2 || !(is_of_whole_words(parts[0]) || is_pointer(parts[0]))) return {};
    return read_operand(parts[1]);
}

/// Whether the instruction makes a value of its operands that does not count before that one does. In floating point a processor hands
/// on the bits of what was never set, which is not a number.
bool hands_on(std::string_view text, std::string_view value) {
    constexpr std::array operations{"fadd ", "fsub ", "fmul ", "fdiv ", "phi ", "bitcast "};
    if (std::ranges::any_of(operations, [&](std::string_view operation) { return text.starts_with(operation); })) return true;
    if (text.starts_with("select ")) return !uses(split(text)[0], value);
    const auto call = read_call(text);
    return call && (call->callee.starts_with("@llvm.fmuladd.") || call->callee.starts_with("@llvm.fma."));
}

bool is_note(std::string_view line) {
    const auto call = read_call(line);
    return call && call->callee.starts_with("@llvm.dbg.");
}

} // namespace

Moves::Moves(const Lines& body, OwnVariables& variables) : variables_(variables) {
    if (!variables.some_may_lack_value()) return;
    read_uses(body);
    std::vector<std::pair<std::string_view, Flow>> flows;
    for (const std::string_view line : body)
        if (source_of_load(line))
            if (Flow flow = flow_of(line); !flow.counts) flows.emplace_back(line, std::move(flow));
    spread(flows);
    for (const auto& [load, flow] : flows) {
        const std::string_view source = source_of_load(load)->value;
        const bool is_own = variables.is_own(source);
        const bool is_seen = flow.stores.empty() && !flow.own.empty() &&
                             std::ranges::all_of(flow.own, [&](std::string_view pointer) { return variables.may_lack_value(pointer); });
        if (is_own ? variables.may_lack_value(source) : is_seen) loads_.insert(load.data());
        if (is_own && variables.may_lack_value(source))
            for (const std::string_view store : flow.stores) stores_.insert(store.data());
    }
}

void Moves::read_uses(const Lines& body) {
    for (const std::string_view line : body)
        for (std::size_t at = line.find('%'); at != std::string_view::npos; at = line.find('%', at + 1)) {
            const std::string_view name = name_at(line, at);
            if (name == result_of(line)) continue;
            std::vector<std::string_view>& lines = uses_[name];
            if (lines.empty() || lines.back().data() != line.data()) lines.push_back(line);
        }
}

/// Variables that get what those hold that may lack a value may lack one, too.
void Moves::spread(const std::vector<std::pair<std::string_view, Flow>>& flows) {
    for (bool changes = true; changes;) {
        changes = false;
        for (const auto& [load, flow] : flows)
            if (variables_.may_lack_value(source_of_load(load)->value))
                for (const std::string_view pointer : flow.own) changes |= variables_.note_receiver(pointer);
    }
}

Moves::Flow Moves::flow_of(std::string_view load) const {
    Flow flow;
    std::set<std::string_view> seen;
    follow(result_of(load), flow, seen);
    return flow;
}

void Moves::follow(std::string_view value, Flow& flow, std::set<std::string_view>& seen) const {
    const auto uses = uses_.find(value);
    if (uses == uses_.end() || !seen.insert(value).second) return;
    for (const std::string_view use : uses->second)
        if (!flow.counts) follow_into(use, value, flow, seen);
}

void Moves::follow_into(std::string_view use, std::string_view value, Flow& flow, std::set<std::string_view>& seen) const {
    if (is_note(use)) return;
    const std::string_view text = without_result(use);
    if (text.starts_with("store ")) return follow_store(use, value, flow);
    if (hands_on(text, value)) return follow(result_of(use), flow, seen);
    flow.counts = true;
}

void Moves::follow_store(std::string_view line, std::string_view value, Flow& flow) const {
    const auto store = read_store(line);
    if (!store || store->value.value != value) {
        flow.counts = true;
    } else if (variables_.is_own(store->pointer.value)) {
        flow.own.push_back(store->pointer.value);
        flow.counts = is_returned(store->pointer.value);
    } else {
        flow.stores.push_back(line);
        flow.counts = !store->is_aligned || !is_of_whole_words(store->value.type);
    }
}

/// Whether a variable's value is what the function returns: the line to name is the one that puts it there.
bool Moves::is_returned(std::string_view pointer) const {
    const auto is_return = [&](std::string_view line) { return without_result(line).starts_with("ret "); };
    const auto lines = uses_.find(pointer);
    return lines != uses_.end() && std::ranges::any_of(lines->second, [&](std::string_view line) {
        const auto uses = source_of_load(line) ? uses_.find(result_of(line)) : uses_.end();
        return uses != uses_.end() && std::ranges::any_of(uses->second, is_return);
    });
}

std::optional<Operand> Moves::value_carried_out(std::string_view store) const {
    return stores_.contains(store.data()) ? std::optional(read_store(store)->value) : std::nullopt;
}

} // namespace scanlab::instrument
