#include "compile/definedness/own_variables.hpp"

#include "compile/hooks/accesses.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <utility>

namespace scanlab::instrument {

namespace {

constexpr std::size_t all_bytes = std::numeric_limits<std::size_t>::max();

/// The names, "%5", in a text.
std::vector<std::string_view> names_in(std::string_view text) {
    std::vector<std::string_view> names;
    for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
        const std::string_view name = name_at(text, at);
        names.push_back(name);
        at += name.size() - 1;
    }
    return names;
}

/// Offsets of words, 16 at most, that lie all over so many bytes.
std::vector<std::size_t> words_of(std::size_t begin, std::size_t bytes) {
    constexpr std::size_t most = 16, word = 4;
    const std::size_t step = std::max(word, bytes / most / word * word);
    std::vector<std::size_t> offsets;
    for (std::size_t offset = 0; offset < bytes; offset += step) offsets.push_back(begin + offset);
    return offsets;
}

/// "i32" of "getelementptr inbounds { [32 x i8], i32 }, … %scanlab.room.1, …", which makes a variable
/// with a gap below it.
std::string_view type_in_room(std::string_view text) {
    constexpr std::string_view begin = "getelementptr inbounds ";
    if (!text.starts_with(begin) || text.find(rooms) == std::string_view::npos) return {};
    const std::string_view members = bracketed(text, begin.size());
    const auto types = split(members.substr(1, members.size() - 2));
    return types.size() == 2 ? types[1].substr(types[1].find_first_not_of(' ')) : std::string_view{};
}

bool is_scalar(std::string_view type) {
    return !type.starts_with('%') && !type.starts_with('{') && !type.starts_with('[');
}

} // namespace

OwnVariables::OwnVariables(const std::vector<std::string_view>& body, const Types& types) {
    for (std::size_t i = 0; i < body.size(); ++i) read(body[i], i, types);
    find_watched(body);
    find_handed_on(body);
}

void OwnVariables::derive(std::string_view result, std::string_view from,
                          std::optional<std::size_t> distance) {
    const Place& base = pointers_.find(from)->second;
    const bool is_known = base.offset && distance;
    pointers_[result] = {base.variable,
                         is_known ? std::optional(*base.offset + *distance) : std::nullopt};
}

void OwnVariables::read(std::string_view line, std::size_t line_number, const Types& types) {
    const std::string_view text = without_result(line);
    if (result_of(line).starts_with(rooms)) return;
    if (const auto type = type_in_room(text); !type.empty()) {
        pointers_[result_of(line)] = {variables_.size(), 0};
        variables_.push_back({result_of(line), type, types.store_bytes(type).value_or(0)});
        return;
    }
    if (text.starts_with("alloca ")) {
        const auto parts = split(text.substr(7));
        const bool has_unknown_size = parts.size() > 1 && !parts[1].starts_with("align ");
        const auto bytes = types.store_bytes(parts[0]);
        if (!bytes || has_unknown_size) return;
        pointers_[result_of(line)] = {variables_.size(), 0};
        variables_.push_back({result_of(line), parts[0], *bytes});
        return;
    }
    const auto names = names_in(text);
    const bool concerns_own =
        std::any_of(names.begin(), names.end(), [&](auto n) { return pointers_.contains(n); });
    if (!concerns_own) return;
    // The simulator gets to know the variable, and leaves it alone.
    constexpr std::array notes{
        "@__scanlab_index",          "@__scanlab_object",       "@__scanlab_local",
        "@__scanlab_member",         "@__scanlab_unwritten",    "@__scanlab_undefined",
        "@__scanlab_unset",          "@__scanlab_value",        "@__scanlab_propagated_value",
        "@__scanlab_deferred_value", "@__scanlab_divisor4",     "@__scanlab_divisor8",
        "@__scanlab_read_quotient",  "@__scanlab_set_quotient", "@__scanlab_selected"};
    const auto called = read_call(line);
    if (called && std::find(notes.begin(), notes.end(), called->callee) != notes.end()) return;
    if (text.starts_with("bitcast ")) {
        if (const auto from = read_operand(text.substr(8)); from && pointers_.contains(from->value)) {
            derive(result_of(line), from->value, 0);
            return;
        }
    }
    if (const auto parts = parts_of_address(text); parts.size() > 1) {
        const auto base = read_operand(parts[1]);
        if (base && pointers_.contains(base->value)) {
            std::vector<std::string_view> indices;
            for (std::size_t i = 2; i < parts.size() && parts[i][0] == 'i'; ++i)
                indices.push_back(parts[i]);
            derive(result_of(line), base->value, types.offset(parts[0], indices));
            return;
        }
    }
    note_uses(line, line_number, types);
}

void OwnVariables::note_uses(std::string_view line, std::size_t line_number, const Types& types) {
    std::multiset<std::string_view> others; // names that stand where no access is
    for (const std::string_view name : names_in(without_result(line)))
        if (pointers_.contains(name)) others.insert(name);
    const auto note = [&](std::string_view pointer, std::size_t bytes, bool is_write, bool is_block,
                          std::size_t alignment = 1) {
        const auto place = pointers_.find(pointer);
        if (place == pointers_.end()) return;
        others.erase(others.find(pointer));
        variables_[place->second.variable].is_copied |= is_block && !is_write;
        uses_.push_back({place->second, bytes, is_write, is_block, false, line_number, alignment});
    };
    const auto call = read_call(line);
    if (!call) {
        for (const Access& access : accesses_of(line, types))
            note(access.pointer.value, access.bytes,
                 access.kind == Access::Kind::write || access.kind == Access::Kind::atomic_store, false,
                 access.alignment);
    } else if (const BlockFunction* block = block_function(call->callee);
               block && block->is_intrinsic()) {
        const auto arguments = split(call->arguments);
        const auto length = read_operand(arguments.at(2));
        const std::size_t bytes = length ? number_in(length->value).value_or(all_bytes) : all_bytes;
        if (const auto to = read_operand(arguments[0])) note(to->value, bytes, true, true);
        if (const auto from = read_operand(arguments[1])) note(from->value, bytes, false, true);
        note_copy(arguments[1], arguments[0]);
    } else if (call->callee.starts_with("@llvm.lifetime.") || call->callee.starts_with("@llvm.dbg.")) {
        return;
    }
    const bool exposes = call && call->callee.find("scanlab3sim6exposeE") != std::string_view::npos;
    for (const std::string_view name : others) {
        const std::size_t index = pointers_.find(name)->second.variable;
        Variable& variable = variables_[index];
        variable.escapes = true;
        variable.is_exposed |= exposes;
        uses_.push_back({{index, 0}, variable.bytes, false, false, true, line_number, 1});
    }
}

void OwnVariables::note_copy(std::string_view from, std::string_view to) {
    const auto source = read_operand(from), target = read_operand(to);
    if (!source || !target) return;
    const auto source_place = pointers_.find(source->value),
               target_place = pointers_.find(target->value);
    if (source_place != pointers_.end() && target_place != pointers_.end())
        copies_.push_back({source_place->second.variable, target_place->second.variable});
}

bool OwnVariables::is_inside(const Use& use) const {
    return use.place.offset && use.bytes != all_bytes && *use.place.offset % use.alignment == 0 &&
           *use.place.offset + use.bytes <= variables_[use.place.variable].bytes;
}

/// Whether definite assignment decides of it: what is seen like memory, or whose marks the program has
/// to keep anyway, needs none.
bool OwnVariables::is_examined(const Use& use) const {
    const Variable& variable = variables_[use.place.variable];
    return is_inside(use) && (variable.escapes ? !variable.is_exposed : !variable.is_watched);
}

AssignmentStep OwnVariables::step_of(const Use& use) const {
    const std::size_t begin = *use.place.offset, end = use.is_write ? begin + use.bytes : begin;
    return {use.line, use.place.variable, begin, end, offsets_needed(use)};
}

void OwnVariables::find_watched(const std::vector<std::string_view>& body) {
    for (const Use& use : uses_)
        if (!is_inside(use)) variables_[use.place.variable].is_watched = true;
    std::vector<AssignmentStep> steps;
    for (const Use& use : uses_)
        if (is_examined(use)) steps.push_back(step_of(use));
    for (const std::size_t i : not_definitely_assigned(body, steps)) {
        Variable& variable = variables_[i];
        variable.may_be_unassigned = true;
        (variable.escapes ? variable.needs_sentinel : variable.is_watched) = true;
    }
}

/// Words of a variable that is copied as a whole, in a block or in registers, and bytes of a small
/// struct whose address goes elsewhere: which may lack a value.
void OwnVariables::find_handed_on(const std::vector<std::string_view>& body) {
    constexpr std::size_t word = 4, small = 64;
    const auto is_whole = [&](const Use& use) {
        const Variable& variable = variables_[use.place.variable];
        if (use.is_write || !is_inside(use) || is_scalar(variable.type)) return false;
        return variable.escapes ? use.is_escape && variable.bytes <= small : use.bytes > word;
    };
    std::set<std::size_t> concerned;
    for (const Use& use : uses_)
        if (is_whole(use)) concerned.insert(use.place.variable);
    if (concerned.empty()) return;
    std::vector<AssignmentStep> steps;
    for (const Use& use : uses_) {
        if (!concerned.contains(use.place.variable) || !is_inside(use)) continue;
        AssignmentStep step = step_of(use);
        step.needed.clear();
        if (is_whole(use) && use.is_escape)
            for (std::size_t byte = 0; byte < use.bytes; ++byte) step.needed.push_back(byte);
        else if (is_whole(use))
            step.needed = words_of(*use.place.offset, use.bytes);
        steps.push_back(std::move(step));
    }
    for (const std::size_t i : not_definitely_assigned(body, steps))
        variables_[i].is_handed_on_in_part = true;
}

/// Where something has to have been written before: of a variable whose address goes elsewhere, all
/// over it.
std::vector<std::size_t> OwnVariables::offsets_needed(const Use& use) const {
    if (use.is_write || use.is_block) return {};
    if (!use.is_escape) return {*use.place.offset};
    return words_of(0, variables_[use.place.variable].bytes);
}

OwnVariables::Care OwnVariables::care(std::string_view pointer, std::size_t bytes,
                                      std::size_t alignment) const {
    const auto place = pointers_.find(pointer);
    if (place == pointers_.end()) return Care::elsewhere;
    const Variable& variable = variables_[place->second.variable];
    const Care otherwise = variable.receives_undefined ? Care::propagated : Care::harmless;
    if (!variable.escapes) return variable.is_watched ? Care::watched : otherwise;
    // Nobody can do harm by a name, or that of a member. (What is exposed is to be seen: pictures are
    // drawn of it.)
    const bool is_inside = place->second.offset && *place->second.offset % alignment == 0 &&
                           *place->second.offset + bytes <= variable.bytes;
    if (!is_inside || variable.is_exposed) return Care::elsewhere;
    return variable.needs_sentinel ? Care::if_read : otherwise;
}

bool OwnVariables::note_undefined(std::string_view pointer) {
    const auto place = pointers_.find(pointer);
    return place != pointers_.end() &&
           !std::exchange(variables_[place->second.variable].receives_undefined, true);
}

void OwnVariables::note_argument(std::string_view pointer) {
    const auto place = pointers_.find(pointer);
    if (place == pointers_.end()) return;
    Variable& variable = variables_[place->second.variable];
    variable.receives_undefined |= !is_scalar(variable.type);
}

bool OwnVariables::may_lack_words(std::string_view pointer) const {
    const auto place = pointers_.find(pointer);
    if (place == pointers_.end()) return false;
    const Variable& variable = variables_[place->second.variable];
    return variable.is_handed_on_in_part || variable.receives_undefined;
}

bool OwnVariables::propagate_copies() {
    bool changes = false;
    for (const auto& [from, to] : copies_) {
        const Variable& source = variables_[from];
        if (source.is_handed_on_in_part || source.receives_undefined)
            changes |= !std::exchange(variables_[to].receives_undefined, true);
    }
    return changes;
}

bool OwnVariables::may_be_unassigned(std::string_view pointer) const {
    const auto place = pointers_.find(pointer);
    return place != pointers_.end() && variables_[place->second.variable].may_be_unassigned;
}

bool OwnVariables::is_copied(std::string_view pointer) const {
    const auto place = pointers_.find(pointer);
    return place != pointers_.end() && variables_[place->second.variable].is_copied;
}

bool OwnVariables::note_unassigned(std::string_view pointer) {
    const auto place = pointers_.find(pointer);
    if (place == pointers_.end() || variables_[place->second.variable].escapes) return false;
    Variable& variable = variables_[place->second.variable];
    variable.is_watched = true;
    return !std::exchange(variable.may_be_unassigned, true);
}

namespace {
bool is_possibly_undefined(const OwnVariables::Variable& variable) {
    return variable.receives_undefined ||
           (variable.escapes ? variable.needs_sentinel : variable.is_watched);
}
} // namespace

bool OwnVariables::may_be_undefined(std::string_view pointer) const {
    const auto place = pointers_.find(pointer);
    return place != pointers_.end() && is_possibly_undefined(variables_[place->second.variable]);
}

const OwnVariables::Variable* OwnVariables::variable_of(std::string_view pointer) const {
    const auto place = pointers_.find(pointer);
    if (place == pointers_.end()) return nullptr;
    const Variable& variable = variables_[place->second.variable];
    return variable.escapes ? nullptr : &variable;
}

std::optional<OwnVariables::Part> OwnVariables::part_of(std::string_view pointer) const {
    const Variable* const variable = variable_of(pointer);
    if (!variable || !pointers_.find(pointer)->second.offset) return {};
    return Part{variable, *pointers_.find(pointer)->second.offset};
}

const OwnVariables::Variable* OwnVariables::variable_made_by(std::string_view instruction) const {
    if (!without_result(instruction).starts_with("alloca ")) return nullptr;
    const auto place = pointers_.find(result_of(instruction));
    return place == pointers_.end() ? nullptr : &variables_[place->second.variable];
}

const OwnVariables::Variable* OwnVariables::made_by(std::string_view instruction) const {
    const Variable* const variable = variable_made_by(instruction);
    return variable && !variable->escapes && variable->is_watched ? variable : nullptr;
}

} // namespace scanlab::instrument
