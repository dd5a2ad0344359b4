/// \file
/// What a module says of all its functions, and its functions one after the other.
#pragma once

#include "compile/ir/ir.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab::instrument {

using Lines = std::vector<std::string_view>;

Lines lines_of(std::string_view text);

/// ", !dbg !17" of an instruction, whose last line this is.
std::string_view source_of(std::string_view line);

/// "C" of `name: "C"`.
std::string_view quoted_after(std::string_view line, std::string_view name);
/// "!17" of "…, file: !17, line: 4".
std::string_view node_after(std::string_view line, std::string_view name);

/// "@f" of the line that defines or declares the function f.
std::string_view name_of_function(std::string_view line);
/// "float noundef %0, i32 noundef %1" of its definition.
std::string_view parameters_of(std::string_view definition);

/// The type of what a call of the function, or its definition, says that it returns.
std::string_view result_type(std::string_view definition_or_call, std::string_view name);

/// "void (i32*, i32)*", of the function that is called or defined.
std::string function_type(std::string_view definition_or_call, std::string_view name,
                          std::string_view parameters);

/// "[4 x i32]" of "@a = dso_local global [4 x i32] zeroinitializer"; nothing if the variable is defined
/// elsewhere.
std::optional<std::string_view> type_of_variable(std::string_view line);

/// The @ names in a text, but for those in quotes.
std::vector<std::string_view> symbols_in(std::string_view text);

/// Whether the line defines a variable that nobody writes.
bool defines_constant(std::string_view line);
/// The line that defines a variable, in which the values of a list are constant: Clang 14 does not say
/// so, although nobody writes them.
std::string as_constant(std::string_view line);

/// Whether its pointers have no types.
bool has_opaque_pointers(const Lines& lines);

struct Module {
    Types types;
    bool is_judged = false; ///< it is a stranger's, which is to touch its own memory only
    bool has_opaque_pointers = false;
    std::set<std::string, std::less<>>
        unobserved_attributes; ///< "#5": functions that have it are the simulator's own
    std::map<std::string_view, std::string_view> attributes; ///< "{ nounwind }" of groups, by "#5"
    /// "@table": variables that nobody writes while a thread runs.
    std::set<std::string, std::less<>> constants{"@threadIdx", "@blockIdx", "@blockDim", "@gridDim"};
    std::set<std::string_view> functions;                   ///< those that it defines
    std::map<std::string_view, std::string_view> variables; ///< those that it defines, with their types
    std::set<std::string_view>
        functions_of_libraries; ///< "!17": the user has not written them, says the debug information
    /// The same of the simulator's own headers, which the compiler has read from their files: a `#line`
    /// that names one is not enough.
    std::set<std::string_view> functions_of_kit;

    bool is_of_kit(std::string_view definition) const {
        return functions_of_kit.contains(node_after(definition, " !dbg "));
    }
};

/// `kit`: if the module is to be judged, the names of the simulator's headers, each between two ends of
/// lines.
Module read_module(const Lines& lines, std::string_view kit = {});

/// Calls `each(definition, body)` for a function, and `other(line)` for any other line.
template <class Each, class Other>
void for_functions(const Lines& lines, Each each, Other other) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!lines[i].starts_with("define ")) {
            other(lines[i]);
            continue;
        }
        const std::size_t first = i + 1;
        while (i + 1 < lines.size() && lines[i + 1] != "}") ++i;
        each(lines[first - 1], Lines(lines.begin() + static_cast<std::ptrdiff_t>(first),
                                     lines.begin() + static_cast<std::ptrdiff_t>(i + 1)));
    }
}

} // namespace scanlab::instrument
