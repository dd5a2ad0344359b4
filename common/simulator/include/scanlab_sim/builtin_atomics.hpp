/// \file
/// nvcc's own atomic functions: like the `__atomic_…` of host compilers, with a scope.
#pragma once

#include "atomics.hpp"

enum {
    __NV_ATOMIC_RELAXED,
    __NV_ATOMIC_CONSUME,
    __NV_ATOMIC_ACQUIRE,
    __NV_ATOMIC_RELEASE,
    __NV_ATOMIC_ACQ_REL,
    __NV_ATOMIC_SEQ_CST
};
enum {
    __NV_THREAD_SCOPE_THREAD,
    __NV_THREAD_SCOPE_BLOCK,
    __NV_THREAD_SCOPE_CLUSTER,
    __NV_THREAD_SCOPE_DEVICE,
    __NV_THREAD_SCOPE_SYSTEM
};

namespace scanlab::sim {

SCANLAB_UNOBSERVED constexpr MemoryOrder builtin_order(int order) {
    constexpr MemoryOrder orders[] = {MemoryOrder::relaxed, MemoryOrder::acquire, MemoryOrder::acquire,
                                      MemoryOrder::release, MemoryOrder::acq_rel, MemoryOrder::seq_cst};
    return orders[order];
}
SCANLAB_UNOBSERVED constexpr Scope builtin_scope(int scope) {
    constexpr Scope scopes[] = {Scope::thread, Scope::block, Scope::block, Scope::device,
                                Scope::system};
    return scopes[scope];
}

} // namespace scanlab::sim

SCANLAB_DEVICE_ONLY_BEGIN

template <class T>
SCANLAB_CALL_SITE T __nv_atomic_load_n(const T* address, int order,
                                       int scope = __NV_THREAD_SCOPE_SYSTEM) {
    return scanlab::sim::atomic_load(address, scanlab::sim::builtin_order(order),
                                     scanlab::sim::builtin_scope(scope));
}
template <class T>
SCANLAB_CALL_SITE void __nv_atomic_load(const T* address, T* value, int order,
                                        int scope = __NV_THREAD_SCOPE_SYSTEM) {
    *value = __nv_atomic_load_n(address, order, scope);
}

template <class T>
SCANLAB_CALL_SITE void __nv_atomic_store_n(T* address, scanlab::sim::NotDeduced<T> value, int order,
                                           int scope = __NV_THREAD_SCOPE_SYSTEM) {
    scanlab::sim::atomic_store(address, value, scanlab::sim::builtin_order(order),
                               scanlab::sim::builtin_scope(scope));
}
template <class T>
SCANLAB_CALL_SITE void __nv_atomic_store(T* address, const T* value, int order,
                                         int scope = __NV_THREAD_SCOPE_SYSTEM) {
    __nv_atomic_store_n(address, *value, order, scope);
}

template <class T>
SCANLAB_CALL_SITE bool
__nv_atomic_compare_exchange_n(T* address, T* expected, scanlab::sim::NotDeduced<T> desired, bool,
                               int success, int, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    const T wanted = *expected;
    const T found = scanlab::sim::atomic_compare_exchange(address, wanted, desired,
                                                          scanlab::sim::builtin_order(success),
                                                          scanlab::sim::builtin_scope(scope));
    const bool exchanged = scanlab::sim::same_bits(found, wanted);
    if (!exchanged) *expected = found;
    return exchanged;
}
template <class T>
SCANLAB_CALL_SITE bool __nv_atomic_compare_exchange(T* address, T* expected, const T* desired,
                                                    bool weak, int success, int failure,
                                                    int scope = __NV_THREAD_SCOPE_SYSTEM) {
    return __nv_atomic_compare_exchange_n(address, expected, *desired, weak, success, failure, scope);
}

#define SCANLAB_BUILTIN_UPDATE(name, Operation)                                                        \
    template <class T>                                                                                 \
    SCANLAB_CALL_SITE T name(T* address, scanlab::sim::NotDeduced<T> operand, int order,               \
                             int scope = __NV_THREAD_SCOPE_SYSTEM) {                                   \
        return scanlab::sim::atomic_update<scanlab::sim::operation::Operation>(                        \
            address, operand, scanlab::sim::builtin_order(order), scanlab::sim::builtin_scope(scope)); \
    }
#define SCANLAB_BUILTIN_UPDATES(name, Operation)                                                       \
    SCANLAB_BUILTIN_UPDATE(__nv_atomic_fetch_##name, Operation)                                        \
    template <class T>                                                                                 \
    SCANLAB_CALL_SITE void __nv_atomic_##name(T* address, scanlab::sim::NotDeduced<T> operand,         \
                                              int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {       \
        __nv_atomic_fetch_##name(address, operand, order, scope);                                      \
    }
SCANLAB_BUILTIN_UPDATE(__nv_atomic_exchange_n, Exchange)
SCANLAB_BUILTIN_UPDATES(add, Add)
SCANLAB_BUILTIN_UPDATES(sub, Subtract)
SCANLAB_BUILTIN_UPDATES(and, And)
SCANLAB_BUILTIN_UPDATES(or, Or)
SCANLAB_BUILTIN_UPDATES(xor, Xor)
SCANLAB_BUILTIN_UPDATES(min, Min)
SCANLAB_BUILTIN_UPDATES(max, Max)
#undef SCANLAB_BUILTIN_UPDATES
#undef SCANLAB_BUILTIN_UPDATE

template <class T>
SCANLAB_CALL_SITE void __nv_atomic_exchange(T* address, const T* value, T* before, int order,
                                            int scope = __NV_THREAD_SCOPE_SYSTEM) {
    *before = __nv_atomic_exchange_n(address, *value, order, scope);
}

SCANLAB_CALL_SITE void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    scanlab::sim::fence(scanlab::sim::builtin_order(order), scanlab::sim::builtin_scope(scope));
}

SCANLAB_DEVICE_ONLY_END
