#include "symbols.hpp"

#include "platform/platform.hpp"
#include "scanlab_sim/core.hpp"

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

const char* kernel_name(const void* kernel) {
    static std::map<const void*, std::string> names; // their characters stay where they are
    const auto [entry, is_new] = names.try_emplace(kernel, "kernel");
    if (is_new)
        if (const auto symbol = platform::symbol_at(reinterpret_cast<std::uintptr_t>(kernel)))
            entry->second = function_name(symbol->name);
    return entry->second.c_str();
}

} // namespace scanlab::sim
