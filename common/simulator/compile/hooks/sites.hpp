/// \file
/// For WebAssembly, where code has no addresses: a program notes where it stands before each call, and
/// brings a table of these places, its functions and its variables (platform/symbols_wasm.cpp).
#pragma once

#include <string>
#include <string_view>

namespace scanlab::instrument {

/// An instrumented module whose functions also say when they begin, and how far their loops have come.
std::string with_sites(std::string_view module);

} // namespace scanlab::instrument
