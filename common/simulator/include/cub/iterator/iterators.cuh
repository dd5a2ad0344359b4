/// \file
/// CUB's iterators.
#pragma once

#include "../thread/thread_load.cuh"
#include "../thread/thread_store.cuh"

#include <cstddef>
#include <iterator>

namespace cub {

namespace detail {

/// A random-access iterator that is a number, or another iterator; SELF says what to find at an offset.
template <class Self, class Base, class Value, class Reference = Value>
class indexed {
public:
    using self_type = Self;
    using difference_type = std::ptrdiff_t;
    using value_type = Value;
    using pointer = Value*;
    using reference = Reference;
    using iterator_category = std::random_access_iterator_tag;

    Reference operator*() const { return self().at(0); }
    template <class Distance>
    Reference operator[](Distance n) const {
        return self().at(static_cast<difference_type>(n));
    }
    Self& operator++() { return *this += 1; }
    Self operator++(int) {
        Self before = self();
        ++*this;
        return before;
    }
    Self& operator--() { return *this += -1; }
    template <class Distance>
    Self& operator+=(Distance n) {
        base = base + static_cast<difference_type>(n);
        return static_cast<Self&>(*this);
    }
    template <class Distance>
    Self& operator-=(Distance n) {
        return *this += -static_cast<difference_type>(n);
    }
    template <class Distance>
    Self operator+(Distance n) const {
        Self result = self();
        result += n;
        return result;
    }
    template <class Distance>
    requires std::is_integral_v<Distance> Self operator-(Distance n) const {
        return *this + -static_cast<difference_type>(n);
    }
    difference_type operator-(const indexed& b) const {
        return static_cast<difference_type>(base - b.base);
    }
    bool operator==(const indexed& b) const { return base == b.base; }
    bool operator!=(const indexed& b) const { return !(*this == b); }
    bool operator<(const indexed& b) const { return b - *this > 0; }

protected:
    explicit indexed(Base base_) : base(base_) {}
    Base base;

private:
    const Self& self() const { return static_cast<const Self&>(*this); }
};

} // namespace detail

template <class T, class Offset = std::ptrdiff_t>
class CountingInputIterator : public detail::indexed<CountingInputIterator<T, Offset>, T, T> {
public:
    explicit CountingInputIterator(T first) : detail::indexed<CountingInputIterator, T, T>(first) {}
    T at(std::ptrdiff_t n) const { return static_cast<T>(this->base + static_cast<T>(n)); }
};

template <class T, class Offset = std::ptrdiff_t>
class ConstantInputIterator
    : public detail::indexed<ConstantInputIterator<T, Offset>, std::ptrdiff_t, T> {
public:
    explicit ConstantInputIterator(T value)
        : detail::indexed<ConstantInputIterator, std::ptrdiff_t, T>(0), value_(value) {}
    T at(std::ptrdiff_t) const { return value_; }

private:
    T value_;
};

template <class T, class Function, class Iterator, class Offset = std::ptrdiff_t>
class TransformInputIterator
    : public detail::indexed<TransformInputIterator<T, Function, Iterator, Offset>, Iterator, T> {
public:
    TransformInputIterator(Iterator from, Function function)
        : detail::indexed<TransformInputIterator, Iterator, T>(from), function_(function) {}
    T at(std::ptrdiff_t n) const { return function_(this->base[n]); }

private:
    mutable Function function_;
};

template <class Iterator, class Offset = std::ptrdiff_t, class T = detail::value_of<Iterator>>
class ArgIndexInputIterator : public detail::indexed<ArgIndexInputIterator<Iterator, Offset, T>, Offset,
                                                     KeyValuePair<Offset, T>> {
public:
    explicit ArgIndexInputIterator(Iterator from, Offset first = 0)
        : detail::indexed<ArgIndexInputIterator, Offset, KeyValuePair<Offset, T>>(first), from_(from) {}
    KeyValuePair<Offset, T> at(std::ptrdiff_t n) const {
        const Offset i = this->base + static_cast<Offset>(n);
        return {i, from_[i]};
    }

private:
    Iterator from_;
};

template <CacheLoadModifier MODIFIER, class T, class Offset = std::ptrdiff_t>
class CacheModifiedInputIterator
    : public detail::indexed<CacheModifiedInputIterator<MODIFIER, T, Offset>, const T*, T> {
public:
    explicit CacheModifiedInputIterator(const T* from)
        : detail::indexed<CacheModifiedInputIterator, const T*, T>(from) {}
    T at(std::ptrdiff_t n) const { return ThreadLoad<MODIFIER>(this->base + n); }
};

template <CacheStoreModifier MODIFIER, class T, class Offset = std::ptrdiff_t>
class CacheModifiedOutputIterator
    : public detail::indexed<CacheModifiedOutputIterator<MODIFIER, T, Offset>, T*, T, T&> {
public:
    explicit CacheModifiedOutputIterator(T* to)
        : detail::indexed<CacheModifiedOutputIterator, T*, T, T&>(to) {}
    T& at(std::ptrdiff_t n) const { return this->base[n]; }
};

template <class Offset = std::ptrdiff_t>
class DiscardOutputIterator
    : public detail::indexed<DiscardOutputIterator<Offset>, std::ptrdiff_t, NullType> {
public:
    explicit DiscardOutputIterator(Offset first = 0)
        : detail::indexed<DiscardOutputIterator, std::ptrdiff_t, NullType>(first) {}
    NullType at(std::ptrdiff_t) const { return {}; }
};

} // namespace cub
