#include "symbols.hpp"

#include "platform/platform.hpp"

#include <algorithm>

namespace scanlab::sim {

std::string function_name(std::string_view demangled) {
    constexpr std::string_view returns_nothing = "void ", unnamed = "(anonymous namespace)::";
    if (demangled.starts_with(returns_nothing)) demangled.remove_prefix(returns_nothing.size());
    std::string name(demangled);
    for (std::size_t at = 0; (at = name.find(unnamed, at)) != std::string::npos;)
        name.erase(at, unnamed.size());
    int depth = 0; // of template arguments, which may hold parentheses
    std::size_t end = 0;
    for (; end < name.size() && (depth > 0 || name[end] != '('); ++end)
        depth += (name[end] == '<') - (name[end] == '>');
    name.resize(end);
    return name;
}

std::string function_at(const void* instruction) {
    const auto symbol = platform::symbol_at(reinterpret_cast<std::uintptr_t>(instruction));
    if (!symbol) return {};
    std::string name = function_name(symbol->name);
    name.resize(std::min(name.find_first_of("<["), name.size()));
    const std::size_t end = name.find_last_of(": ");
    return end == std::string::npos ? name : name.substr(end + 1);
}

} // namespace scanlab::sim
