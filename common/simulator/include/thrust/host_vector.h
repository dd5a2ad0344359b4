/// \file
/// A vector of the host, also from a list of elements, as newer Thrusts have it.
#pragma once

#include <thrust/detail/vector_base.h>

#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace thrust {

template <class T, class Allocator = std::allocator<T>>
class host_vector : public detail::vector_base<T, Allocator> {
    using Parent = detail::vector_base<T, Allocator>;

public:
    using Parent::Parent;
    using Parent::operator=;
    host_vector() = default;
    host_vector(const host_vector&) = default;
    host_vector(host_vector&&) = default;
    host_vector& operator=(const host_vector&) = default;
    host_vector& operator=(host_vector&&) = default;
    host_vector(const host_vector& other, const Allocator& allocator) : Parent(other, allocator) {}
    host_vector(host_vector&& other, const Allocator& allocator)
        : Parent(std::move(other), allocator) {}
    host_vector(std::initializer_list<T> list) : Parent(list.begin(), list.end()) {}
    host_vector(std::initializer_list<T> list, const Allocator& allocator)
        : Parent(list.begin(), list.end(), allocator) {}
    host_vector& operator=(std::initializer_list<T> list) {
        this->assign(list.begin(), list.end());
        return *this;
    }
};

template <class T, class Allocator>
void swap(host_vector<T, Allocator>& a, host_vector<T, Allocator>& b) {
    a.swap(b);
}

} // namespace thrust
