/// \file
/// Loads and stores with a cache hint. The simulated memory has no caches: these are plain accesses,
/// made where the caller stands so that they are observed like its own.
#pragma once

#include "core.hpp"

#include <type_traits>

SCANLAB_DEVICE_ONLY_BEGIN

#define SCANLAB_LOAD(name)                                                                             \
    template <class T>                                                                                 \
    SCANLAB_CALL_SITE T name(const T* address) {                                                       \
        return *address;                                                                               \
    }
SCANLAB_LOAD(__ldca)
SCANLAB_LOAD(__ldcg)
SCANLAB_LOAD(__ldcs)
SCANLAB_LOAD(__ldlu)
#undef SCANLAB_LOAD

/// Through the read-only cache, which need not see what is written during the launch.
template <class T>
SCANLAB_CALL_SITE T __ldg(const T* address) {
    const T value = *address;
    scanlab::sim::note_read_only_load(address, sizeof(T));
    return value;
}

/// Fetches again at every call.
template <class T>
SCANLAB_CALL_SITE T __ldcv(const T* address) {
    if constexpr (std::is_arithmetic_v<T>)
        return *static_cast<const volatile T*>(address);
    else
        return *address;
}

#define SCANLAB_STORE(name)                                                                            \
    template <class T>                                                                                 \
    SCANLAB_CALL_SITE void name(T* address, scanlab::sim::NotDeduced<T> value) {                       \
        *address = value;                                                                              \
    }
SCANLAB_STORE(__stwb)
SCANLAB_STORE(__stcg)
SCANLAB_STORE(__stcs)
SCANLAB_STORE(__stwt)
#undef SCANLAB_STORE

SCANLAB_DEVICE_ONLY_END
