// Clang copies structs, int4 among them, by calling memcpy, which the thread sanitizer's
// instrumentation does not report. Checked programs that Clang compiled are linked with --wrap, so that
// these calls come here.
#include "observer.hpp"

#include <cstddef>

extern "C" {

void* __real_memcpy(void* to, const void* from, std::size_t bytes);
void* __real_memmove(void* to, const void* from, std::size_t bytes);
void* __real_memset(void* to, int value, std::size_t bytes);

void* __wrap_memcpy(void* to, const void* from, std::size_t bytes) {
    scanlab::sim::observe_copy(to, from, bytes, __builtin_return_address(0));
    return __real_memcpy(to, from, bytes);
}

void* __wrap_memmove(void* to, const void* from, std::size_t bytes) {
    scanlab::sim::observe_copy(to, from, bytes, __builtin_return_address(0));
    return __real_memmove(to, from, bytes);
}

void* __wrap_memset(void* to, int value, std::size_t bytes) {
    scanlab::sim::observe_copy(to, nullptr, bytes, __builtin_return_address(0));
    return __real_memset(to, value, bytes);
}

} // extern "C"
