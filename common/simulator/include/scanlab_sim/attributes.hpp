/// \file
/// What functions of the simulator's headers say of themselves.
#pragma once

/// Code of the simulator's own headers is not part of the kernel: its accesses are not observed.
#ifdef __clang__
#define SCANLAB_UNOBSERVED __attribute__((disable_sanitizer_instrumentation))
#else
#define SCANLAB_UNOBSERVED // which observes nothing
#endif
// For the CUDA functions that call the core: always inlined, so that the address the core returns to
// lies in the kernel and says where a thread waits.
#define SCANLAB_CALL_SITE __attribute__((always_inline)) inline
#define SCANLAB_CALLED_HERE __attribute__((always_inline)) // the same for a lambda

/// A function that programs may call on a GPU: using it is a compile error, which says what to do.
#ifdef __clang__
#define SCANLAB_UNAVAILABLE(...) __attribute__((unavailable(__VA_ARGS__)))
#else
#define SCANLAB_UNAVAILABLE(...)
#endif
