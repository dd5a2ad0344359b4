#include "compile/judge/judged_program.hpp"

#include "compile/judge/allowed.hpp"
#include "scanlab_sim/hooks.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace scanlab::instrument {

namespace {

/// What others have to find: the exercise, and that this is a program.
bool stays_visible(std::string_view name) {
    return name == "@scanlab_is_a_program" || name == "@_ZN7scanlab8exerciseEv";
}

/// The text without these words, of which each ends with a space.
std::string without_words(std::string text, const std::set<std::string_view>& words) {
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t end = std::min(text.find(' ', i), text.size());
        if (!words.contains(std::string_view(text).substr(i, end - i)))
            result += text.substr(i, end + 1 - i);
        i = end + 1;
    }
    return result;
}

const std::set<std::string_view> linkage{"private",      "internal", "available_externally",
                                         "linkonce",     "weak",     "common",
                                         "linkonce_odr", "weak_odr", "external",
                                         "dso_local",    "hidden",   "protected",
                                         "default"};

/// Without ", comdat($f)" or " comdat".
std::string without_group(std::string text, std::string_view group) {
    const std::size_t at = text.find(group);
    if (at == std::string::npos) return text;
    std::size_t end = at + group.size();
    if (end < text.size() && text[end] == '(') end += bracketed(text, end).size();
    return text.erase(at, end - at);
}

std::size_t end_of_parameters(std::string_view definition) {
    const std::string_view name = name_of_function(definition);
    const std::size_t open = static_cast<std::size_t>(name.data() + name.size() - definition.data());
    return open + bracketed(definition, open).size();
}

/// Whether it must not be written: constants, and what the simulator keeps of shared variables.
hooks::OwnVariable kind_of(std::string_view name, std::string_view type, const Module& module) {
    using enum hooks::OwnVariable;
    const bool is_declaration =
        type.find("scanlab::sim::SharedDeclaration") != std::string_view::npos ||
        type.find("scanlab::sim::FileShared") != std::string_view::npos ||
        type.find("scanlab::sim::FileDynamicShared") != std::string_view::npos;
    if (is_declaration) return declaration;
    return module.constants.contains(name) ? readable : writable;
}

/// The functions whose address is taken: all that stand anywhere but where they are called.
std::set<std::string_view> functions_taken(const Lines& lines) {
    std::set<std::string_view> defined, taken;
    for (const std::string_view line : lines)
        if (line.starts_with("define ")) defined.insert(name_of_function(line));
    const auto note = [&](std::string_view text, std::string_view callee) {
        for (const std::string_view symbol : symbols_in(text))
            if (symbol.data() != callee.data() && defined.contains(symbol)) taken.insert(symbol);
    };
    for_functions(
        lines,
        [&](std::string_view, const Lines& body) {
            for (const std::string_view line : body) {
                const auto call = read_call(line);
                note(line, call ? call->callee : std::string_view{});
            }
        },
        [&](std::string_view line) {
            if (line.starts_with('@') && !line.starts_with("@llvm.")) note(line, {});
        });
    return taken;
}

} // namespace

std::string internal_variable(std::string_view line) {
    const std::string_view name = name_at(line, 0);
    const std::size_t equals = name.size() + 3, quote = line.find('"', equals);
    std::size_t kind = std::min(line.find("global ", equals), line.find("constant ", equals));
    const bool is_external =
        line.substr(equals, kind - equals).find("extern") != std::string_view::npos;
    if (name.starts_with("@llvm.") || stays_visible(name) || kind == std::string_view::npos ||
        kind > quote || is_external)
        return std::string(line);
    return std::string(name) + " = internal " +
           without_words(std::string(line.substr(equals, kind - equals)), linkage) +
           without_group(std::string(line.substr(kind)), ", comdat");
}

std::string internal_function(std::string_view definition) {
    const std::string_view name = name_of_function(definition);
    constexpr std::size_t begin = std::string_view("define ").size();
    const auto at = static_cast<std::size_t>(name.data() - definition.data());
    const std::size_t end = end_of_parameters(definition);
    const std::string kept = without_words(std::string(definition.substr(begin, at - begin)), linkage);
    return std::string(stays_visible(name) ? "define " : "define internal ") + kept +
           std::string(definition.substr(at, end - at)) +
           without_group(std::string(definition.substr(end)), " comdat");
}

std::string replaced_declaration(std::string_view line) {
    std::string result(line);
    const std::string_view name = name_of_function(line);
    const Allowed* const allowed = name.starts_with("@llvm.") ? nullptr : allowed_function(name);
    if (!allowed || allowed->how != Allowed::How::replaced) return result;
    return result.replace(static_cast<std::size_t>(name.data() - line.data()), name.size(),
                          instead_of(name));
}

namespace {

/// What of a parameter's type has to be the same where it is passed and where it is expected.
std::string kind_of_parameter(std::string_view parameter, const Types& types) {
    const std::size_t by_value = parameter.find("byval(");
    const bool is_result = parameter.find(" sret(") != std::string_view::npos;
    std::string extended;
    for (const char* how : {" zeroext", " signext"})
        if (parameter.find(how) != std::string_view::npos) extended = how;
    if (by_value != std::string_view::npos) {
        const std::string_view type = bracketed(parameter, by_value + 5);
        return "struct of " +
               std::to_string(types.store_bytes(type.substr(1, type.size() - 2)).value_or(0));
    }
    const std::string_view type = take_type(parameter);
    const bool is_pointer = type == "ptr" || type.ends_with('*');
    const bool is_chain =
        parameter.find(" nest ") != std::string_view::npos; // in a register of its own
    return is_pointer ? (is_result  ? "result"
                         : is_chain ? "chain"
                                    : "pointer")
                      : std::string(type) + extended;
}

} // namespace

std::uint64_t signature(std::string_view line, std::string_view name, std::string_view parameters,
                        const Types& types) {
    std::uint64_t hash = 14695981039346656037u; // FNV-1a
    const auto add = [&](std::string_view text) {
        for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
        hash *= 1099511628211u;
    };
    add(kind_of_parameter(result_type(line, name), types));
    for (const std::string_view parameter : split(parameters)) add(kind_of_parameter(parameter, types));
    return hash;
}

bool is_called_by_its_type(std::string_view line, const Call& call, std::string_view definition,
                           const Types& types) {
    const std::string_view parameters = parameters_of(definition);
    if (!parameters.ends_with("..."))
        return signature(line, call.callee, call.arguments, types) ==
               signature(definition, name_of_function(definition), parameters, types);
    const auto is_ordinary = [&](std::string_view argument) {
        const std::string kind = kind_of_parameter(argument, types);
        return kind != "result" && kind != "chain" && !kind.starts_with("struct of ");
    };
    return line.find("...)") != std::string_view::npos &&
           std::ranges::all_of(split(call.arguments), is_ordinary);
}

std::vector<ByValue> passed_by_value(std::string_view definition) {
    std::vector<ByValue> all;
    for (const std::string_view parameter : split(parameters_of(definition))) {
        const std::size_t at = parameter.find("byval(");
        const auto operand = read_operand(parameter);
        if (at == std::string_view::npos || !operand) continue;
        const std::string_view type = bracketed(parameter, at + 5);
        all.push_back({*operand, type.substr(1, type.size() - 2)});
    }
    return all;
}

namespace {

/// Names of variables that only the compiler has a use for.
std::set<std::string_view> left_out(const Lines& lines) {
    std::set<std::string_view> names;
    for (const std::string_view line : lines)
        if (line.starts_with('@') && line.find(", section \"llvm.metadata\"") != std::string_view::npos)
            names.insert(name_at(line, 0));
    return names;
}

} // namespace

Confinement confinement_of(const Lines& lines, const Module& module, const DeviceVariables& device) {
    const std::string pointer = module.has_opaque_pointers ? "ptr" : "i8*";
    const auto address = [&](const std::string& type, std::string_view name) {
        return module.has_opaque_pointers
                   ? "ptr " + std::string(name)
                   : "i8* bitcast (" + type + " " + std::string(name) + " to i8*)";
    };
    const std::string entry = "{ " + pointer + ", i64, i64 }",
                      function_entry = "{ " + pointer + ", i64 }";
    std::string variables, functions;
    std::size_t variable_count = 0, function_count = 0;
    const std::set<std::string_view> metadata = left_out(lines);
    for (const auto& [name, type] : module.variables) {
        const auto bytes = module.types.store_bytes(type);
        if (!bytes || name.starts_with("@llvm.") || metadata.contains(name) || device.contains(name))
            continue;
        variables += (variable_count++ ? ", " : "") + entry + " { " +
                     address(std::string(type) + "*", name) + ", i64 " + std::to_string(*bytes) +
                     ", i64 " + std::to_string(static_cast<std::size_t>(kind_of(name, type, module))) +
                     " }";
    }
    const std::set<std::string_view> taken = functions_taken(lines);
    for (const std::string_view line : lines) {
        if (!line.starts_with("define ") || !taken.contains(name_of_function(line))) continue;
        const std::string_view name = name_of_function(line);
        functions += (function_count++ ? ", " : "") + function_entry + " { " +
                     address(function_type(line, name, parameters_of(line)), name) + ", i64 " +
                     std::to_string(static_cast<std::int64_t>(
                         signature(line, name, parameters_of(line), module.types))) +
                     " }";
    }
    const std::string variable_table = "[" + std::to_string(variable_count) + " x " + entry + "]",
                      function_table =
                          "[" + std::to_string(function_count) + " x " + function_entry + "]";
    Confinement confinement;
    confinement.tables = "@scanlab.own.variables = internal constant " + variable_table + " [" +
                         variables + "]\n" + "@scanlab.own.functions = internal constant " +
                         function_table + " [" + functions + "]\n" + "declare void @__scanlab_judged(" +
                         pointer + ", i64, " + pointer + ", i64)\n";
    confinement.announcement = "  call void @__scanlab_judged(" +
                               address(variable_table + "*", "@scanlab.own.variables") + ", i64 " +
                               std::to_string(variable_count) + ", " +
                               address(function_table + "*", "@scanlab.own.functions") + ", i64 " +
                               std::to_string(function_count) + ")\n";
    return confinement;
}

} // namespace scanlab::instrument
