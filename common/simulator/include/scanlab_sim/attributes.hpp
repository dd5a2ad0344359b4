/// \file
/// What functions of the simulator's headers say of themselves.
#pragma once

/// Code of the simulator's own headers is not part of the kernel: its accesses are not observed.
#ifdef __clang__
#define SCANLAB_UNOBSERVED __attribute__((disable_sanitizer_instrumentation))
#define SCANLAB_NOT_OPTIMISED __attribute__((optnone))
#else
#define SCANLAB_UNOBSERVED // which observes nothing
#define SCANLAB_NOT_OPTIMISED __attribute__((optimize("O0")))
#endif
// For the CUDA functions that call the core: always inlined, so that the address the core returns to
// lies in the kernel and says where a thread waits.
#define SCANLAB_CALL_SITE __attribute__((always_inline)) inline
#define SCANLAB_CALLED_HERE __attribute__((always_inline)) // the same for a lambda

/// What the instrumenter reads; other compilers would warn of it.
#ifdef __clang__
#define SCANLAB_MARK(text) __attribute__((annotate(text)))
#else
#define SCANLAB_MARK(text)
#endif

/// Of what compile/spaces/ asks where it may be used: what surrounds a launch, what chooses between the
/// halves of a function of both sides, and that std is on both sides.
#define SCANLAB_AROUND_LAUNCH SCANLAB_MARK("scanlab.launch")
#define SCANLAB_CHOOSES_HALF SCANLAB_MARK("scanlab.halves")
#define SCANLAB_MEANS_STD SCANLAB_MARK("scanlab.std")
#ifdef __clang__
/// Functions from here to SCANLAB_DEVICE_ONLY_END are CUDA's for device code, and not for the host's.
#define SCANLAB_PRAGMA(...) _Pragma(#__VA_ARGS__)
#define SCANLAB_DEVICE_ONLY_BEGIN                                                                      \
    SCANLAB_PRAGMA(                                                                                    \
        clang attribute push(__attribute__((annotate("scanlab.device"))), apply_to = function))
#define SCANLAB_DEVICE_ONLY_END _Pragma("clang attribute pop")
/// The same for the host's.
#define SCANLAB_HOST_ONLY_BEGIN                                                                        \
    SCANLAB_PRAGMA(clang attribute push(__attribute__((annotate("scanlab.host"))), apply_to = function))
#define SCANLAB_HOST_ONLY_END _Pragma("clang attribute pop")
#else
#define SCANLAB_HOST_ONLY_BEGIN
#define SCANLAB_HOST_ONLY_END
#define SCANLAB_DEVICE_ONLY_BEGIN
#define SCANLAB_DEVICE_ONLY_END
#endif

/// A function that programs may call on a GPU: using it is a compile error, which says what to do.
#ifdef __clang__
#define SCANLAB_UNAVAILABLE(...) __attribute__((unavailable(__VA_ARGS__)))
#else
#define SCANLAB_UNAVAILABLE(...)
#endif
