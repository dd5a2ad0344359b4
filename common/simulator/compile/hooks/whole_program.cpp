#include "compile/hooks/whole_program.hpp"

#include "compile/hooks/device_variables.hpp"
#include "compile/ir/module.hpp"

#include <algorithm>
#include <array>
#include <set>

namespace scanlab::instrument {
namespace {

std::set<std::string_view> of_device_only(const Lines& lines) {
    std::set<std::string_view> symbols;
    const auto annotations = annotations_of(lines);
    for (const Annotation& annotation : annotations)
        if (is_of_device(annotation.qualifier)) symbols.insert(annotation.symbol);
    for (const Annotation& annotation : annotations)
        if (annotation.qualifier == "host" || annotation.qualifier == "global")
            symbols.erase(annotation.symbol);
    return symbols;
}

/// Whether a definition's words begin with a linkage; one that others see has none.
bool has_linkage(std::string_view words) {
    constexpr std::array linkages{
        "private",   "internal",    "available_externally", "linkonce", "weak",    "common",
        "appending", "extern_weak", "linkonce_odr",         "weak_odr", "external"};
    const std::string_view first = words.substr(0, words.find(' '));
    return std::ranges::count(linkages, first) != 0;
}

std::string made_internal(std::string_view line, std::size_t words) {
    if (has_linkage(line.substr(words))) return std::string(line);
    std::size_t rest = words;
    for (const std::string_view visibility : {"dso_local ", "hidden ", "protected "})
        if (line.substr(rest).starts_with(visibility)) rest += visibility.size();
    return std::string(line.substr(0, words)) + "internal " + std::string(line.substr(rest));
}

} // namespace

std::string as_whole_program(std::string_view module) {
    const Lines lines = lines_of(module);
    const std::set<std::string_view> own = of_device_only(lines);
    constexpr std::string_view define = "define ";
    std::string text;
    for (const std::string_view line : lines) {
        const std::size_t equals = line.starts_with('@') ? line.find(" = ") : std::string_view::npos;
        if (line.starts_with(define) && own.contains(name_of_function(line)))
            text += made_internal(line, define.size());
        else if (equals != std::string_view::npos && own.contains(line.substr(0, equals)))
            text += made_internal(line, equals + 3);
        else
            text += line;
        text += '\n';
    }
    return text;
}

} // namespace scanlab::instrument
