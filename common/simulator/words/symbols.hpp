/// \file
/// The program's symbols: what lies at an address of its image.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scanlab::sim {

struct Symbol {
    std::string name; ///< demangled
    std::uintptr_t begin;
    std::size_t bytes;
};

/// The symbol that an address belongs to, if any.
std::optional<Symbol> symbol_at(std::uintptr_t address);

/// "algorithms::scan<256>" of "void algorithms::scan<256>(int const*, int)"
std::string function_name(std::string_view demangled);

} // namespace scanlab::sim
