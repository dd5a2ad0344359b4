/// \file
/// What the C library has under a name that the runtime has taken.
#pragma once

#include <dlfcn.h>

namespace scanlab::sim::platform {

/// The C library comes after the runtime, or before it if a library of the program brings the runtime.
template <class Function>
Function of_the_c_library(const char* name) {
    void* const next = dlsym(RTLD_NEXT, name);
    return reinterpret_cast<Function>(next ? next : dlsym(RTLD_DEFAULT, name));
}

} // namespace scanlab::sim::platform
