#include "compile/instrument.hpp"

#include "compile/definedness/function.hpp"
#include "compile/hooks/accesses.hpp"
#include "compile/hooks/bit_fields.hpp"
#include "compile/hooks/device_variables.hpp"
#include "compile/hooks/host_functions.hpp"
#include "compile/hooks/index_checks.hpp"
#include "compile/hooks/optimised_functions.hpp"
#include "compile/ir/module.hpp"
#include "compile/judge/allowed.hpp"
#include "compile/judge/judge.hpp"
#include "compile/judge/judged_program.hpp"
#include "scanlab_sim/hooks.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace scanlab::instrument {

namespace {

/// Whether the user has not written it.
bool is_of_library(std::string_view definition, const Module& module) {
    return module.functions_of_libraries.contains(node_after(definition, " !dbg "));
}

/// The definition; a library's function is put where the simulator recognises it, so that findings name
/// who called it.
std::string placed(std::string_view definition, const Module& module) {
    const std::size_t name = definition.find('@');
    if (!is_of_library(definition, module) || definition.find(" section ") != std::string_view::npos ||
        name == std::string_view::npos)
        return std::string(definition);
    const std::size_t open = definition.find('(', name);
    std::size_t end = open + bracketed(definition, open).size();
    for (const std::string_view word : {" unnamed_addr", " local_unnamed_addr", " #"})
        if (definition.substr(end).starts_with(word))
            end = std::min(definition.find(' ', end + word.size()), definition.size());
    std::string result(definition);
    return result.insert(end, " section \"scanlab_library\"");
}

// --- accesses that need no hook
// -----------------------------------------------------------------------------

/// The variable that a constant expression points into: "@threadIdx" of "getelementptr inbounds (…, …
/// @threadIdx, …)".
std::string_view variable_in(std::string_view expression) {
    const std::size_t begin = expression.find('@');
    if (begin == std::string_view::npos) return {};
    return expression.substr(begin, expression.find_first_of(",) ", begin) - begin);
}

/// Bytes from the beginning of the variable in a constant expression to where it leads; nothing if that
/// is not known.
std::optional<std::size_t> distance_in(std::string_view expression, const Types& types) {
    if (expression.starts_with('@')) return 0;
    const std::size_t open = operands_of_expression(expression);
    if (open == std::string_view::npos) return {};
    const std::string_view list = bracketed(expression, open), inside = list.substr(1, list.size() - 2);
    if (expression.starts_with("bitcast ")) {
        const auto from = read_operand(inside);
        return from ? distance_in(from->value, types) : std::nullopt;
    }
    const auto parts = split(inside);
    if (!expression.starts_with("getelementptr ") || parts.size() < 2) return {};
    const auto base = read_operand(parts[1]);
    const auto before = base ? distance_in(base->value, types) : std::nullopt;
    const auto offset = types.offset(parts[0], {parts.begin() + 2, parts.end()});
    return before && offset ? std::optional(*before + *offset) : std::nullopt;
}

/// Whether it reads a constant, and nothing beside it.
bool reads_constant(const Access& access, const Module& module) {
    const bool reads = access.kind == Access::Kind::read || access.kind == Access::Kind::atomic_load;
    const std::string_view name = variable_in(access.pointer.value);
    if (!reads ||
        !(module.constants.contains(name) || (module.is_judged && is_readable_variable(name))))
        return false;
    if (!module.is_judged) return true;
    constexpr std::size_t bytes_of_builtin = 12, bytes_of_pointer = 8,
                          bytes_of_flag = 1; // threadIdx, stderr, __libc_…
    const auto type = module.variables.find(name);
    const auto bytes = type != module.variables.end() ? module.types.store_bytes(type->second)
                       : name.starts_with("@std")     ? std::optional(bytes_of_pointer)
                       : name.starts_with("@__libc")  ? std::optional(bytes_of_flag)
                                                      : std::optional(bytes_of_builtin);
    const auto distance = distance_in(access.pointer.value, module.types);
    return bytes && distance && *distance <= *bytes && access.bytes <= *bytes - *distance;
}

using Care = OwnVariables::Care;

Care care_for(const Access& access, const OwnVariables& variables, const Module& module) {
    if (reads_constant(access, module)) return Care::harmless;
    const Care care = variables.care(access.pointer.value, access.bytes, access.alignment);
    const bool matters_if_read = care == Care::if_read || care == Care::propagated;
    return matters_if_read && access.kind != Access::Kind::read ? Care::harmless : care;
}

/// Of a block that is copied: what it is copied to may be found to lack a value.
Care care_for_block(std::string_view pointer, std::size_t bytes, const OwnVariables& variables) {
    const Care care = variables.care(pointer, bytes);
    return care == Care::if_read || care == Care::propagated ? Care::harmless : care;
}

/// Bytes of a block; if that is not known, more than there can be.
std::size_t bytes_of_block(const Operand& length) {
    return number_in(length.value).value_or(std::numeric_limits<std::size_t>::max());
}

// --- the hooks
// -------------------------------------------------------------------------------------------------

using namespace hooks;

/// An argument that is one of several values.
template <class Enum>
std::string number(Enum value) {
    return "i32 " + std::to_string(static_cast<int>(value));
}

Atomic atomic_of(Access::Kind kind) {
    if (kind == Access::Kind::atomic_load) return Atomic::load;
    return kind == Access::Kind::atomic_store ? Atomic::store : Atomic::update;
}

class Instrumenter {
public:
    /// `hosts`: functions that only the host runs; null if nothing is to be optimised.
    Instrumenter(const Module& module, const HostsFunctions* hosts)
        : module_(module), hosts_(hosts), optimised_(module.attributes),
          host_functions_(pointer_type(), size_type()) {}

    void function(const Function& function) {
        function_ = &function;
        returned_ = {};
        has_objects_ = false;
        is_of_host_ =
            hosts_ && function.is_observed && hosts_->contains(name_of_function(function.definition));
        std::string before = std::exchange(text_, {});
        put_body(function);
        const std::string body = std::exchange(text_, std::move(before));
        const std::string definition = placed(function.definition, module_);
        if (!hosts_) {
            put(module_.is_judged ? internal_function(definition) : definition);
            text_ += body;
            return;
        }
        // The user's own functions of the host stay, so that it is known which of their variables are
        // still there.
        const std::string kept = is_of_host_ ? body : with_calls_kept(body);
        put(optimised_.definition(definition,
                                  is_of_host_ ? is_of_library(definition, module_) : kept == body));
        text_ += kept;
    }

    void put(std::string_view line) {
        text_ += line;
        text_ += '\n';
    }

    std::string take_text() {
        return hosts_ ? text_ + host_functions_.text() + optimised_.text() : text_;
    }

private:
    void put_body(const Function& function) {
        if (!function.is_observed && !module_.is_judged) {
            for (const std::string_view line : function.body)
                if (!read_index_check(line)) put(line);
            return;
        }
        if (module_.is_judged)
            enter();
        else if (!is_of_host_) // whose variables nobody asks for
            enter_if_variables_escape();
        find_selections();
        if (name_of_function(function.definition) == "@main") note_returned();
        for (Line line = function.body.begin(); line != function.body.end(); ++line) {
            // An invoke ends on the line after the one that it begins on.
            const bool is_invoke = without_result(*line).starts_with("invoke ");
            source_ = source_of(is_invoke && line + 1 != function.body.end() ? line[1] : *line);
            if (module_.is_judged) guard_flow(line);
            select(line);
            if (!module_.is_judged) leave_before(*line);
            if (says_what_main_returns(*line)) put_new("call void @__scanlab_returns()");
            if (const auto check = read_index_check(*line)) {
                if (function.is_observed)
                    put(index_outside(
                        *check, array_of_index(function.body, static_cast<std::size_t>(
                                                                  line - function.body.begin()))));
            } else if (const auto* const local = local_made_by(*line)) {
                make_local(*line, *local);
            } else {
                instruction(line);
            }
            if (module_.is_judged) own_object(*line);
            if (function.is_observed) begin_variable(*line);
        }
    }

    /// A piece of the line, to be replaced.
    struct Edit {
        std::string_view piece;
        std::string by;
    };

    // --- what an observed function has on the stack, and gives the address of: beside each lies a gap.

    void enter_if_variables_escape() {
        has_objects_ = std::ranges::any_of(function_->body, [&](std::string_view line) {
            const auto* variable = function_->variables.variable_made_by(line);
            return variable && variable->escapes;
        });
        if (has_objects_) put("  %scanlab.depth = call " + size_type() + " @__scanlab_enter()");
    }

    void leave_before(std::string_view line) {
        if (has_objects_ && without_result(line).starts_with("ret "))
            put("  call void @__scanlab_leave(" + size_type() + " %scanlab.depth)");
    }

    /// Makes such a variable together with its gap, as the compiler may put variables anywhere.
    void make_local(std::string_view line, const OwnVariables::Variable& variable) {
        const std::size_t aligned = line.find(", align ");
        const std::string_view alignment =
            aligned == std::string_view::npos ? "" : line.substr(aligned);
        const std::size_t bytes_of_gap =
            alignment.empty() ? 32
                              : std::max<std::size_t>(32, number_in(alignment.substr(8)).value_or(32));
        const std::string gap = std::string(rooms) + std::to_string(++names_),
                          type = "{ [" + std::to_string(bytes_of_gap) + " x i8], " +
                                 std::string(variable.type) + " }",
                          pointer = module_.has_opaque_pointers ? "ptr" : type + "*";
        put("  " + gap + " = alloca " + type + std::string(alignment));
        put("  " + std::string(variable.name) + " = getelementptr inbounds " + type + ", " + pointer +
            " " + gap + ", i32 0, i32 1");
        const std::string begin = as_argument(std::string(variable.type) + "*", variable.name),
                          end = as_argument(type + "*", gap);
        put("  call void @__scanlab_local(" + begin + ", " + size_type() + " " +
            std::to_string(variable.bytes) + ", " + end + ")");
    }

    /// The variable that the line makes, if it is to have a gap.
    const OwnVariables::Variable* local_made_by(std::string_view line) const {
        const auto* const variable =
            has_objects_ && !module_.is_judged ? function_->variables.variable_made_by(line) : nullptr;
        return variable && variable->escapes ? variable : nullptr;
    }

    // --- a judged module: where its functions go, and what is theirs on the stack

    /// Whether what the function has on the stack is to be known while it runs: others get its address.
    bool is_object(const OwnVariables::Variable& variable) const {
        return variable.escapes || (variable.is_watched && !function_->is_observed);
    }

    void enter() {
        const auto by_value = passed_by_value(function_->definition);
        has_objects_ =
            !by_value.empty() || std::ranges::any_of(function_->body, [&](std::string_view line) {
                const auto* variable = function_->variables.variable_made_by(line);
                return variable && is_object(*variable);
            });
        source_ = {};
        if (!has_objects_) return;
        put("  %scanlab.depth = call i64 @__scanlab_enter()");
        for (const ByValue& value : by_value) {
            const auto bytes = module_.types.store_bytes(value.type);
            if (!bytes) throw Unreadable{};
            put("  call void @__scanlab_object(" + pointer_type() + " " +
                as_plain_pointer(value.pointer) + ", i64 " + std::to_string(*bytes) + ")");
        }
    }

    void own_object(std::string_view line) {
        const OwnVariables::Variable* const variable = function_->variables.variable_made_by(line);
        if (!variable || !is_object(*variable)) return;
        put("  call void @__scanlab_object(" +
            as_argument(std::string(variable->type) + "*", variable->name) + ", i64 " +
            std::to_string(variable->bytes) + ")");
    }

    /// Before an instruction: ways by which a function could be left for somewhere else.
    void guard_flow(Line line) {
        const std::string_view text = without_result(*line);
        const auto begins = [&](std::string_view word) { return text.starts_with(word); };
        if (has_objects_ && begins("ret ")) put("  call void @__scanlab_leave(i64 %scanlab.depth)");
        if (begins("unreachable")) put_new("call void @__scanlab_unreachable()");
        const bool follows_landing =
            line != function_->body.begin() && is_of_landing(line[-1]) && !is_clause(*line);
        if (follows_landing) put_new("call void @__scanlab_exception()");
    }
    static bool is_clause(std::string_view line) {
        const std::string_view text = without_result(line);
        return text.starts_with("catch ") || text.starts_with("cleanup") || text.starts_with("filter ");
    }
    static bool is_of_landing(std::string_view line) {
        return is_clause(line) || without_result(line).starts_with("landingpad ");
    }

    /// In main(): what it returns, or the variable from which it loads that.
    void note_returned() {
        for (const std::string_view line : function_->body)
            if (without_result(line).starts_with("ret ")) returned_ = line;
        if (returned_.empty()) return;
        const auto value = read_operand(without_result(returned_).substr(4));
        for (const std::string_view line : function_->body)
            if (const auto from = source_of_load(line);
                from && value && result_of(line) == value->value)
                returned_ = from->value;
    }
    bool says_what_main_returns(std::string_view line) const {
        const auto store = read_store(line);
        return !returned_.empty() && !source_.empty() &&
               (line == returned_ || (store && store->pointer.value == returned_));
    }

    /// The operand, with one value wherever it is used: what C++ leaves undefined would else be one
    /// thing for a check and another for what is checked. In the line it is replaced by that value.
    std::string frozen(const Operand& operand, std::vector<Edit>& edits) {
        if (number_in(operand.value)) return std::string(operand.value);
        const auto known = std::ranges::find_if(
            edits, [&](const Edit& e) { return e.piece.data() == operand.value.data(); });
        if (known != edits.end()) return known->by;
        const std::string name = new_name();
        put_new(name + " = freeze " + std::string(operand.type) + " " + std::string(operand.value));
        edits.push_back({operand.value, name});
        return name;
    }

    std::string function_type_of(std::string_view line, const Call& call) const {
        return module_.has_opaque_pointers ? "ptr" : function_type(line, call.callee, call.arguments);
    }

    /// Before a call: which function it is, if that is known only when it happens, and what is given to
    /// one that is not hooked.
    void guard_call(std::string_view line, const Call& call, std::vector<Edit>& edits) {
        if (call.callee.starts_with('%')) {
            const std::string type = function_type_of(line, call);
            const std::string function = as_argument(type, frozen({type, call.callee}, edits));
            put_new("call void @__scanlab_function(" + function + ", i64 " +
                    std::to_string(static_cast<std::int64_t>(
                        signature(line, call.callee, call.arguments, module_.types))) +
                    ")");
            return;
        }
        const bool is_own =
            module_.functions.contains(call.callee) || call.callee.starts_with("@llvm.");
        const Allowed* const allowed = is_own ? nullptr : allowed_function(call.callee);
        if (!allowed) return;
        if (allowed->how == Allowed::How::ends) put_new("call void @__scanlab_exception()");
        const auto arguments = split(call.arguments);
        for (const Given& given : allowed->given) {
            const auto operand = read_operand(arguments.at(static_cast<std::size_t>(given.argument)));
            if (!operand) throw Unreadable{};
            std::string bytes = std::to_string(given.bytes);
            if (given.bytes_argument >= 0) {
                const auto length =
                    read_operand(arguments.at(static_cast<std::size_t>(given.bytes_argument)));
                if (!length || length->type != "i64") throw Unreadable{};
                bytes = frozen(*length, edits);
            }
            const std::string value = frozen(*operand, edits),
                              pointer = as_plain_pointer({operand->type, value});
            put_new("call void @__scanlab_given(" + pointer_type() + " " + pointer + ", i64 " + bytes +
                    ", " + number(given.kind) + ")");
        }
        if (allowed->how == Allowed::How::replaced)
            edits.push_back({call.callee, instead_of(call.callee)});
    }

    void instruction(Line line) {
        const auto& propagation = function_->propagation;
        is_propagated_ = propagation && propagation->is_propagated(line);
        is_deferred_ = propagation && propagation->is_deferred(line);
        is_moved_ = propagation && propagation->is_moved(line);
        is_selected_ = propagation && propagation->is_selected(line);
        is_exchanged_ = function_->exchanged.contains(line);
        const auto call = read_call(*line);
        const bool is_own_function =
            module_.is_judged && call && module_.functions.contains(call->callee);
        if (call && !is_own_function && block_function(call->callee))
            return put(block(*line, *call, *block_function(call->callee)));
        if (call && call->callee.starts_with("@llvm.") && !is_harmless_intrinsic(call->callee))
            throw Unreadable{};
        std::vector<Edit> edits;
        for (Access& access : accesses_of(*line, module_.types)) {
            const Care care = care_for(access, function_->variables, module_);
            if (care == Care::harmless) continue;
            access.needs_value = access.kind != Access::Kind::read || !is_for_nothing(line, care);
            edits.push_back({access.pointer.value, address_to_use(access, care)});
        }
        follow_quotients(*line, edits);
        if (module_.is_judged && call) guard_call(*line, *call, edits);
        const bool is_of_interest =
            call && !module_.is_judged && function_->is_observed && !is_of_host_;
        if (is_of_interest && call->callee.starts_with('%'))
            put_new("call void @__scanlab_calls(" +
                    as_argument(function_type_of(*line, *call), call->callee) + ")");
        const std::string members = is_of_interest ? begin_members(*line, *call) : "";
        std::ranges::sort(edits, {}, [](const Edit& edit) { return edit.piece.data(); });
        put(edited(*line, edits));
        if (!members.empty())
            put_new("call void @__scanlab_members_end(" + size_type() + " " + members + ")");
        if (call && !is_of_host_ &&
            (is_deferred_ || (propagation && propagation->is_result_used(line))))
            look_at_result(*line, *call);
    }

    /// A division by zero counts where the variable is read that keeps the quotient.
    void follow_quotients(std::string_view line, std::vector<Edit>& edits) {
        if (is_of_host_) return; // which ends when it divides by zero
        const Quotients& quotients = function_->quotients;
        if (const auto variable = quotients.read_by(line); !variable.empty())
            put_new("call void @__scanlab_read_quotient(" + pointer_to_own(variable) + ")");
        if (const auto variable = quotients.set_by(line); !variable.empty())
            put_new("call void @__scanlab_set_quotient(" + pointer_to_own(variable) + ")");
        const KeptDivision* const division = quotients.division(line);
        if (!division) return;
        const std::string type(division->divisor.type),
            name = new_name(),
            variable = division->variable.empty() ? pointer_type() + " null"
                                                  : pointer_to_own(division->variable);
        put_new(name + " = call " + type + " @__scanlab_divisor" + (type == "i32" ? "4(" : "8(") +
                type + " " + std::string(division->dividend.value) + ", " + type + " " +
                std::string(division->divisor.value) + ", i32 " + std::to_string(division->is_signed) +
                ", " + variable + ")");
        edits.push_back({division->divisor.value, name});
    }
    std::string pointer_to_own(std::string_view variable) {
        return as_argument(std::string(function_->variables.variable_of(variable)->type) + "*",
                           variable);
    }

    /// Before a branch that selects, and where its sides meet: what depends on what was never set.
    void select(Line line) {
        for (const Selection* const selection : selections_) {
            const std::string id = "i32 " + std::to_string(selection->branch - function_->body.begin());
            if (selection->branch == line) put_new("call void @__scanlab_selects(" + id + ")");
            if (selection->join != line) continue;
            for (const Selected& selected : selection->assigned) put_selected(selected, id);
            put_new("call void @__scanlab_selects_end(" + id + ")");
        }
    }

    void find_selections() {
        selections_.clear();
        if (!function_->is_observed || is_of_host_) return; // the host defers nothing
        for (const Selection& selection : *function_->selections)
            if (function_->propagation->is_deferred(selection.branch))
                selections_.push_back(&selection);
    }

    void put_selected(const Selected& selected, const std::string& id) {
        const OwnVariables::Variable& variable = *selected.part.variable;
        const auto is_size = [&](std::size_t bytes) {
            return ", " + size_type() + " " + std::to_string(bytes);
        };
        put_new("call void @__scanlab_selected(" +
                as_argument(std::string(variable.type) + "*", variable.name) +
                is_size(selected.part.offset) + is_size(selected.bytes) + ", " +
                (variable.is_watched ? as_argument(type_of_marks(variable) + "*", marks_of(variable))
                                     : pointer_type() + " null") +
                ", " + id + ")");
    }

    /// Whether what is read may lack a value.
    bool is_for_nothing(Line line, Care care) const {
        return is_for_bit_field(function_->body, line) ||
               (care != Care::elsewhere && (is_propagated_ || is_deferred_ || is_exchanged_));
    }

    static std::string edited(std::string_view line, const std::vector<Edit>& edits) {
        std::string result;
        std::size_t at = 0;
        for (const Edit& edit : edits) { // they come in the order in which they stand in the line
            const auto begin = static_cast<std::size_t>(edit.piece.data() - line.data());
            result += std::string(line.substr(at, begin - at)) + edit.by;
            at = begin + edit.piece.size();
        }
        return result += line.substr(at);
    }

    std::string new_name() { return "%scanlab." + std::to_string(++names_); }

    void put_new(const std::string& instruction) { put("  " + instruction + std::string(source_)); }

    std::string pointer_type() const { return module_.has_opaque_pointers ? "ptr" : "i8*"; }
    std::string size_type() const { return module_.types.size_type(); }

    std::string as_plain_pointer(Operand pointer) {
        if (pointer.type == pointer_type()) return std::string(pointer.value);
        const std::string name = new_name();
        put_new(name + " = bitcast " + std::string(pointer.type) + " " + std::string(pointer.value) +
                " to i8*");
        return name;
    }

    /// The hook of a function that is not observed, but must not go astray either.
    std::string guard(const std::string& pointer, const std::string& bytes, bool writes) const {
        return "@__scanlab_guard(" + pointer_type() + " " + pointer + ", " + size_type() + " " + bytes +
               ", i32 " + (writes ? "1" : "0") + ")";
    }

    /// An array that is a member of a struct, and a pointer into it.
    struct MemberArray {
        std::string_view array; ///< a pointer to it
        std::string type;       ///< that of the array
        std::size_t bytes;
    };
    static std::vector<std::string_view> indices_in(const std::vector<std::string_view>& parts) {
        std::vector<std::string_view> indices;
        for (std::size_t i = 2; i < parts.size() && parts[i][0] == 'i'; ++i)
            indices.push_back(parts[i]);
        return indices;
    }
    std::optional<MemberArray> member_array(std::string_view pointer) const {
        for (std::string_view value = pointer;;) {
            const auto parts = parts_of_address(function_->definition_of(value));
            const auto from = parts.size() > 1 ? read_operand(parts[1]) : std::nullopt;
            if (!from) return std::nullopt;
            if (!parts[0].starts_with('[')) {
                const auto type = value == pointer
                                      ? std::nullopt
                                      : module_.types.inner_array(parts[0], indices_in(parts));
                if (!type) return std::nullopt;
                return MemberArray{value, std::string(*type), *module_.types.store_bytes(*type)};
            }
            value = from->value;
        }
    }

    /// Before a call of one of the program's functions: an array that is a member of a struct ends
    /// where the next member begins, also to who gets no more than a pointer into it. Returns what
    /// takes that back after the call; empty if there is none.
    std::string begin_members(std::string_view line, const Call& call) {
        if (!module_.functions.contains(call.callee) || without_result(line).starts_with("invoke "))
            return {};
        std::string first;
        for (const std::string_view argument : split(call.arguments)) {
            const auto operand = read_operand(argument);
            const auto member = operand ? member_array(operand->value) : std::nullopt;
            if (!member) continue;
            const std::string name = new_name(), pointer = as_plain_pointer(*operand),
                              array = as_argument(member->type + "*", member->array);
            put_new(name + " = call " + size_type() + " @__scanlab_member(" + pointer_type() + " " +
                    pointer + ", " + array + ", " + size_type() + " " + std::to_string(member->bytes) +
                    ")");
            if (first.empty()) first = name;
        }
        return first;
    }

    /// The array that an index is added to, which tells where an access was meant to go: the pointer
    /// from which the address is calculated. It is odd if it leads to structs. Null if nothing is
    /// added.
    std::string origin_of(std::string_view pointer) {
        Operand origin{};
        bool leads_to_structs = false;
        for (std::string_view value = pointer;;) {
            const std::string_view text = without_result(function_->definition_of(value));
            const auto parts = parts_of_address(text);
            const bool is_element = parts.size() > 1;
            if (!is_element && !text.starts_with("bitcast ")) break;
            const auto from = read_operand(is_element ? parts[1] : text.substr(text.find(' ') + 1));
            const bool is_known = from && (from->value[0] == '%' || from->value[0] == '@' ||
                                           from->value.starts_with("getelementptr "));
            if (!is_known) return "null";
            if (is_element && !parts[0].starts_with('[')) { // of an array the index is checked itself
                origin = *from;
                leads_to_structs = parts[0].starts_with('%') || parts[0].starts_with('{');
            }
            value = from->value;
        }
        if (origin.value.empty() || function_->variables.is_own(origin.value)) return "null";
        const std::string plain = as_plain_pointer(origin);
        if (!leads_to_structs) return plain;
        const std::string odd = new_name();
        put_new(odd + " = getelementptr i8, " + pointer_type() + " " + plain + ", i64 1");
        return odd;
    }

    std::string hook(const Access& access, const std::string& pointer) {
        const bool is_read = access.kind == Access::Kind::read,
                   is_plain_write = access.kind == Access::Kind::write;
        const std::string argument = "(" + pointer_type() + " " + pointer;
        const std::string size = std::to_string(access.bytes);
        if (!is_read && !is_plain_write)
            return "@__scanlab_atomic" + argument + ", " + size_type() + " " + size + ", " +
                   number(atomic_of(access.kind)) + ")";
        const std::string origin = ", " + pointer_type() + " " + origin_of(access.pointer.value);
        const bool aligned = access.alignment >= access.bytes;
        const bool is_propagated = is_read && is_propagated_,
                   is_deferred = is_read && is_deferred_ && access.needs_value;
        constexpr std::array common{1u, 2u, 4u, 8u, 16u};
        constexpr std::array reads{"read", "defer", "propagate", "propagate_deferred"};
        const bool is_common = is_propagated ? access.bytes == 4 || access.bytes == 8
                                             : std::ranges::count(common, access.bytes) > 0;
        if (aligned && !access.is_volatile && access.needs_value && is_read && is_moved_)
            return "@__scanlab_move" + size + argument + origin + ")";
        if (aligned && !access.is_volatile && access.needs_value && is_common)
            return std::string("@__scanlab_") +
                   (is_read ? reads[2 * is_propagated + is_deferred] : "write") + size + argument +
                   origin + ")";
        const unsigned nature = (is_plain_write ? write_bit : 0) |
                                (access.is_volatile ? volatile_bit : 0) | (aligned ? aligned_bit : 0) |
                                (access.needs_value ? 0 : any_value_bit) |
                                (is_propagated ? propagated_bit : 0) | (is_deferred ? deferred_bit : 0);
        return "@__scanlab_access" + argument + ", " + size_type() + " " + size + ", i32 " +
               std::to_string(nature) + origin + ")";
    }

    /// The result of a hook, as a pointer of the type that the instruction wants.
    std::string address_from(const std::string& hook, std::string_view type) {
        const std::string address = new_name();
        put_new(address + " = call " + pointer_type() + " " + hook);
        if (type == pointer_type()) return address;
        const std::string typed = new_name();
        put_new(typed + " = bitcast i8* " + address + " to " + std::string(type));
        return typed;
    }

    std::string address_to_use(const Access& access, Care care) {
        const std::string pointer = as_plain_pointer(access.pointer);
        if (!function_->is_observed)
            return address_from(
                guard(pointer, std::to_string(access.bytes),
                      access.kind != Access::Kind::read && access.kind != Access::Kind::atomic_load),
                access.pointer.type);
        if (care == Care::elsewhere)
            return address_from(hook_of_memory(access, pointer), access.pointer.type);
        if (care == Care::if_read || care == Care::propagated)
            return may_lack_value(access)
                       ? address_from(hook_of_value(access, care, pointer), access.pointer.type)
                       : unchanged(access.pointer);
        const bool writes =
            access.kind == Access::Kind::write || access.kind == Access::Kind::atomic_store;
        const unsigned nature =
            (writes ? write_bit : 0) | (access.needs_value ? 0 : any_value_bit) |
            alignment_bits(access.alignment) | (is_propagated_ || is_exchanged_ ? propagated_bit : 0) |
            (is_deferred_ ? deferred_bit : 0) | (is_selected_ ? selected_bit : 0) |
            (function_->variables.variable_of(access.pointer.value)->receives_undefined
                 ? receives_undefined_bit
                 : 0);
        return address_from(
            hook_of_watched(access.pointer.value, pointer, std::to_string(access.bytes), nature),
            access.pointer.type);
    }

    /// The hook of an access, or in a function of the host's a check that calls it.
    std::string hook_of_memory(const Access& access, const std::string& pointer) {
        const std::string hook = this->hook(access, pointer);
        const bool is_read = access.kind == Access::Kind::read;
        if (!is_of_host_ || access.is_volatile || (!is_read && access.kind != Access::Kind::write))
            return hook;
        const bool is_looked_at = is_read && access.needs_value && !hook.starts_with("@__scanlab_move");
        return host_functions_.access(
            hook, {is_looked_at ? access.bytes : 0, access.alignment >= access.bytes});
    }

    /// Whether it counts here that a variable of a function's own has no value. The host defers
    /// nothing.
    bool may_lack_value(const Access& access) const {
        return !is_of_host_ || (is_deferred_ ? is_selected_ : access.needs_value);
    }
    /// The same pointer, by a name that says that the access needs no hook.
    std::string unchanged(const Operand& pointer) {
        const std::string name = new_name(), type(pointer.type);
        put_new(name + " = bitcast " + type + " " + std::string(pointer.value) + " to " + type);
        return name;
    }

    /// The hook of a variable that may hold the bits of what was never set.
    std::string hook_of_value(const Access& access, Care care, const std::string& pointer) {
        const std::string name = is_deferred_            ? "deferred_value"
                                 : care == Care::if_read ? "value"
                                                         : "propagated_value";
        const std::size_t bytes = access.needs_value || is_deferred_ ? access.bytes : 0;
        const std::string hook =
            "@__scanlab_" + name + "(" + pointer_type() + " " + pointer + ", " + size_type() + " " +
            std::to_string(bytes) +
            (is_deferred_ ? ", i32 " + std::to_string((is_propagated_ ? propagated_bit : 0) |
                                                      (is_selected_ ? selected_bit : 0))
                          : "") +
            ")";
        const bool is_in_registers =
            is_of_host_ && (bytes == 4 || bytes == 8) && access.alignment >= bytes;
        const auto* const variable = function_->variables.variable_of(access.pointer.value);
        return is_in_registers ? host_functions_.value(hook, bytes, !variable || variable->escapes)
                               : hook;
    }

    /// The call for an index outside its array, with the array.
    std::string index_outside(const Call& check, const std::optional<Operand>& array) {
        const std::string base = array ? as_plain_pointer(*array) : "null";
        return "  call void @__scanlab_index(" + std::string(check.arguments) + ", " + pointer_type() +
               " " + base + ")" + std::string(source_);
    }

    // --- variables that may be read before they are written. Beside one that is watched lies a byte
    // per byte, which says whether that has been written; one whose address goes elsewhere begins with
    // a value of its own, see watch/definedness/undefined_bits.hpp.

    static std::string marks_of(const OwnVariables::Variable& variable) {
        std::string name(variable.name.substr(1));
        std::erase(name, '"');
        return "%scanlab.marks." + name;
    }
    static std::string type_of_marks(const OwnVariables::Variable& variable) {
        return "[" + std::to_string(variable.bytes) + " x i8]";
    }

    void begin_variable(std::string_view line) {
        if (const auto* variable = function_->variables.made_by(line)) watch(*variable);
        if (const auto* variable = function_->variables.variable_made_by(line)) {
            if (variable->needs_sentinel)
                begin_as("undefined", *variable);
            else if (variable->is_handed_on_in_part)
                begin_as("unset", *variable);
        }
    }

    void watch(const OwnVariables::Variable& variable) {
        const std::string marks = marks_of(variable), type = type_of_marks(variable);
        put("  " + marks + " = alloca " + type);
        put("  call void @__scanlab_unwritten(" + as_argument(type + "*", marks) + ", " + size_type() +
            " " + std::to_string(variable.bytes) + ")");
    }

    void begin_as(const std::string& hook, const OwnVariables::Variable& variable) {
        put("  call void @__scanlab_" + hook + "(" +
            as_argument(std::string(variable.type) + "*", variable.name) + ", " + size_type() + " " +
            std::to_string(variable.bytes) + ")");
    }

    /// "i8* %x" for a pointer of any type.
    std::string as_argument(const std::string& type, std::string_view pointer) {
        return pointer_type() + " " +
               as_plain_pointer(
                   {module_.has_opaque_pointers ? std::string_view("ptr") : type, pointer});
    }

    std::string hook_of_watched(std::string_view place, const std::string& pointer,
                                const std::string& bytes, unsigned nature) {
        const OwnVariables::Variable& variable = *function_->variables.variable_of(place);
        const std::string base = as_argument(std::string(variable.type) + "*", variable.name),
                          marks = as_argument(type_of_marks(variable) + "*", marks_of(variable));
        return "@__scanlab_own(" + pointer_type() + " " + pointer + ", " + size_type() + " " + bytes +
               ", i32 " + std::to_string(nature) + ", " + base + ", " + marks + ", " + size_type() +
               " " + std::to_string(variable.bytes) + ")";
    }

    /// After a call that may give what was never set: that counts now, unless the next store takes it.
    void look_at_result(std::string_view line, const Call& call) {
        const std::string_view type = result_type(line, call.callee);
        if (!keeps_bits(type)) return;
        std::string bits(result_of(line));
        const auto convert = [&](const std::string& operation, std::string_view from,
                                 const std::string& to) {
            const std::string name = new_name();
            put_new(name + " = " + operation + " " + std::string(from) + " " +
                    std::exchange(bits, name) + " to " + to);
        };
        if (type == "float") convert("bitcast", type, "i32");
        if (type == "double") convert("bitcast", type, "i64");
        if (is_pointer(type)) convert("ptrtoint", type, "i64");
        if (type == "float" || type == "i32") convert("zext", "i32", "i64");
        put_new("call void @__scanlab_result(i64 " + bits + ", i32 " + std::to_string(is_deferred_) +
                ")");
    }

    // --- blocks of memory

    /// An intrinsic that copies or fills a block, with the addresses to use; or a call of the
    /// simulator's function instead of one that compares or searches.
    std::string block(std::string_view line, const Call& call, const BlockFunction& function) {
        if (!function.is_intrinsic())
            return edited(line, {{call.callee, std::string(function.instead)}});
        const auto arguments = split(call.arguments);
        const auto length = read_operand(arguments.at(2));
        if (!length) throw Unreadable{};
        std::vector<Edit> edits;
        std::string size = module_.is_judged ? frozen(*length, edits) : std::string(length->value);
        if (length->type != size_type() && !number_in(size)) {
            size = new_name();
            const std::string narrow = edits.empty() ? std::string(length->value) : edits[0].by;
            put_new(size + " = zext " + std::string(length->type) + " " + narrow + " to " +
                    size_type());
        }
        for (int i = function.pointers;
             i-- > 0;) { // what is written is told last, right before it happens
            const auto end = read_operand(arguments[static_cast<std::size_t>(i)]);
            if (!end) throw Unreadable{};
            const Care care = care_for_block(end->value, bytes_of_block(*length), function_->variables);
            if (care == Care::harmless) continue;
            const std::string pointer = as_plain_pointer(*end);
            const unsigned nature =
                (i == 0 ? write_bit : 0) | any_value_bit |
                alignment_bits(*number_in(alignment(arguments[static_cast<std::size_t>(i)])));
            edits.push_back(
                {end->value,
                 address_from(!function_->is_observed ? guard(pointer, size, i == 0)
                              : care == Care::watched
                                  ? hook_of_watched(end->value, pointer, size, nature)
                                  : hook_of_block(pointer, size,
                                                  alignment(arguments[static_cast<std::size_t>(i)]),
                                                  i == 0),
                              end->type)});
        }
        std::ranges::sort(edits, {}, [](const Edit& edit) { return edit.piece.data(); });
        return edited(line, edits);
    }

    std::string hook_of_block(const std::string& pointer, const std::string& bytes,
                              const std::string& alignment, bool is_written) {
        const std::string hook = "@__scanlab_block(" + pointer_type() + " " + pointer + ", " +
                                 size_type() + " " + bytes + ", i32 " + alignment + ", i32 " +
                                 std::to_string(is_written ? write_bit : 0) + ")";
        return is_of_host_ ? host_functions_.access(hook, {}) : hook;
    }

    static std::string alignment(std::string_view argument) {
        const std::size_t at = argument.find(" align ");
        if (at == std::string_view::npos) return "1";
        const std::size_t begin = at + 7;
        return std::string(argument.substr(begin, argument.find(' ', begin) - begin));
    }

    const Module& module_;
    const HostsFunctions* hosts_;
    OptimisedFunctions optimised_;
    HostFunctions host_functions_;
    const Function* function_ = nullptr; ///< that is being read
    bool is_of_host_ = false;            ///< only the host runs it
    bool has_objects_ = false;           ///< some of it on the stack
    bool is_propagated_ = false, is_deferred_ = false, is_moved_ = false, is_selected_ = false,
         is_exchanged_ = false;                ///< what the instruction loads
    std::vector<const Selection*> selections_; ///< of the function, by what may never have been set
    std::string_view source_;                  ///< of the instruction that is being read
    std::string_view returned_; ///< in main(): where it says what it returns, see note_returned()
    std::size_t names_ = 0;
    std::string text_;
};

// --- declarations: `ptr` and `size` stand for the module's pointers and sizes
// -----------------------------------------------------------------------------

/// Those that a judged program calls besides.
constexpr std::string_view guards = R"(
ptr guard(ptr, i64, i32)
i64 enter()
void leave(i64)
void object(ptr, i64)
void function(ptr, i64)
void given(ptr, i64, i32)
void unreachable()
void exception()
)";

constexpr std::string_view hooks_of_launches = R"(
size enter()
void leave(size)
)";

constexpr std::string_view hooks = R"(
ptr read1(ptr, ptr)
ptr read2(ptr, ptr)
ptr read4(ptr, ptr)
ptr read8(ptr, ptr)
ptr read16(ptr, ptr)
ptr write1(ptr, ptr)
ptr write2(ptr, ptr)
ptr write4(ptr, ptr)
ptr write8(ptr, ptr)
ptr write16(ptr, ptr)
ptr defer1(ptr, ptr)
ptr defer2(ptr, ptr)
ptr defer4(ptr, ptr)
ptr defer8(ptr, ptr)
ptr defer16(ptr, ptr)
ptr propagate4(ptr, ptr)
ptr propagate8(ptr, ptr)
ptr propagate_deferred4(ptr, ptr)
ptr propagate_deferred8(ptr, ptr)
ptr move4(ptr, ptr)
ptr move8(ptr, ptr)
ptr access(ptr, size, i32, ptr)
ptr atomic(ptr, size, i32)
ptr block(ptr, size, i32, i32)
ptr own(ptr, size, i32, ptr, ptr, size)
void index(ptr, size, ptr)
void unwritten(ptr, size)
void returns()
ptr side(ptr, ptr)
void calls(ptr)
size member(ptr, ptr, size)
void members_end(size)
void local(ptr, size, ptr)
void undefined(ptr, size)
void unset(ptr, size)
ptr value(ptr, size)
ptr propagated_value(ptr, size)
ptr deferred_value(ptr, size, i32)
void selects(i32)
void selected(ptr, size, size, ptr, i32)
void selects_end(i32)
void result(i64, i32)
i32 divisor4(i32, i32, i32, ptr)
i64 divisor8(i64, i64, i32, ptr)
void read_quotient(ptr)
void set_quotient(ptr)
ptr memmove(ptr, ptr, size)
ptr memset(ptr, i32, size)
ptr memchr(ptr, i32, size)
ptr strcpy(ptr, ptr)
i32 memcmp(ptr, ptr, size)
i32 strncmp(ptr, ptr, size)
i32 strcmp(ptr, ptr)
size strlen(ptr)
)";

void replace(std::string& text, std::string_view word, std::string_view other) {
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += other.size())
        text.replace(at, word.size(), other);
}

void declare(Instrumenter& out, const Module& module, std::string_view functions,
             std::string_view attributes) {
    std::string text(functions);
    replace(text, "size", module.types.size_type());
    replace(text, "ptr", module.has_opaque_pointers ? "ptr" : "i8*");
    for (const std::string_view function : lines_of(text)) {
        const std::size_t name = function.find(' ') + 1;
        if (name == 0) continue;
        std::string line = "declare ";
        line += function.substr(0, name);
        line += "@__scanlab_";
        line += function.substr(name);
        line += attributes;
        out.put(line);
    }
}

bool is_hooked(std::string_view pointer) { return pointer.starts_with("%scanlab."); }

/// Whether it copies or fills a block of which one end has no hook that needs one.
bool copies_unseen(std::string_view instruction, const OwnVariables& variables) {
    const auto call = read_call(instruction);
    if (!call || !call->callee.starts_with("@llvm.mem")) return false;
    const auto arguments = split(call->arguments);
    const auto length = read_operand(arguments.at(2));
    return !length ||
           std::any_of(arguments.begin(), arguments.begin() + 2, [&](std::string_view argument) {
               const auto operand = read_operand(argument);
               if (!operand) return true;
               return is_pointer(operand->type) && !is_hooked(operand->value) &&
                      care_for_block(operand->value, bytes_of_block(*length), variables) !=
                          Care::harmless;
           });
}

bool is_unseen(std::string_view instruction, const OwnVariables& variables, const Module& module) {
    try {
        for (const Access& access : accesses_of(instruction, module.types)) {
            const std::string_view pointer = access.pointer.value;
            if (!is_hooked(pointer) && care_for(access, variables, module) != Care::harmless)
                return true;
        }
        return copies_unseen(instruction, variables);
    } catch (const Unreadable&) {
        return true;
    }
}

[[noreturn]] void throw_unobserved(std::string_view line) {
    throw MissedAccess("an access would go unseen:\n" + std::string(line));
}

} // namespace

std::string instrumented(std::string_view text, std::string_view kit,
                         const std::vector<Belonging>& belongings, const HostsFunctions* hosts) {
    const Lines lines = lines_of(text);
    const Module module = read_module(lines, kit);
    if (module.is_judged)
        if (const auto found = objections(lines, module); !found.empty())
            throw NotAllowed(instrument::text(found));
    Instrumenter out(module, hosts);
    DeviceVariables variables(lines, module.types, module.has_opaque_pointers, belongings);
    const Functions functions(lines, module);
    auto function = functions.begin();
    for_functions(
        lines,
        [&](std::string_view definition, const Lines&) {
            try {
                out.function(*function++);
            } catch (const Unreadable&) {
                throw_unobserved(definition);
            }
        },
        [&](std::string_view original) {
            if (variables.replaces(original)) return;
            std::string line = as_constant(original);
            if (module.is_judged && line.starts_with('@')) line = internal_variable(line);
            if (module.is_judged && line.starts_with("declare ")) line = replaced_declaration(line);
            if (hosts && line.starts_with("attributes #"))
                line = attributes_with_calls_kept(std::move(line));
            out.put(line);
            if (const std::string gap = variables.gap_after(line); !gap.empty()) out.put(gap);
        });
    declare(out, module, hooks, " nounwind nomerge");
    Confinement confinement;
    if (module.is_judged) {
        declare(out, module, guards, " nounwind");
        confinement = confinement_of(lines, module, variables);
        out.put(confinement.tables);
    } else {
        declare(out, module, hooks_of_launches, " nounwind nomerge");
    }
    out.put(variables.text(confinement.announcement));
    return out.take_text();
}

void check_complete(std::string_view text, std::string_view kit) {
    const Lines lines = lines_of(text);
    const Module module = read_module(lines, kit);
    for_functions(
        lines,
        [&](std::string_view definition, const Lines& body) {
            if (!is_observed(definition, module) && !module.is_judged) return;
            const OwnVariables variables(body, module.types);
            for (const std::string_view line : body) {
                if (is_unseen(line, variables, module)) throw_unobserved(line);
            }
        },
        [](std::string_view) {});
}

} // namespace scanlab::instrument
