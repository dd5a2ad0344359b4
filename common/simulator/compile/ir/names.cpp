#include "compile/ir/names.hpp"

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace scanlab::instrument {

namespace {

std::string_view without_at(std::string_view symbol) {
    return symbol.substr(symbol.starts_with('@') ? 1 : 0);
}

} // namespace

std::string demangled(std::string_view symbol) {
    std::string name(without_at(symbol));
    if (!name.starts_with("_Z")) return name; // it could be read as a type: "i" as int
    const std::unique_ptr<char, void (*)(void*)> text(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, nullptr), std::free);
    return text ? text.get() : name;
}

std::string_view name_in_c(std::string_view symbol) {
    std::string_view name = without_at(symbol);
    constexpr std::string_view checked = "_chk"; // it is given lengths, too
    if (name.starts_with("__") && name.ends_with(checked))
        return name.substr(2, std::max(name.size(), 2 + checked.size()) - 2 - checked.size());
    for (const std::string_view standard : {"__isoc", "__xpg"}) // __isoc99_, __isoc23_
        if (name.starts_with(standard)) // where no _ follows, npos + 1 is nothing
            name.remove_prefix(name.find('_', standard.size()) + 1);
    if (name.ends_with("64") && !name.ends_with("f64")) // of large files; cosf64 is of numbers
        name.remove_suffix(2);
    return name;
}

std::string function_in_source(std::string_view symbol) {
    const std::string name = demangled(symbol);
    return name.find('(') != std::string::npos ? name : std::string(name_in_c(name)) + "()";
}

} // namespace scanlab::instrument
