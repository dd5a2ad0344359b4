#include "compile/ir/module.hpp"

#include "scanlab_sim/library_files.hpp"

#include <algorithm>

namespace scanlab::instrument {

namespace {

/// Whether it is one of the lines.
bool is_in(std::string_view file, std::string_view lines) {
    return !file.empty() && lines.find("\n" + std::string(file) + "\n") != std::string_view::npos;
}

/// Whether the compiler knows a checksum of the file: only of one that it has read, and not if a
/// `#line` names it.
bool has_checksum(std::string_view line) {
    std::size_t at = line.find("DIFile(");
    for (const char* field : {"filename: \"", "directory: \""}) {
        at = line.find(field, at);
        if (at == std::string_view::npos) return false;
        at = line.find('"', at + std::string_view(field).size()); // a quote in the text is written \22
    }
    return line.substr(at).starts_with("\", checksumkind: ");
}

std::string_view node_of(std::string_view line) { return line.substr(0, line.find(' ')); }

/// Functions of a library's files, and those that the compiler has made, such as a constructor that
/// nobody wrote; and those of the kit's.
void find_functions_of_libraries(const Lines& lines, std::string_view kit, Module& module) {
    std::set<std::string_view> files, files_of_kit;
    for (const std::string_view line : lines) {
        if (!line.starts_with('!') || line.find(" = !DIFile(") == std::string_view::npos) continue;
        const std::string_view file = quoted_after(line, "filename: ");
        if (sim::is_library_file(file)) files.insert(node_of(line));
        if (is_in(file, kit) && has_checksum(line)) files_of_kit.insert(node_of(line));
    }
    for (const std::string_view line : lines) {
        if (!line.starts_with('!') || line.find(" !DISubprogram(") == std::string_view::npos) continue;
        const std::string_view file = node_after(line, " file: ");
        if (line.find("DIFlagArtificial") != std::string_view::npos || files.contains(file))
            module.functions_of_libraries.insert(node_of(line));
        if (files_of_kit.contains(file)) module.functions_of_kit.insert(node_of(line));
    }
}

/// The type that follows words such as "noundef" and "dereferenceable(4)".
std::string_view type_after_attributes(std::string_view text) {
    for (;;) {
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        if (text.empty()) return {};
        std::string_view rest = text;
        const std::string_view type = take_type(rest);
        const bool is_name = text[0] == '%' || text[0] == '{' || text[0] == '[' || text[0] == '<';
        const std::string_view word = text.substr(0, text.find_first_of(" (*"));
        const bool is_number = word.size() > 1 && word[0] == 'i' && number_in(word.substr(1));
        const std::set<std::string_view> others{"void",   "half",     "bfloat", "float",
                                                "double", "x86_fp80", "fp128",  "ptr"};
        if (is_name || is_number || others.contains(word)) return type;
        text.remove_prefix(word.size());
        if (text.starts_with('(')) text.remove_prefix(bracketed(text, 0).size());
    }
}

/// Whether it is an instruction or a function's head; elsewhere a string or a file's name may look like
/// a type.
bool may_name_pointer(std::string_view line) {
    return line.starts_with(' ') || line.starts_with("define ") || line.starts_with("declare ");
}

} // namespace

bool defines_constant(std::string_view line) {
    const std::size_t equals = line.find(" = ");
    if (equals == std::string_view::npos) return false;
    std::string_view rest = line.substr(equals + 3);
    while (!rest.empty()) { // linkage and the like come first
        const std::string_view word = rest.substr(0, rest.find(' '));
        if (word == "constant") return true;
        if (word == "global" || word == "alias" || word.empty()) return false;
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    }
    return false;
}

bool has_opaque_pointers(const Lines& lines) {
    return std::ranges::any_of(lines, [](std::string_view line) {
        return may_name_pointer(line) && (line.find("(ptr") != std::string_view::npos ||
                                          line.find(", ptr") != std::string_view::npos);
    });
}

std::string as_constant(std::string_view line) {
    constexpr std::string_view kind = " = private global ";
    std::string result(line);
    if (!line.starts_with("@constinit")) return result;
    const std::size_t at = line.find(kind);
    return at == std::string_view::npos ? result
                                        : result.replace(at, kind.size(), " = private constant ");
}

Lines lines_of(std::string_view text) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string_view source_of(std::string_view line) {
    const std::size_t begin = line.find(", !dbg !");
    if (begin == std::string_view::npos) return {};
    const std::size_t digits = begin + 8;
    return line.substr(begin,
                       std::min(line.find_first_not_of("0123456789", digits), line.size()) - begin);
}

std::string_view quoted_after(std::string_view line, std::string_view name) {
    const std::size_t at = line.find(name);
    if (at == std::string_view::npos) return {};
    const std::size_t begin = line.find('"', at) + 1;
    return line.substr(begin, line.find('"', begin) - begin);
}

std::string_view node_after(std::string_view line, std::string_view name) {
    const std::size_t at = line.find(name);
    if (at == std::string_view::npos) return {};
    const std::size_t begin = at + name.size();
    return line.substr(begin, line.find_first_not_of("0123456789", begin + 1) - begin);
}

std::string_view name_of_function(std::string_view line) {
    const std::size_t at = line.find('@');
    return at == std::string_view::npos ? std::string_view{} : name_at(line, at);
}

std::string_view parameters_of(std::string_view definition) {
    const std::string_view name = name_of_function(definition);
    const std::size_t open = static_cast<std::size_t>(name.data() + name.size() - definition.data());
    const std::string_view list = bracketed(definition, open);
    return list.substr(1, list.size() - 2);
}

std::string_view result_type(std::string_view line, std::string_view name) {
    std::string_view before =
        without_result(line.substr(0, static_cast<std::size_t>(name.data() - line.data())));
    before.remove_prefix(std::min(before.find(' '), before.size()));
    return type_after_attributes(before.starts_with(" call ") ? before.substr(5) : before);
}

std::string function_type(std::string_view line, std::string_view name, std::string_view parameters) {
    const std::string result(result_type(line, name));
    if (result.ends_with(')')) return result + "*"; // it says its parameters' types
    std::string types;
    for (std::string_view parameter : split(parameters))
        types += (types.empty() ? "" : ", ") + std::string(take_type(parameter));
    return result + " (" + types + ")*";
}

std::vector<std::string_view> symbols_in(std::string_view text) {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') {
            i = std::min(text.find('"', i + 1), text.size());
        } else if (text[i] == '@' || text[i] == '%') {
            const std::string_view name = name_at(text, i);
            if (text[i] == '@') names.push_back(name);
            i += name.size() - 1;
        }
    }
    return names;
}

std::optional<std::string_view> type_of_variable(std::string_view line) {
    std::string_view rest = line.substr(name_at(line, 0).size() + 2);
    while (!rest.empty()) { // linkage and the like come first
        rest.remove_prefix(1);
        const std::string_view word = rest.substr(0, rest.find(' '));
        if (word.starts_with("extern") || word == "alias" || word == "ifunc") return {};
        rest.remove_prefix(word.size());
        if (word == "global" || word == "constant") return take_type(rest);
    }
    return {};
}

Module read_module(const Lines& lines, std::string_view kit) {
    Module module;
    module.is_judged = !kit.empty();
    find_functions_of_libraries(lines, kit, module);
    for (const std::string_view line : lines) {
        if (line.starts_with("target datalayout"))
            module.types.set_data_layout(line);
        else if (line.starts_with('%')) {
            const std::size_t type = line.find(" = type ");
            if (type != std::string_view::npos)
                module.types.define(line.substr(0, type), line.substr(type + 8));
        } else if (line.starts_with('@')) {
            if (defines_constant(line)) module.constants.emplace(line.substr(0, line.find(" = ")));
            if (const auto type = type_of_variable(line))
                module.variables.emplace(line.substr(0, line.find(" = ")), *type);
        } else if (line.starts_with("attributes #")) {
            module.attributes.emplace(line.substr(11, line.find(" = ") - 11),
                                      line.substr(line.find('{')));
            if (line.find(" disable_sanitizer_instrumentation ") != std::string_view::npos)
                module.unobserved_attributes.emplace(line.substr(11, line.find(" = ") - 11));
        } else if (line.starts_with("define "))
            module.functions.insert(name_of_function(line));
    }
    module.has_opaque_pointers = has_opaque_pointers(lines);
    return module;
}

} // namespace scanlab::instrument
