/// \file
/// A vector of the device, also from a list of elements, as newer Thrusts have it.
#pragma once

#include <thrust/detail/vector_base.h>
#include <thrust/device_allocator.h>

#include <initializer_list>
#include <utility>
#include <vector>

namespace thrust {

template <class T, class Allocator = thrust::device_allocator<T>>
class device_vector : public detail::vector_base<T, Allocator> {
    using Parent = detail::vector_base<T, Allocator>;

public:
    using Parent::Parent;
    using Parent::operator=;
    device_vector() = default;
    device_vector(const device_vector&) = default;
    device_vector(device_vector&&) = default;
    device_vector& operator=(const device_vector&) = default;
    device_vector& operator=(device_vector&&) = default;
    device_vector(const device_vector& other, const Allocator& allocator) : Parent(other, allocator) {}
    device_vector(device_vector&& other, const Allocator& allocator)
        : Parent(std::move(other), allocator) {}
    device_vector(std::initializer_list<T> list) : Parent(list.begin(), list.end()) {}
    device_vector(std::initializer_list<T> list, const Allocator& allocator)
        : Parent(list.begin(), list.end(), allocator) {}
    device_vector& operator=(std::initializer_list<T> list) {
        this->assign(list.begin(), list.end());
        return *this;
    }
};

template <class T, class Allocator>
void swap(device_vector<T, Allocator>& a, device_vector<T, Allocator>& b) {
    a.swap(b);
}

} // namespace thrust
