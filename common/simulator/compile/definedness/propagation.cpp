#include "compile/definedness/propagation.hpp"

#include "compile/definedness/lane_exchange.hpp"
#include "compile/hooks/index_checks.hpp"

#include <algorithm>
#include <array>

namespace scanlab::instrument {

namespace {

/// Whether the next store need not come, or others before it.
bool may_lead_elsewhere(std::string_view line) {
    constexpr std::array ends{"ret ", "unreachable", "switch ", "invoke ", "atomicrmw ", "cmpxchg "};
    const auto call = read_call(line);
    if (!call)
        return std::ranges::any_of(
            ends, [&](std::string_view word) { return without_result(line).starts_with(word); });
    const bool is_intrinsic =
        call->callee.starts_with("@llvm.") && !call->callee.starts_with("@llvm.mem");
    return !is_intrinsic && !read_index_check(line);
}

/// The function whose result the line gets; nothing if it is no plain call of a known one.
std::optional<std::string_view> called_by(std::string_view line) {
    const auto call = read_call(line);
    const bool is_plain =
        call && call->callee.starts_with('@') && !without_result(line).starts_with("invoke ");
    return is_plain ? std::optional(call->callee) : std::nullopt;
}

/// The function's variables that get it, or what comes of it.
std::vector<std::string_view> targets_in(const Flow& flow) {
    std::vector<std::string_view> targets;
    for (const Line store : flow.own) targets.push_back(target_of(*store));
    for (const Selection* selection : flow.selections)
        for (const Selected& s : selection->assigned) targets.push_back(s.pointer);
    return targets;
}

} // namespace

Propagation::Propagation(std::string_view definition, const Uses& uses, OwnVariables& variables,
                         const Selections& selections, const ExchangedLoads& exchanged,
                         Interprocedural& interprocedural)
    : name_(name_of_function(definition)), uses_(uses), variables_(variables), selections_(selections),
      loops_(uses), interprocedural_(interprocedural) {
    read_parameters(definition);
    read_whole_results();
    for (Line line = uses.begin(); line != uses.end(); ++line) {
        if (result_of(*line).empty()) continue;
        if (const auto from = source_of_load(*line); from && exchanged.contains(line))
            exchanged_.insert(from->value);
        if (source_of_load(*line) && !uses_.of(result_of(*line)).empty())
            sources_.push_back({line, flow_of(result_of(*line))});
        else if (called_by(*line))
            calls_.push_back(line);
    }
}

Flow Propagation::flow_of(std::string_view value) const {
    return instrument::flow_of(value, uses_, variables_, selections_);
}

void Propagation::read_parameters(std::string_view definition) {
    const auto parameters = split(parameters_of(definition));
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const auto parameter = read_operand(parameters[i]);
        if (!parameter) continue;
        const Flow flow = flow_of(parameter->value);
        for (const Line store : flow.own) whole_parameters_.push_back(target_of(*store));
        const Interprocedural::Use use = use_of_parameter(flow);
        interprocedural_.add({name_, i}, use);
        if (use != Interprocedural::Use::kept) continue;
        for (const Line store : flow.own) parameters_[i].push_back(target_of(*store));
    }
}

Interprocedural::Use Propagation::use_of_parameter(const Flow& flow) const {
    using enum Interprocedural::Use;
    if (flow.is_used || !flow.stores.empty() || !flow.passed.empty() || !flow.selections.empty() ||
        flow.is_returned)
        return counts;
    if (std::ranges::all_of(flow.own, [&](Line store) { return is_never_read(target_of(*store)); }))
        return dropped;
    return flow.is_derived ? counts : kept;
}

bool Propagation::is_never_read(std::string_view variable) const {
    return std::ranges::all_of(uses_.of(variable),
                               [&](Line use) { return target_of(*use) == variable || is_note(*use); });
}

void Propagation::note_arguments_of_host() {
    for (const std::string_view variable : whole_parameters_) variables_.note_argument(variable);
}

/// Whether a variable's value is what the function returns.
bool Propagation::is_returned(std::string_view pointer) const {
    const auto is_return = [&](Line line) { return without_result(*line).starts_with("ret "); };
    return std::ranges::any_of(uses_.of(pointer), [&](Line line) {
        return source_of_load(*line) && std::ranges::any_of(uses_.of(result_of(*line)), is_return);
    });
}

/// The next store in one of the function's variables, or elsewhere, if the line leads to no other: or
/// the end.
Line Propagation::next_store(Line load, bool is_own) const {
    for (Line line = load + 1; line != uses_.end() && !may_lead_elsewhere(*line); ++line)
        if (is_store(*line) && variables_.is_own(target_of(*line)) == is_own) return line;
    return uses_.end();
}

/// Whether it is one of the function's variables that gets what is calculated: the bits do not say of
/// it that it was never set.
bool Propagation::is_sum(const Flow& flow) const { return flow.is_derived && !flow.own.empty(); }

/// Whether all that comes of it is that a branch selects, with nothing before it that is stored.
bool Propagation::only_selects(const Source& source) const {
    const Flow& flow = source.flow;
    if (flow.selections.size() != 1 || !flow.own.empty() || !flow.stores.empty() ||
        !flow.passed.empty() || flow.is_returned)
        return false;
    const Line branch = flow.selections[0]->branch;
    return source.line < branch && std::none_of(source.line + 1, branch, [](std::string_view line) {
               return is_store(line) || may_lead_elsewhere(line);
           });
}

/// Whether it is a piece of a struct that a kernel gets as a whole: the kernel looks at its members.
bool Propagation::is_launched(const Source& source, const Argument& argument) const {
    const bool is_launch =
        argument.function.find("_ZN7scanlab3sim6launchI") == (argument.function[1] == '"' ? 2 : 1);
    if (!is_launch || source.line == uses_.begin()) return false;
    const std::string_view before = *(source.line - 1);
    return result_of(before) == source_of_load(*source.line)->value &&
           without_result(before).starts_with("getelementptr inbounds { ");
}

/// Whether all places where the value goes are such that it is found there.
bool Propagation::is_followed(const Source& source) const {
    const Line line = source.line;
    const Flow& flow = source.flow;
    const auto is_for_next = [&](const std::vector<Line>& stores, bool is_own) {
        return stores.size() == 1 && stores[0] == next_store(line, is_own);
    };
    if (flow.is_used) return false;
    if (!flow.selections.empty()) return only_selects(source);
    const auto is_copied = [&](Line store) { return variables_.is_copied(target_of(*store)); };
    if (is_of_memory(line) && std::ranges::any_of(flow.own, is_copied)) return false;
    if (is_sum(flow) && !(flow.stores.empty() && is_for_next(flow.own, true))) return false;
    if (!flow.stores.empty() && !is_for_next(flow.stores, false)) return false;
    const bool is_taken = std::ranges::all_of(flow.passed, [&](const Argument& argument) {
        const Interprocedural::Use use = interprocedural_.use_of(argument);
        return use == Interprocedural::Use::dropped ||
               (!flow.is_derived &&
                (use == Interprocedural::Use::kept || is_launched(source, argument)));
    });
    return is_taken && !(flow.is_returned && flow.is_derived);
}

/// Whether it may lack a value and be returned to where nobody looks at it: the line to name is the one
/// that does so.
bool Propagation::gets_lost(const Source& source) {
    const auto is_returned = [&](std::string_view variable) { return this->is_returned(variable); };
    const std::vector<std::string_view> targets = targets_in(source.flow);
    return may_spoil(source) &&
           (source.flow.is_returned || std::ranges::any_of(targets, is_returned)) &&
           !interprocedural_.is_followed(name_);
}

/// Whether the line loads from elsewhere than the function's variables.
bool Propagation::is_of_memory(Line line) const {
    const auto from = source_of_load(*line);
    return from && !variables_.is_own(from->value);
}

/// Whether it is kept in a variable that is brought to a shuffle: lanes after the last element often
/// take part in one.
bool Propagation::is_for_exchange(Line load) const {
    const Flow flow = flow_of(result_of(*load));
    return !flow.is_derived && !flow.own.empty() && std::ranges::all_of(flow.own, [&](Line store) {
        return exchanged_.contains(target_of(*store));
    });
}

/// Whether what a load or a call gives may never have been set. (Of memory, that is followed if it is a
/// floating-point number, since what is calculated with it shows that, too, or if it comes to a
/// shuffle: so few reads of variables have to be looked at.)
bool Propagation::may_be_undefined(Line source) const {
    if (is_of_memory(source)) return loads_float(*source) || is_for_exchange(source);
    if (const auto from = source_of_load(*source)) return variables_.may_be_undefined(from->value);
    const std::string_view callee = *called_by(*source);
    return is_exchange_result(callee) || interprocedural_.may_be_undefined(callee);
}

/// Whether variables that get what is calculated from it are watched for that.
bool Propagation::may_spoil_sums(const Source& source) const {
    if (is_of_memory(source.line)) return is_cheap_to_watch(target_of(*source.flow.own[0]));
    const auto from = source_of_load(*source.line);
    if (!from) return may_be_undefined(source.line);
    return variables_.may_be_unassigned(from->value) ||
           ((source.flow.is_selected || !loads_float(*source.line)) && may_be_undefined(source.line));
}

/// Whether variables that a branch on it assigns are watched for that.
bool Propagation::may_spoil_selected(const Source& source) const {
    if (may_be_undefined(source.line)) return true;
    return is_of_memory(source.line) &&
           std::ranges::all_of(source.flow.selections[0]->assigned,
                               [&](const Selected& s) { return is_cheap_to_watch(s.pointer); });
}

bool Propagation::may_spoil(const Source& source) const {
    if (!source.flow.selections.empty()) return may_spoil_selected(source);
    return is_sum(source.flow) ? may_spoil_sums(source) : may_be_undefined(source.line);
}

/// Whether a variable that has a value gets another one, and all of that is in no loop: of memory it is
/// seldom that it was never set.
bool Propagation::is_cheap_to_watch(std::string_view variable) const {
    const std::vector<Line>& all = uses_.of(variable);
    const auto is_target = [&](Line use) { return target_of(*use) == variable; };
    return std::ranges::count_if(all, is_target) > 1 &&
           std::ranges::none_of(all, [&](Line use) { return loops_.contain(use); });
}

bool Propagation::propagate() {
    if (!std::exchange(is_pruned_, true))
        std::erase_if(sources_, [&](const Source& source) { return !is_followed(source); });
    std::erase_if(sources_, [&](const Source& source) { return gets_lost(source); });
    bool changes = propagate_from_parameters();
    changes |= variables_.propagate_copies();
    changes |= propagate_whole_results();
    changes |= propagate_from_results();
    for (const Source& source : sources_) changes |= propagate_from(source);
    return changes;
}

bool Propagation::propagate_from_parameters() {
    bool changes = false;
    for (const auto& [index, variables] : parameters_)
        if (interprocedural_.may_be_undefined(Argument{name_, index}))
            for (const std::string_view variable : variables)
                changes |= variables_.note_undefined(variable);
    return changes;
}

/// Structs that are returned in registers are loaded from one variable, and stored in another.
void Propagation::read_whole_results() {
    for (Line line = uses_.begin(); line != uses_.end(); ++line) {
        const std::string_view result = result_of(*line);
        if (result.empty()) continue;
        const auto from = source_of_load(*line);
        const auto callee = called_by(*line);
        for (const Line use : uses_.of(result)) {
            if (from && without_result(*use).starts_with("ret ")) whole_results_.push_back(from->value);
            if (callee && is_store(*use)) results_kept_.push_back({*callee, target_of(*use)});
        }
    }
}

bool Propagation::propagate_whole_results() {
    bool changes = false;
    for (const std::string_view variable : whole_results_)
        if (variables_.may_lack_words(variable)) changes |= interprocedural_.note_lacks_words(name_);
    for (const auto& [function, variable] : results_kept_)
        if (interprocedural_.may_lack_words(function)) changes |= variables_.note_undefined(variable);
    return changes;
}

bool Propagation::propagate_from_results() {
    return std::erase_if(calls_, [&](Line call) {
               if (!may_be_undefined(call)) return false;
               Source source{call, flow_of(result_of(*call))};
               if (is_followed(source) && !gets_lost(source))
                   sources_.push_back(std::move(source));
               else
                   used_results_.insert(call->data());
               return true;
           }) > 0;
}

bool Propagation::propagate_from(const Source& source) {
    const auto& [line, flow] = source;
    bool changes = false;
    if (!may_spoil(source)) return false;
    for (const Selection* selection : flow.selections)
        for (const Selected& s : selection->assigned)
            changes |= s.is_float ? variables_.note_undefined(s.pointer)
                                  : variables_.note_unassigned(s.pointer);
    if (is_sum(flow)) {
        for (const Line store : flow.own) changes |= variables_.note_unassigned(target_of(*store));
    } else {
        for (const Line store : flow.own) changes |= variables_.note_undefined(target_of(*store));
        for (const Argument& argument : flow.passed) changes |= interprocedural_.note(argument);
        if (flow.is_returned) changes |= interprocedural_.note(name_);
    }
    return changes;
}

void Propagation::finish() {
    for (const Source& source : sources_) note(source);
}

void Propagation::note(const Source& source) {
    const auto& [line, flow] = source;
    if (!flow.selections.empty()) {
        if (!may_spoil(source)) return;
        deferred_.insert({line->data(), flow.selections[0]->branch->data()});
        selected_.insert(line->data());
        return;
    }
    if (is_sum(flow)) {
        const Line store = flow.own[0];
        if (may_spoil_sums(source) && variables_.may_be_unassigned(target_of(*store)))
            deferred_.insert({line->data(), store->data()});
        return;
    }
    const bool is_memory = is_of_memory(line), is_stored = !flow.stores.empty();
    if (is_memory ? !is_found_elsewhere(source) : !may_be_undefined(line)) return;
    if (is_stored) deferred_.insert(line->data());
    if (is_memory && is_stored && is_moved(source)) moved_.insert(line->data());
    if (is_memory ? !is_stored || loads_float(*line) : !flow.is_derived || !is_stored)
        propagated_.insert(line->data());
}

/// Whether it is left elsewhere as it is, in words that are recognised.
bool Propagation::is_moved(const Source& source) const {
    const std::string_view text = without_result(*source.line);
    constexpr std::size_t after_load = 5;
    return !source.flow.is_derived && !source.flow.is_calculated &&
           keeps_bits(text.substr(after_load, text.find(',') - after_load));
}

/// Of what comes from memory: whether it is found by its bits, or is what the next store takes.
bool Propagation::is_found_elsewhere(const Source& source) const {
    const auto& [line, flow] = source;
    const bool leaves = !flow.passed.empty() || flow.is_returned;
    if (!flow.stores.empty()) return flow.own.empty() && !leaves;
    return (loads_float(*line) || !leaves) && std::ranges::all_of(flow.own, [&](Line store) {
               return variables_.may_be_undefined(target_of(*store));
           });
}

} // namespace scanlab::instrument
