/// \file
/// `cuda::annotated_ptr` and `cuda::access_property`: hints for caches, which the simulator has none
/// of.
#pragma once

#include "cuda_barrier.hpp"

#include <cstddef>

namespace cuda {

class access_property {
public:
    struct shared {};
    struct global {};
    struct normal {};
    struct streaming {};
    struct persisting {};

    constexpr access_property() = default;
    constexpr access_property(global) {}
    constexpr access_property(normal) {}
    constexpr access_property(streaming) {}
    constexpr access_property(persisting) {}
    template <class Hit>
    constexpr access_property(Hit, float) {}
    template <class Hit, class Miss>
    constexpr access_property(Hit, float, Miss) {}
    template <class Hit>
    constexpr access_property(const void*, std::size_t, std::size_t, Hit) {}
    template <class Hit, class Miss>
    constexpr access_property(const void*, std::size_t, std::size_t, Hit, Miss) {}
};

template <class T, class Property>
class annotated_ptr {
public:
    using value_type = T;
    using pointer = T*;
    using reference = T&;
    using difference_type = std::ptrdiff_t;

    constexpr annotated_ptr() = default;
    constexpr explicit annotated_ptr(T* pointer) : pointer_(pointer) {}
    template <class Any>
    constexpr annotated_ptr(T* pointer, Any) : pointer_(pointer) {}
    template <class U, class Other>
    constexpr annotated_ptr(const annotated_ptr<U, Other>& other) : pointer_(other.get()) {}

    SCANLAB_UNOBSERVED constexpr T* get() const { return pointer_; }
    SCANLAB_UNOBSERVED constexpr T& operator*() const { return *pointer_; }
    SCANLAB_UNOBSERVED constexpr T* operator->() const { return pointer_; }
    SCANLAB_UNOBSERVED constexpr T& operator[](std::ptrdiff_t i) const { return pointer_[i]; }
    SCANLAB_UNOBSERVED constexpr std::ptrdiff_t operator-(annotated_ptr other) const {
        return pointer_ - other.pointer_;
    }
    SCANLAB_UNOBSERVED constexpr explicit operator bool() const { return pointer_ != nullptr; }
    SCANLAB_UNOBSERVED constexpr Property __property() const { return {}; }

private:
    T* pointer_ = nullptr;
};

template <class T, class Property>
constexpr T* associate_access_property(T* pointer, Property) {
    return pointer;
}
template <class Shape>
void apply_access_property(const volatile void*, const Shape&, access_property::persisting) {}
template <class Shape>
void apply_access_property(const volatile void*, const Shape&, access_property::normal) {}
inline void discard_memory(volatile void*, std::size_t) {}

template <class To, class From, class Property, class Shape, class Sync>
SCANLAB_CALL_SITE auto memcpy_async(To* to, annotated_ptr<From, Property> from, Shape bytes,
                                    Sync& until) {
    return memcpy_async(to, from.get(), bytes, until);
}
template <class Group, class To, class From, class Property, class Shape, class Sync>
SCANLAB_CALL_SITE auto memcpy_async(const Group& group, To* to, annotated_ptr<From, Property> from,
                                    Shape bytes, Sync& until) {
    return memcpy_async(group, to, from.get(), bytes, until);
}

} // namespace cuda
