#include "symbols.hpp"

#include "platform/platform.hpp"
#include "scanlab_sim/core.hpp"

#include <algorithm>
#include <map>

namespace scanlab::sim {

std::string function_name(std::string_view demangled) {
    constexpr std::string_view returns_nothing = "void ", unnamed = "(anonymous namespace)::";
    if (demangled.starts_with(returns_nothing)) demangled.remove_prefix(returns_nothing.size());
    if (demangled.starts_with(unnamed)) demangled.remove_prefix(unnamed.size());
    int depth = 0; // of template arguments, which may hold parentheses
    std::size_t end = 0;
    for (; end < demangled.size() && (depth > 0 || demangled[end] != '('); ++end)
        depth += (demangled[end] == '<') - (demangled[end] == '>');
    return std::string(demangled.substr(0, end));
}

std::string function_at(const void* instruction) {
    const auto symbol = platform::symbol_at(reinterpret_cast<std::uintptr_t>(instruction));
    if (!symbol) return {};
    std::string name = function_name(symbol->name);
    name.resize(std::min(name.find('<'), name.size()));
    const std::size_t end = name.find_last_of(": ");
    return end == std::string::npos ? name : name.substr(end + 1);
}

const char* kernel_name(const void* kernel) {
    static std::map<const void*, std::string> names; // their characters stay where they are
    const auto [entry, is_new] = names.try_emplace(kernel, "kernel");
    if (is_new)
        if (const auto symbol = platform::symbol_at(reinterpret_cast<std::uintptr_t>(kernel)))
            entry->second = function_name(symbol->name);
    return entry->second.c_str();
}

} // namespace scanlab::sim
