#include "instrument.hpp"

#include "accesses.hpp"
#include "bit_fields.hpp"
#include "device_variables.hpp"
#include "index_checks.hpp"
#include "own_variables.hpp"
#include "scanlab_sim/library_files.hpp"

#include <algorithm>
#include <array>
#include <limits>
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
    std::set<std::string_view> functions_of_libraries; ///< "!17": the user has not written them, says the debug information
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
std::set<std::string_view> functions_of_libraries(const Lines& lines) {
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
    module.functions_of_libraries = functions_of_libraries(lines);
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
    // What SCANLAB_KERNEL makes of a launch: Clang forgets the attributes of generic lambdas.
    if (definition.substr(0, definition.find('(')).find("scanlab3sim11ReadyLaunch") != std::string_view::npos) return false;
    for (std::size_t at = definition.find(" #"); at != std::string_view::npos; at = definition.find(" #", at + 1)) {
        const std::string_view attribute = definition.substr(at + 1, definition.find(' ', at + 1) - at - 1);
        if (module.unobserved_attributes.contains(attribute)) return false;
    }
    return true;
}

/// The definition; a library's function is put where the simulator recognises it, so that findings name who called it.
std::string placed(std::string_view definition, const Module& module) {
    const bool is_library = module.functions_of_libraries.contains(node_after(definition, " !dbg "));
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

/// The variable that a constant expression points into: "@threadIdx" of "getelementptr inbounds (…, … @threadIdx, …)".
std::string_view variable_in(std::string_view expression) {
    const std::size_t begin = expression.find('@');
    if (begin == std::string_view::npos) return {};
    return expression.substr(begin, expression.find_first_of(",) ", begin) - begin);
}

using Care = OwnVariables::Care;

Care care_for(const Access& access, const OwnVariables& variables, const Module& module) {
    const bool reads = access.kind == Access::Kind::read || access.kind == Access::Kind::atomic_load;
    if (reads && module.constants.contains(variable_in(access.pointer.value))) return Care::harmless;
    return variables.care(access.pointer.value, access.bytes);
}

/// Bytes of a block; if that is not known, more than there can be.
std::size_t bytes_of_block(const Operand& length) {
    return number_in(length.value).value_or(std::numeric_limits<std::size_t>::max());
}

// --- the hooks -------------------------------------------------------------------------------------------------

/// What the simulator is told of an access, as bits; watch/observer.cpp reads them.
constexpr unsigned write_bit = 1, volatile_bit = 2, aligned_bit = 4, valueless_bit = 8; // the last: what is read need not have been written


class Instrumenter {
public:
    explicit Instrumenter(const Module& module) : module_(module) {}

    void function(std::string_view definition, const Lines& body) {
        put(placed(definition, module_));
        if (!is_observed(definition, module_)) {
            for (const std::string_view line : body)
                if (!read_index_check(line)) put(line);
            return;
        }
        variables_ = OwnVariables(body, module_.types);
        for (std::size_t i = 0; i < body.size(); ++i) {
            // An invoke ends on the line after the one that it begins on.
            const bool is_invoke = without_result(body[i]).starts_with("invoke ");
            source_ = source_of(body[is_invoke && i + 1 < body.size() ? i + 1 : i]);
            if (const auto check = read_index_check(body[i]))
                put(index_outside(*check, array_of_index(body, i)));
            else
                instruction(body[i], [&] { return keeps_bits(body, body.begin() + static_cast<std::ptrdiff_t>(i)); });
            if (const auto* variable = variables_.made_by(body[i])) watch(*variable);
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
            const Care care = care_for(access, variables_, module_);
            if (care == Care::harmless) continue;
            access.needs_value = access.kind != Access::Kind::read || !keeps_bits();
            edits.push_back({access.pointer.value, address_to_use(access, care)});
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
        const unsigned nature = (is_plain_write ? write_bit : 0) | (access.is_volatile ? volatile_bit : 0) |
                                (aligned ? aligned_bit : 0) | (access.needs_value ? 0 : valueless_bit);
        return "@__scanlab_access" + argument + ", i64 " + size + ", i32 " + std::to_string(nature) + ")";
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
        if (care == Care::elsewhere) return address_from(hook(access, pointer), access.pointer.type);
        const bool writes = access.kind == Access::Kind::write || access.kind == Access::Kind::atomic_store;
        return address_from(hook_of_watched(access.pointer.value, pointer, std::to_string(access.bytes), (writes ? write_bit : 0) | (access.needs_value ? 0 : valueless_bit)),
                            access.pointer.type);
    }

    /// The call for an index outside its array, with the array.
    std::string index_outside(const Call& check, const std::optional<Operand>& array) {
        const std::string base = array ? as_plain_pointer(*array) : "null";
        return "  call void @__scanlab_index(" + std::string(check.arguments) + ", " + pointer_type() + " " + base + ")" +
               std::string(source_);
    }

    // --- variables that are watched: beside each lies a byte per byte, which says whether that has been written

    static std::string marks_of(const OwnVariables::Variable& variable) {
        std::string name(variable.name.substr(1));
        std::erase(name, '"');
        return "%scanlab.marks." + name;
    }
    static std::string type_of_marks(const OwnVariables::Variable& variable) {
        return "[" + std::to_string(variable.bytes) + " x i8]";
    }

    void watch(const OwnVariables::Variable& variable) {
        const std::string marks = marks_of(variable), type = type_of_marks(variable);
        put("  " + marks + " = alloca " + type);
        put("  call void @__scanlab_unwritten(" + as_argument(type + "*", marks) + ", i64 " + std::to_string(variable.bytes) + ")");
    }

    /// "i8* %x" for a pointer of any type.
    std::string as_argument(const std::string& type, std::string_view pointer) {
        return pointer_type() + " " + as_plain_pointer({module_.has_opaque_pointers ? std::string_view("ptr") : type, pointer});
    }

    std::string hook_of_watched(std::string_view place, const std::string& pointer, const std::string& bytes, unsigned nature) {
        const OwnVariables::Variable& variable = *variables_.variable_of(place);
        const std::string base = as_argument(std::string(variable.type) + "*", variable.name),
                          marks = as_argument(type_of_marks(variable) + "*", marks_of(variable));
        return "@__scanlab_own(" + pointer_type() + " " + pointer + ", i64 " + bytes + ", i32 " + std::to_string(nature) + ", " +
               base + ", " + marks + ", i64 " + std::to_string(variable.bytes) + ")";
    }

    // --- blocks of memory

    /// An intrinsic that copies or fills a block, with the addresses to use; or a call of the simulator's function instead of
    /// one that compares or searches.
    std::string block(std::string_view line, const Call& call, const BlockFunction& function) {
        if (!function.is_intrinsic()) return edited(line, {{call.callee, std::string(function.instead)}});
        const auto arguments = split(call.arguments);
        const auto length = read_operand(arguments.at(2));
        if (!length) throw Unreadable{};
        std::string size(length->value);
        if (length->type != "i64" && !number_in(size)) {
            size = new_name();
            put_new(size + " = zext " + std::string(length->type) + " " + std::string(length->value) + " to i64");
        }
        std::vector<Edit> edits;
        for (int i = function.pointers; i-- > 0;) { // what is written is told last, right before it happens
            const auto end = read_operand(arguments[static_cast<std::size_t>(i)]);
            if (!end) throw Unreadable{};
            const Care care = variables_.care(end->value, bytes_of_block(*length));
            if (care == Care::harmless) continue;
            const std::string pointer = as_plain_pointer(*end);
            const unsigned nature = (i == 0 ? write_bit : 0) | valueless_bit;
            edits.push_back({end->value,
                             address_from(care == Care::watched
                                              ? hook_of_watched(end->value, pointer, size, nature)
                                              : "@__scanlab_block(" + pointer_type() + " " + pointer + ", i64 " + size + ", i32 " +
                                                    alignment(arguments[static_cast<std::size_t>(i)]) + ", i32 " +
                                                    std::to_string(i == 0 ? write_bit : 0) + ")",
                                          end->type)});
        }
        std::reverse(edits.begin(), edits.end());
        return edited(line, edits);
    }

    static std::string alignment(std::string_view argument) {
        const std::size_t at = argument.find(" align ");
        if (at == std::string_view::npos) return "1";
        const std::size_t begin = at + 7;
        return std::string(argument.substr(begin, argument.find(' ', begin) - begin));
    }

    const Module& module_;
    OwnVariables variables_{{}, module_.types}; ///< of the function that is being read
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
    out.put("declare " + p + " @__scanlab_block(" + p + ", i64, i32, i32" + end);
    out.put("declare " + p + " @__scanlab_own(" + p + ", i64, i32, " + p + ", " + p + ", i64" + end);
    out.put("declare void @__scanlab_index(" + p + ", i64, " + p + end);
    out.put("declare void @__scanlab_unwritten(" + p + ", i64" + end);
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

bool is_hooked(std::string_view pointer) { return pointer.starts_with("%scanlab."); }

/// Whether it copies or fills a block of which one end has no hook that needs one.
bool copies_unseen(std::string_view instruction, const OwnVariables& variables) {
    const auto call = read_call(instruction);
    if (!call || !call->callee.starts_with("@llvm.mem")) return false;
    const auto arguments = split(call->arguments);
    const auto length = read_operand(arguments.at(2));
    return !length || std::any_of(arguments.begin(), arguments.begin() + 2, [&](std::string_view argument) {
        const auto operand = read_operand(argument);
        if (!operand) return true;
        const bool is_pointer = operand->type == "ptr" || operand->type.ends_with('*');
        return is_pointer && !is_hooked(operand->value) &&
               variables.care(operand->value, bytes_of_block(*length)) != Care::harmless;
    });
}

bool is_unseen(std::string_view instruction, const OwnVariables& variables, const Module& module) {
    try {
        for (const Access& access : accesses_of(instruction, module.types)) {
            const std::string_view pointer = access.pointer.value;
            if (!is_hooked(pointer) && care_for(access, variables, module) != Care::harmless) return true;
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
            const OwnVariables variables(body, module.types);
            for (const std::string_view line : body) {
                if (is_unseen(line, variables, module)) throw_unobserved(line);
            }
        },
        [](std::string_view) {});
}

} // namespace scanlab::instrument
