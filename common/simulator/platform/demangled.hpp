/// \file
/// Names of symbols as they stand in the source.
#pragma once

#include <cstdlib>
#include <cxxabi.h>
#include <string>

namespace scanlab::sim::platform {

/// "pair::sum" of "_ZN4pair3sumE"; a name that is not mangled stays as it is.
inline std::string demangled(const char* name) {
    char* const text = abi::__cxa_demangle(name, nullptr, nullptr, nullptr);
    std::string result = text ? text : name;
    std::free(text);
    return result;
}

} // namespace scanlab::sim::platform
