/// \file
/// `cuda::atomic` and `cuda::atomic_ref`. The simulator's one memory is coherent for all threads and
/// keeps their accesses in program order: a weaker order or scope returns no other values than the
/// strongest, but the race detector takes them at their word.
#pragma once

#include "atomics.hpp"

#include <atomic>
#include <cstddef>
#include <type_traits>

namespace cuda {

enum thread_scope {
    thread_scope_system = 0,
    thread_scope_device = 1,
    thread_scope_block = 2,
    thread_scope_thread = 10
};

using ::std::memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_consume;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;

} // namespace cuda

namespace scanlab::sim {

SCANLAB_UNOBSERVED constexpr MemoryOrder memory_order_of(std::memory_order order) {
    switch (order) {
    case std::memory_order_relaxed:
        return MemoryOrder::relaxed;
    case std::memory_order_consume:
    case std::memory_order_acquire:
        return MemoryOrder::acquire;
    case std::memory_order_release:
        return MemoryOrder::release;
    case std::memory_order_acq_rel:
        return MemoryOrder::acq_rel;
    case std::memory_order_seq_cst:
        break;
    }
    return MemoryOrder::seq_cst;
}

/// The member functions that atomic and atomic_ref share, for volatile ones as well. `Self::address()`
/// says where the value is.
template <class Self, class T, Scope SCOPE>
class AtomicInterface {
    static_assert(__is_trivially_copyable(T));
    static_assert(sizeof(T) <= 16 && (sizeof(T) & (sizeof(T) - 1)) == 0,
                  "atomic values have 1, 2, 4, 8 or 16 bytes");

    static constexpr bool is_integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;
    static constexpr bool is_number = is_integer || std::is_floating_point_v<T>;
    static constexpr bool is_pointer = std::is_pointer_v<T>;
    using Order = std::memory_order;
    static constexpr Order strongest = std::memory_order_seq_cst;

    SCANLAB_UNOBSERVED T* address() const volatile {
        return const_cast<const Self*>(static_cast<const volatile Self*>(this))->address();
    }

    template <class Operation, class Operand>
    SCANLAB_CALL_SITE T update(Operand operand, Order order) const volatile noexcept {
        return atomic_update<Operation>(address(), operand, memory_order_of(order), SCOPE);
    }

public:
    using value_type = T;
    using difference_type = std::conditional_t<is_pointer, std::ptrdiff_t, T>;

    static constexpr bool is_always_lock_free = sizeof(T) <= 8;
    static constexpr std::size_t required_alignment = sizeof(T);
    bool is_lock_free() const volatile noexcept { return is_always_lock_free; }

    SCANLAB_CALL_SITE T load(Order order = strongest) const volatile noexcept {
        return atomic_load(address(), memory_order_of(order), SCOPE);
    }
    SCANLAB_CALL_SITE void store(T value, Order order = strongest) const volatile noexcept {
        atomic_store(address(), value, memory_order_of(order), SCOPE);
    }
    SCANLAB_CALL_SITE T exchange(T value, Order order = strongest) const volatile noexcept {
        return update<operation::Exchange>(value, order);
    }

    SCANLAB_CALL_SITE bool compare_exchange_strong(T& expected, T desired, Order success, Order) const
        volatile noexcept {
        const T found =
            atomic_compare_exchange(address(), expected, desired, memory_order_of(success), SCOPE);
        const bool exchanged = same_bits(found, expected);
        if (!exchanged) expected = found;
        return exchanged;
    }
    SCANLAB_CALL_SITE bool compare_exchange_strong(T& expected, T desired,
                                                   Order order = strongest) const volatile noexcept {
        return compare_exchange_strong(expected, desired, order, order);
    }
    SCANLAB_CALL_SITE bool compare_exchange_weak(T& expected, T desired, Order success,
                                                 Order failure) const volatile noexcept {
        return compare_exchange_strong(expected, desired, success, failure);
    }
    SCANLAB_CALL_SITE bool compare_exchange_weak(T& expected, T desired, Order order = strongest) const
        volatile noexcept {
        return compare_exchange_strong(expected, desired, order, order);
    }

    SCANLAB_CALL_SITE T fetch_add(difference_type operand, Order order = strongest) const
        volatile noexcept requires(is_number || is_pointer) {
        return update<operation::Add>(operand, order);
    }
    SCANLAB_CALL_SITE T fetch_sub(difference_type operand, Order order = strongest) const
        volatile noexcept requires(is_number || is_pointer) {
        return update<operation::Subtract>(operand, order);
    }
    SCANLAB_CALL_SITE T fetch_min(T operand, Order order = strongest) const
        volatile noexcept requires is_number {
        return update<operation::Min>(operand, order);
    }
    SCANLAB_CALL_SITE T fetch_max(T operand, Order order = strongest) const
        volatile noexcept requires is_number {
        return update<operation::Max>(operand, order);
    }
    SCANLAB_CALL_SITE T fetch_and(T operand, Order order = strongest) const
        volatile noexcept requires is_integer {
        return update<operation::And>(operand, order);
    }
    SCANLAB_CALL_SITE T fetch_or(T operand, Order order = strongest) const
        volatile noexcept requires is_integer {
        return update<operation::Or>(operand, order);
    }
    SCANLAB_CALL_SITE T fetch_xor(T operand, Order order = strongest) const
        volatile noexcept requires is_integer {
        return update<operation::Xor>(operand, order);
    }

    SCANLAB_CALL_SITE operator T() const volatile noexcept { return load(); }
    SCANLAB_CALL_SITE T operator++() const volatile noexcept { return fetch_add(1) + 1; }
    SCANLAB_CALL_SITE T operator--() const volatile noexcept { return fetch_sub(1) - 1; }
    SCANLAB_CALL_SITE T operator++(int) const volatile noexcept { return fetch_add(1); }
    SCANLAB_CALL_SITE T operator--(int) const volatile noexcept { return fetch_sub(1); }
    SCANLAB_CALL_SITE T operator+=(difference_type operand) const volatile noexcept {
        return fetch_add(operand) + operand;
    }
    SCANLAB_CALL_SITE T operator-=(difference_type operand) const volatile noexcept {
        return fetch_sub(operand) - operand;
    }
    SCANLAB_CALL_SITE T operator&=(T operand) const volatile noexcept {
        return fetch_and(operand) & operand;
    }
    SCANLAB_CALL_SITE T operator|=(T operand) const volatile noexcept {
        return fetch_or(operand) | operand;
    }
    SCANLAB_CALL_SITE T operator^=(T operand) const volatile noexcept {
        return fetch_xor(operand) ^ operand;
    }

    /// Returns when the value is not `old` any more. Waiting is reading again and again, which lets
    /// others run, so that there is nobody to notify.
    SCANLAB_CALL_SITE void wait(T old, Order order = strongest) const volatile noexcept {
        while (same_bits(load(order), old)) {}
    }
    SCANLAB_CALL_SITE void notify_one() const volatile noexcept {}
    SCANLAB_CALL_SITE void notify_all() const volatile noexcept {}
};

} // namespace scanlab::sim

namespace cuda {

namespace detail {
constexpr scanlab::sim::Scope scope_of(thread_scope scope) {
    switch (scope) {
    case thread_scope_thread:
        return scanlab::sim::Scope::thread;
    case thread_scope_block:
        return scanlab::sim::Scope::block;
    case thread_scope_device:
        return scanlab::sim::Scope::device;
    case thread_scope_system:
        break;
    }
    return scanlab::sim::Scope::system;
}
template <class Self, class T, thread_scope SCOPE>
using AtomicInterface = scanlab::sim::AtomicInterface<Self, T, scope_of(SCOPE)>;
} // namespace detail

template <class T, thread_scope SCOPE = thread_scope_system>
class atomic_ref : public detail::AtomicInterface<atomic_ref<T, SCOPE>, T, SCOPE> {
public:
    explicit atomic_ref(T& value) noexcept : address_(&value) {}
    SCANLAB_CALL_SITE T operator=(T value) const noexcept {
        this->store(value);
        return value;
    }
    atomic_ref& operator=(const atomic_ref&) = delete;
    atomic_ref(const atomic_ref&) = default;

private:
    friend detail::AtomicInterface<atomic_ref<T, SCOPE>, T, SCOPE>;
    SCANLAB_UNOBSERVED T* address() const { return address_; }
    T* address_;
};

template <class T, thread_scope SCOPE = thread_scope_system>
class atomic : public detail::AtomicInterface<atomic<T, SCOPE>, T, SCOPE> {
public:
    atomic() noexcept = default;
    constexpr atomic(T value) noexcept : value_(value) {}
    SCANLAB_CALL_SITE T operator=(T value) noexcept {
        this->store(value);
        return value;
    }
    atomic(const atomic&) = delete;
    atomic& operator=(const atomic&) = delete;

private:
    friend detail::AtomicInterface<atomic<T, SCOPE>, T, SCOPE>;
    SCANLAB_UNOBSERVED T* address() const { return &value_; }
    alignas(sizeof(T)) mutable T value_;
};

SCANLAB_CALL_SITE void atomic_thread_fence(memory_order order,
                                           thread_scope scope = thread_scope_system) {
    scanlab::sim::fence(scanlab::sim::memory_order_of(order), detail::scope_of(scope));
}

} // namespace cuda
