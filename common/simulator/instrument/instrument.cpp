#include "instrument.hpp"

#include "accesses.hpp"
#include "device_variables.hpp"
#include "scanlab_sim/library_files.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace scanlab::instrument {

namespace {

using Lines = std::vector<std::string_view>;

Lines lines_of(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

bool begins_function(std::string_view line) { return line.starts_with("define "); }
bool ends_function(std::string_view line) { return line == "}"; }

/// "%5" of "  %5 = add …"; empty if the instruction has no result.
std::string_view result_of(std::string_view line) {
    const std::size_t begin = line.find_first_not_of(' '), equals = line.find(" = ");
    if (begin == std::string_view::npos || line[begin] != '%' || equals == std::string_view::npos) return {};
    return line.substr(begin, equals - begin);
}

/// ", !dbg !17" of an instruction, whose last line this is.
std::string_view source_of(std::string_view line) {
    const std::size_t begin = line.find(", !dbg !");
    if (begin == std::string_view::npos) return {};
    const std::size_t digits = begin + 8;
    return line.substr(begin, std::min(line.find_first_not_of("0123456789", digits), line.size()) - begin);
}

// --- what the module says of all its functions ------------------------------------------------------------

struct Module {
    Types types;
    bool has_opaque_pointers = false;
    std::set<std::string, std::less<>> unobserved_attributes; ///< "#5": functions that have it are the simulator's own
    /// "@table": variables that nobody writes while a thread runs.
    std::set<std::string, std::less<>> constants{"@threadIdx", "@blockIdx", "@blockDim", "@gridDim"};
    std::set<std::string_view> library_functions; ///< "!17": the user has not written them, says the debug information
};

bool defines_constant(std::string_view line) {
    const std::size_t equals = line.find(" = ");
    std::string_view rest = line.substr(equals + 3);
    while (!rest.empty()) { // linkage and the like come first
        const std::string_view word = rest.substr(0, rest.find(' '));
        if (word == "constant") return true;
        if (word == "global" || word == "alias" || word.empty()) return false;
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    }
    return false;
}

/// "C" of `name: "C"`.
std::string_view quoted_after(std::string_view line, std::string_view name) {
    const std::size_t at = line.find(name);
    if (at == std::string_view::npos) return {};
    const std::size_t begin = line.find('"', at) + 1;
    return line.substr(begin, line.find('"', begin) - begin);
}

/// "!17" of "…, file: !17, line: 4".
std::string_view node_after(std::string_view line, std::string_view name) {
    const std::size_t at = line.find(name);
    if (at == std::string_view::npos) return {};
    const std::size_t begin = at + name.size();
    return line.substr(begin, line.find_first_not_of("0123456789", begin + 1) - begin);
}

/// Functions of a library's files, and those that the compiler has made, such as a constructor that nobody wrote.
std::set<std::string_view> library_functions(const Lines& lines) {
    std::set<std::string_view> files, functions;
    const auto node = [](std::string_view line) { return line.substr(0, line.find(' ')); };
    for (const std::string_view line : lines)
        if (line.starts_with('!') && line.find(" = !DIFile(") != std::string_view::npos &&
            sim::is_library_file(quoted_after(line, "filename: ")))
            files.insert(node(line));
    for (const std::string_view line : lines)
        if (line.starts_with('!') && line.find(" !DISubprogram(") != std::string_view::npos &&
            (line.find("DIFlagArtificial") != std::string_view::npos || files.contains(node_after(line, " file: "))))
            functions.insert(node(line));
    return functions;
}

Module read_module(const Lines& lines) {
    Module module;
    module.library_functions = library_functions(lines);
    for (const std::string_view line : lines) {
        if (line.starts_with("target datalayout")) module.types.set_data_layout(line);
        else if (line.starts_with('%')) {
            const std::size_t type = line.find(" = type ");
            if (type != std::string_view::npos) module.types.define(line.substr(0, type), line.substr(type + 8));
        } else if (line.starts_with('@')) {
            if (defines_constant(line)) module.constants.emplace(line.substr(0, line.find(" = ")));
        } else if (line.starts_with("attributes #")) {
            if (line.find(" disable_sanitizer_instrumentation ") != std::string_view::npos)
                module.unobserved_attributes.emplace(line.substr(11, line.find(" = ") - 11));
        } else if (begins_function(line) || line.starts_with("declare ")) {
            if (line.find("(ptr") != std::string_view::npos || line.find(", ptr") != std::string_view::npos)
                module.has_opaque_pointers = true;
        }
    }
    return module;
}

bool is_observed(std::string_view definition, const Module& module) {
    for (std::size_t at = definition.find(" #"); at != std::string_view::npos; at = definition.find(" #", at + 1)) {
        const std::string_view attribute = definition.substr(at + 1, definition.find(' ', at + 1) - at - 1);
        if (module.unobserved_attributes.contains(attribute)) return false;
    }
    return true;
}

/// The definition; a library's function is put where the simulator recognises it, so that findings name who called it.
std::string placed(std::string_view definition, const Module& module) {
    const bool is_library = module.library_functions.contains(node_after(definition, " !dbg "));
    const std::size_t name = definition.find('@');
    if (!is_library || definition.find(" section ") != std::string_view::npos || name == std::string_view::npos)
        return std::string(definition);
    const std::size_t open = definition.find('(', name);
    std::size_t end = open + bracketed(definition, open).size();
    for (const std::string_view word : {" unnamed_addr", " local_unnamed_addr", " #"})
        if (definition.substr(end).starts_with(word))
            end = std::min(definition.find(' ', end + word.size()), definition.size());
    std::string result(definition);
    return result.insert(end, " section \"scanlab_library\"");
}

// --- accesses that need no hook -----------------------------------------------------------------------------

/// A function's own variables, known by the names of pointers to them, and their sizes.
using OwnVariables = std::map<std::string_view, std::size_t, std::less<>>;

/// The variables of a function. What is exposed is to be seen like memory: pictures are drawn of it.
OwnVariables own_variables(const Lines& body, const Types& types) {
    OwnVariables variables;
    std::map<std::string_view, std::string_view> same; // a pointer, and what it was cast from
    for (const std::string_view line : body) {
        std::string_view text = without_result(line);
        if (text.starts_with("alloca ")) {
            const auto parts = split(text.substr(7));
            const bool is_array_of_unknown_size = parts.size() > 1 && !parts[1].starts_with("align ");
            const auto bytes = types.store_bytes(parts[0]);
            if (bytes && !is_array_of_unknown_size) variables[result_of(line)] = *bytes;
        } else if (text.starts_with("bitcast ")) {
            const auto operand = read_operand(text.substr(8));
            if (!operand) continue;
            const auto variable = variables.find(operand->value);
            if (variable == variables.end()) continue;
            same[result_of(line)] = operand->value;
            variables[result_of(line)] = variable->second;
        } else if (const auto call = read_call(line);
                   call && call->callee.find("scanlab3sim6exposeE") != std::string_view::npos) {
            const auto exposed = read_operand(call->arguments);
            if (!exposed) continue;
            variables.erase(exposed->value);
            if (const auto from = same.find(exposed->value); from != same.end()) variables.erase(from->second);
        }
    }
    return variables;
}

/// The variable that a constant expression points into: "@threadIdx" of "getelementptr inbounds (…, … @threadIdx, …)".
std::string_view variable_in(std::string_view expression) {
    const std::size_t begin = expression.find('@');
    if (begin == std::string_view::npos) return {};
    return expression.substr(begin, expression.find_first_of(",) ", begin) - begin);
}

bool needs_hook(const Access& access, const OwnVariables& variables, const Module& module) {
    const auto variable = variables.find(access.pointer.value);
    if (variable != variables.end()) return access.bytes > variable->second;
    const bool reads = access.kind == Access::Kind::read || access.kind == Access::Kind::atomic_load;
    return !reads || !module.constants.contains(variable_in(access.pointer.value));
}

/// The same of a block that is copied to, from, or filled.
bool needs_hook(std::string_view pointer, std::size_t bytes, const OwnVariables& variables) {
    const auto variable = variables.find(pointer);
    return variable == variables.end() || bytes > variable->second;
}

// --- the hooks -------------------------------------------------------------------------------------------------

/// What `__scanlab_access` is told of an access, as bits; see `Nature` in watch/observer.cpp.
constexpr unsigned is_write = 1, is_volatile = 2, is_aligned = 4, needs_no_value = 8;

/// Whether the text uses the value, and not one whose name only begins like its.
bool uses(std::string_view text, std::string_view value) {
    for (std::size_t at = text.find(value); at != std::string_view::npos; at = text.find(value, at + 1)) {
        const std::size_t end = at + value.size();
        if (end == text.size() || text[end] == ',' || text[end] == ' ' || text[end] == ')') return true;
    }
    return false;
}

/// The operation, one of the next few, that alone uses the value; or the end.
Lines::const_iterator only_use(Lines::const_iterator from, Lines::const_iterator end, std::string_view value,
                               std::string_view operation) {
    const auto use = std::find_if(from, end, [&](std::string_view line) { return uses(line, value); });
    if (use == end || !without_result(*use).starts_with(operation)) return end;
    const bool is_only = std::none_of(use + 1, end, [&](std::string_view line) { return uses(line, value); });
    return is_only ? use : end;
}

/// Whether the pointer, which a line before this one makes, is one to a member of a struct, or to its first bit fields.
bool points_into_struct(Lines::const_iterator begin, Lines::const_iterator line, std::string_view pointer) {
    const auto made = std::find_if(begin, line, [&](std::string_view l) { return result_of(l) == pointer; });
    const auto is_of = [&](std::string_view kind) { return made->find(kind) != std::string_view::npos; };
    return made != line && (is_of("struct.") || is_of("class.") || is_of("union."));
}

/// Whether the line reads the bits beside a bit field, only to write them back: "and" clears the field, "or" sets it.
/// (Without the "or" it is set to zero; only a member of a struct can be such a field.)
bool keeps_bits(const Lines& body, Lines::const_iterator line) {
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

class Instrumenter {
public:
    explicit Instrumenter(const Module& module) : module_(module) {}

    void function(std::string_view definition, const Lines& body) {
        put(placed(definition, module_));
        if (!is_observed(definition, module_)) {
            for (const std::string_view line : body) put(line);
            return;
        }
        variables_ = own_variables(body, module_.types);
        for (std::size_t i = 0; i < body.size(); ++i) {
            // An invoke ends on the line after the one that it begins on.
            const bool is_invoke = without_result(body[i]).starts_with("invoke ");
            source_ = source_of(body[is_invoke && i + 1 < body.size() ? i + 1 : i]);
            instruction(body[i], [&] { return keeps_bits(body, body.begin() + static_cast<std::ptrdiff_t>(i)); });
        }
    }

    void put(std::string_view line) {
        text_ += line;
        text_ += '\n';
    }

    std::string take_text() { return std::move(text_); }

private:
    /// A piece of the line, to be replaced.
    struct Edit {
        std::string_view piece;
        std::string by;
    };

    template <class KeepsBits>
    void instruction(std::string_view line, KeepsBits keeps_bits) {
        const auto call = read_call(line);
        if (call && block_function(call->callee)) {
            put(block(line, *call, *block_function(call->callee)));
            return;
        }
        if (call && call->callee.starts_with("@llvm.") && !is_harmless_intrinsic(call->callee)) throw Unreadable{};
        std::vector<Edit> edits;
        for (Access& access : accesses_of(line, module_.types)) {
            if (!needs_hook(access, variables_, module_)) continue;
            access.needs_value = access.kind != Access::Kind::read || !keeps_bits();
            edits.push_back({access.pointer.value, address_to_use(access)});
        }
        put(edited(line, edits));
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

    std::string as_plain_pointer(Operand pointer) {
        if (pointer.type == pointer_type()) return std::string(pointer.value);
        const std::string name = new_name();
        put_new(name + " = bitcast " + std::string(pointer.type) + " " + std::string(pointer.value) + " to i8*");
        return name;
    }

    std::string hook(const Access& access, const std::string& pointer) const {
        const bool is_read = access.kind == Access::Kind::read, is_plain_write = access.kind == Access::Kind::write;
        const std::string argument = "(" + pointer_type() + " " + pointer;
        const std::string size = std::to_string(access.bytes);
        if (!is_read && !is_plain_write)
            return "@__scanlab_atomic" + argument + ", i64 " + size + ", i32 " +
                   std::to_string(static_cast<int>(access.kind) - static_cast<int>(Access::Kind::atomic_load)) + ")";
        const bool aligned = access.alignment >= access.bytes;
        constexpr std::array common{1u, 2u, 4u, 8u, 16u};
        if (aligned && !access.is_volatile && access.needs_value && std::find(common.begin(), common.end(), access.bytes) != common.end())
            return (is_read ? "@__scanlab_read" : "@__scanlab_write") + size + argument + ")";
        const unsigned nature = (is_plain_write ? is_write : 0) | (access.is_volatile ? is_volatile : 0) |
                                (aligned ? is_aligned : 0) | (access.needs_value ? 0 : needs_no_value);
        return "@__scanlab_access" + argument + ", i64 " + size + ", i32 " + std::to_string(nature) + ")";
    }

    std::string address_to_use(const Access& access) {
        const std::string call = hook(access, as_plain_pointer(access.pointer));
        const std::string address = new_name();
        put_new(address + " = call " + pointer_type() + " " + call);
        if (access.pointer.type == pointer_type()) return address;
        const std::string typed = new_name();
        put_new(typed + " = bitcast i8* " + address + " to " + std::string(access.pointer.type));
        return typed;
    }

    /// A call of the simulator's function instead of one that copies, fills or compares a block of memory.
    std::string block(std::string_view line, const Call& call, const BlockFunction& function) {
        if (!function.is_intrinsic()) return edited(line, {{call.callee, std::string(function.instead)}});
        const auto arguments = split(call.arguments);
        const auto to = read_operand(arguments.at(0)), from = read_operand(arguments.at(1)),
                   length = read_operand(arguments.at(2));
        if (!to || !from || !length) throw Unreadable{};
        const bool fills = function.instead == "@__scanlab_fill";
        std::size_t bytes = 0;
        for (const char c : length->value) bytes = c >= '0' && c <= '9' ? bytes * 10 + static_cast<std::size_t>(c - '0') : ~0ul >> 8;
        if (!needs_hook(to->value, bytes, variables_) && (fills || !needs_hook(from->value, bytes, variables_)))
            return std::string(line);
        std::string size(length->value);
        if (length->type != "i64" && size[0] == '%') {
            size = new_name();
            put_new(size + " = zext " + std::string(length->type) + " " + std::string(length->value) + " to i64");
        }
        const std::string pointer = pointer_type() + " ";
        return "  call void " + std::string(function.instead) + "(" + pointer + std::string(to->value) + ", " +
               (fills ? "i8 " : pointer) + std::string(from->value) + ", i64 " + size + ", i32 " +
               alignment(arguments[0]) + ", i32 " + (fills ? "1" : alignment(arguments[1])) + ")" +
               std::string(source_);
    }

    static std::string alignment(std::string_view argument) {
        const std::size_t at = argument.find(" align ");
        if (at == std::string_view::npos) return "1";
        const std::size_t begin = at + 7;
        return std::string(argument.substr(begin, argument.find(' ', begin) - begin));
    }

    const Module& module_;
    OwnVariables variables_;   ///< of the function that is being read
    std::string_view source_;  ///< of the instruction that is being read
    std::size_t names_ = 0;
    std::string text_;
};

/// What a list of values is copied from: Clang 14 calls it no constant, although nobody writes it.
std::string as_constant(std::string_view line) {
    constexpr std::string_view kind = " = private global ";
    std::string result(line);
    if (!line.starts_with("@constinit")) return result;
    const std::size_t at = line.find(kind);
    return at == std::string_view::npos ? result : result.replace(at, kind.size(), " = private constant ");
}

void declare_hooks(Instrumenter& out, bool has_opaque_pointers) {
    const std::string p = has_opaque_pointers ? "ptr" : "i8*", end = ") nounwind";
    for (const char* kind : {"read", "write"})
        for (const char* size : {"1", "2", "4", "8", "16"})
            out.put("declare " + p + " @__scanlab_" + kind + size + "(" + p + end);
    out.put("declare " + p + " @__scanlab_access(" + p + ", i64, i32" + end);
    out.put("declare " + p + " @__scanlab_atomic(" + p + ", i64, i32" + end);
    out.put("declare void @__scanlab_copy(" + p + ", " + p + ", i64, i32, i32" + end);
    out.put("declare void @__scanlab_fill(" + p + ", i8, i64, i32, i32" + end);
    out.put("declare " + p + " @__scanlab_memmove(" + p + ", " + p + ", i64" + end);
    out.put("declare " + p + " @__scanlab_memset(" + p + ", i32, i64" + end);
    out.put("declare " + p + " @__scanlab_memchr(" + p + ", i32, i64" + end);
    out.put("declare " + p + " @__scanlab_strcpy(" + p + ", " + p + end);
    for (const char* compare : {"memcmp", "strncmp"})
        out.put("declare i32 @__scanlab_" + std::string(compare) + "(" + p + ", " + p + ", i64" + end);
    out.put("declare i32 @__scanlab_strcmp(" + p + ", " + p + end);
    out.put("declare i64 @__scanlab_strlen(" + p + end);
}

/// Calls `each(definition, body)` for a function, and `other(line)` for any other line.
template <class Each, class Other>
void for_functions(const Lines& lines, Each each, Other other) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!begins_function(lines[i])) {
            other(lines[i]);
            continue;
        }
        const std::size_t first = i + 1;
        while (i + 1 < lines.size() && !ends_function(lines[i + 1])) ++i;
        each(lines[first - 1], Lines(lines.begin() + static_cast<std::ptrdiff_t>(first),
                                     lines.begin() + static_cast<std::ptrdiff_t>(i + 1)));
    }
}

/// Whether it is a copy of a block that was left to LLVM although one end of it is no variable of the function's.
bool copies_unseen(std::string_view instruction, const OwnVariables& variables) {
    const auto call = read_call(instruction);
    if (!call || !call->callee.starts_with("@llvm.mem")) return false;
    const auto arguments = split(call->arguments);
    return std::any_of(arguments.begin(), arguments.end(), [&](std::string_view argument) {
        const auto operand = read_operand(argument);
        const bool is_pointer = operand && (operand->type == "ptr" || operand->type.ends_with('*'));
        return is_pointer && !variables.contains(operand->value);
    });
}

bool is_unseen(std::string_view instruction, const OwnVariables& variables, const Module& module) {
    try {
        for (const Access& access : accesses_of(instruction, module.types)) {
            const bool is_hooked = access.pointer.value.starts_with("%scanlab.");
            if (!is_hooked && needs_hook(access, variables, module)) return true;
        }
        return copies_unseen(instruction, variables);
    } catch (const Unreadable&) {
        return true;
    }
}

[[noreturn]] void throw_unobserved(std::string_view line) {
    throw Unobserved("an access would go unseen:\n" + std::string(line));
}

} // namespace

std::string instrumented(std::string_view text) {
    const Lines lines = lines_of(text);
    const Module module = read_module(lines);
    Instrumenter out(module);
    const DeviceVariables variables(lines, module.types, module.has_opaque_pointers);
    for_functions(
        lines,
        [&](std::string_view definition, const Lines& body) {
            try {
                out.function(definition, body);
            } catch (const Unreadable&) {
                throw_unobserved(definition);
            }
        },
        [&](std::string_view line) {
            if (variables.replaces(line)) return;
            out.put(as_constant(line));
            if (const std::string gap = variables.gap_after(line); !gap.empty()) out.put(gap);
        });
    declare_hooks(out, module.has_opaque_pointers);
    out.put(variables.text());
    return out.take_text();
}

void check_complete(std::string_view text) {
    const Lines lines = lines_of(text);
    const Module module = read_module(lines);
    for_functions(
        lines,
        [&](std::string_view definition, const Lines& body) {
            if (!is_observed(definition, module)) return;
            const OwnVariables variables = own_variables(body, module.types);
            for (const std::string_view line : body) {
                if (is_unseen(line, variables, module)) throw_unobserved(line);
            }
        },
        [](std::string_view) {});
}

} // namespace scanlab::instrument
