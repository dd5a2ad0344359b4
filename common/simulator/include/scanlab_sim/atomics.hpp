/// \file
/// Atomic accesses, and CUDA's atomic functions. One operating-system thread runs all simulated ones,
/// so a plain read-modify-write between two scheduling points is atomic.
#pragma once

#include "core.hpp"

#include <type_traits>

namespace scanlab::sim {

/// Up to 16 bytes as one number, to tell whether a load returned the same as before.
template <class T>
SCANLAB_UNOBSERVED inline std::uint64_t fingerprint(const T& value) {
    std::uint64_t words[2] = {};
    __builtin_memcpy(words, &value, sizeof(T));
    return words[0] ^ words[1] * 0x9E3779B97F4A7C15u;
}

template <class T>
SCANLAB_UNOBSERVED inline bool same_bits(const T& a, const T& b) {
    return __builtin_memcmp(&a, &b, sizeof(T)) == 0;
}

template <class T>
SCANLAB_UNOBSERVED inline Left left(const T& before, const T& after) {
    return same_bits(before, after) ? Left::same : Left::changed;
}

// The accesses themselves. They must not be observed as plain ones, and so cannot be inlined into a
// kernel.

template <class T>
SCANLAB_UNOBSERVED inline T load_silently(const T* address) {
    return *address;
}
template <class T>
SCANLAB_UNOBSERVED inline void store_silently(T* address, T value) {
    *address = value;
    note_change();
}
template <class Operation, class T, class Operand>
SCANLAB_UNOBSERVED inline T update_silently(T* address, Operand operand) {
    const T before = *address;
    const T after = Operation{}(before, operand);
    *address = after;
    // One that changes nothing, like a failed attempt to take a lock, may be the body of a spinning
    // loop.
    if (same_bits(before, after))
        after_atomic_load(address, fingerprint(before));
    else
        note_change();
    return before;
}
template <class T>
SCANLAB_UNOBSERVED inline T compare_exchange_silently(T* address, T expected, T desired) {
    const T before = *address;
    const bool replaces = same_bits(before, expected);
    if (replaces) *address = desired;
    if (!replaces ||
        same_bits(before, desired)) // not another look at the address: comparing is observed
        after_atomic_load(address, fingerprint(before));
    else
        note_change();
    return before;
}

namespace operation {
struct Exchange;
}
template <class Operation>
constexpr AtomicKind kind_of =
    std::is_same_v<Operation, operation::Exchange> ? AtomicKind::exchange : AtomicKind::update;

template <class T>
SCANLAB_CALL_SITE T atomic_load(const T* address, MemoryOrder order, Scope scope) {
    const T* const place =
        static_cast<T*>(before_atomic(address, sizeof(T), AtomicKind::load, order, scope));
    const T value = load_silently(place);
    after_atomic_load(address, fingerprint(value));
    return value;
}
template <class T>
SCANLAB_CALL_SITE void atomic_store(T* address, T value, MemoryOrder order, Scope scope) {
    T* const place =
        static_cast<T*>(before_atomic(address, sizeof(T), AtomicKind::store, order, scope));
    store_silently(place, value);
    after_atomic_store(address, order, scope, Left::anew);
}
/// Replaces the value v by Operation{}(v, operand) and returns v.
template <class Operation, class T, class Operand>
SCANLAB_CALL_SITE T atomic_update(T* address, Operand operand, MemoryOrder order, Scope scope) {
    T* const place =
        static_cast<T*>(before_atomic(address, sizeof(T), kind_of<Operation>, order, scope));
    const T before = update_silently<Operation>(place, operand);
    after_atomic_store(address, order, scope, left(before, Operation{}(before, operand)));
    return before;
}
/// Writes `desired` where `expected` stands; returns what stood there.
template <class T>
SCANLAB_CALL_SITE T atomic_compare_exchange(T* address, T expected, T desired, MemoryOrder order,
                                            Scope scope) {
    T* const place =
        static_cast<T*>(before_atomic(address, sizeof(T), AtomicKind::compare_exchange, order, scope));
    const T before = compare_exchange_silently(place, expected, desired);
    if (same_bits(before, expected)) after_atomic_store(address, order, scope, left(before, desired));
    return before;
}

/// What an update makes of the old value and its operand. Integers wrap, signed ones too.
namespace operation {

#define SCANLAB_OPERATION(Name, ...)                                                                   \
    struct Name {                                                                                      \
        template <class T, class Operand>                                                              \
        SCANLAB_UNOBSERVED T operator()(T old, Operand operand) const {                                \
            return __VA_ARGS__;                                                                        \
        }                                                                                              \
    };
SCANLAB_OPERATION(Exchange, (static_cast<void>(old), operand))
SCANLAB_OPERATION(Min, operand < old ? operand : old)
SCANLAB_OPERATION(Max, old < operand ? operand : old)
SCANLAB_OPERATION(And, static_cast<T>(old& operand))
SCANLAB_OPERATION(Or, static_cast<T>(old | operand))
SCANLAB_OPERATION(Xor, static_cast<T>(old ^ operand))
/// Counts up to the operand, then from 0 again.
SCANLAB_OPERATION(Increment, old >= operand ? 0 : old + 1)
/// Counts down to 0, then from the operand again.
SCANLAB_OPERATION(Decrement, old == 0 || old > operand ? operand : old - 1)
#undef SCANLAB_OPERATION

struct Add {
    template <class T, class Operand>
    SCANLAB_UNOBSERVED T operator()(T old, Operand operand) const {
        if constexpr (std::is_integral_v<T>) {
            using Unsigned = std::make_unsigned_t<T>;
            return static_cast<T>(static_cast<Unsigned>(old) + static_cast<Unsigned>(operand));
        } else {
            return old + operand;
        }
    }
};
struct Subtract {
    template <class T, class Operand>
    SCANLAB_UNOBSERVED T operator()(T old, Operand operand) const {
        if constexpr (std::is_integral_v<T>) {
            using Unsigned = std::make_unsigned_t<T>;
            return static_cast<T>(static_cast<Unsigned>(old) - static_cast<Unsigned>(operand));
        } else {
            return old - operand;
        }
    }
};

} // namespace operation

template <class T, class... Ts>
concept OneOf = (std::is_same_v<T, Ts> || ...);

} // namespace scanlab::sim

SCANLAB_DEVICE_ONLY_BEGIN

/// name, name_block and name_system for the listed types.
#define SCANLAB_ATOMIC(name, Operation, ...)                                                           \
    SCANLAB_ATOMIC_OF_SCOPE(name, device, Operation, __VA_ARGS__)                                      \
    SCANLAB_ATOMIC_OF_SCOPE(name##_block, block, Operation, __VA_ARGS__)                               \
    SCANLAB_ATOMIC_OF_SCOPE(name##_system, system, Operation, __VA_ARGS__)
#define SCANLAB_ATOMIC_OF_SCOPE(name, scope, Operation, ...)                                           \
    template <scanlab::sim::OneOf<__VA_ARGS__> T>                                                      \
    SCANLAB_CALL_SITE T name(T* address, scanlab::sim::NotDeduced<T> operand) {                        \
        return scanlab::sim::atomic_update<scanlab::sim::operation::Operation>(                        \
            address, operand, scanlab::sim::MemoryOrder::legacy, scanlab::sim::Scope::scope);          \
    }

SCANLAB_ATOMIC(atomicAdd, Add, int, unsigned, unsigned long long, float, double)
SCANLAB_ATOMIC(atomicSub, Subtract, int, unsigned)
SCANLAB_ATOMIC(atomicExch, Exchange, int, unsigned, unsigned long long, float)
SCANLAB_ATOMIC(atomicMin, Min, int, unsigned, long long, unsigned long long)
SCANLAB_ATOMIC(atomicMax, Max, int, unsigned, long long, unsigned long long)
SCANLAB_ATOMIC(atomicInc, Increment, unsigned)
SCANLAB_ATOMIC(atomicDec, Decrement, unsigned)
SCANLAB_ATOMIC(atomicAnd, And, int, unsigned, unsigned long long)
SCANLAB_ATOMIC(atomicOr, Or, int, unsigned, unsigned long long)
SCANLAB_ATOMIC(atomicXor, Xor, int, unsigned, unsigned long long)

#define SCANLAB_ATOMIC_CAS(name, scope)                                                                \
    template <scanlab::sim::OneOf<unsigned short, int, unsigned, unsigned long long> T>                \
    SCANLAB_CALL_SITE T name(T* address, scanlab::sim::NotDeduced<T> expected,                         \
                             scanlab::sim::NotDeduced<T> desired) {                                    \
        return scanlab::sim::atomic_compare_exchange(address, expected, desired,                       \
                                                     scanlab::sim::MemoryOrder::legacy,                \
                                                     scanlab::sim::Scope::scope);                      \
    }
SCANLAB_ATOMIC_CAS(atomicCAS, device)
SCANLAB_ATOMIC_CAS(atomicCAS_block, block)
SCANLAB_ATOMIC_CAS(atomicCAS_system, system)

#undef SCANLAB_ATOMIC
#undef SCANLAB_ATOMIC_OF_SCOPE
#undef SCANLAB_ATOMIC_CAS

SCANLAB_DEVICE_ONLY_END
