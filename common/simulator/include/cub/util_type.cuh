/// \file
/// CUB's types that stand for something: no value, a pair, two buffers that swap roles.
#pragma once

#include <cuda_bf16.h> // as NVIDIA's does
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstddef>
#include <iterator>
#include <limits>
#include <type_traits>

#ifndef CUB_NS_QUALIFIER
#define CUB_NS_QUALIFIER ::cub
#define CUB_NAMESPACE_BEGIN namespace cub {
#define CUB_NAMESPACE_END }
#endif
#define CUB_RUNTIME_FUNCTION __host__ __device__
#define CUB_VERSION 101702
#define CUB_MIN(a, b) (((a) > (b)) ? (b) : (a))
#define CUB_MAX(a, b) (((a) > (b)) ? (a) : (b))
#define CUB_QUOTIENT_FLOOR(x, y) ((x) / (y))
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y)-1) / (y))
#define CUB_ROUND_UP_NEAREST(x, y) ((((x) + (y)-1) / (y)) * (y))
#define CUB_ROUND_DOWN_NEAREST(x, y) (((x) / (y)) * (y))
#define CUB_STATIC_ASSERT(condition, message) static_assert(condition, message)
#define CUB_PTX_WARP_THREADS 32
#define CUB_LOG_WARP_THREADS(version) 5
#define CUB_WARP_THREADS(version) 32

namespace cub {

struct NullType {
    template <class T>
    NullType& operator=(const T&) {
        return *this;
    }
    bool operator==(const NullType&) const { return true; }
    bool operator!=(const NullType&) const { return false; }
};

enum Category { NOT_A_NUMBER, SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING_POINT };

namespace detail {
template <class T>
constexpr bool is_small_float = std::is_same_v<T, __half> || std::is_same_v<T, __nv_bfloat16>;
template <std::size_t BYTES>
struct UnsignedOf {
    using Type = NullType;
};
template <>
struct UnsignedOf<1> {
    using Type = unsigned char;
};
template <>
struct UnsignedOf<2> {
    using Type = unsigned short;
};
template <>
struct UnsignedOf<4> {
    using Type = unsigned int;
};
template <>
struct UnsignedOf<8> {
    using Type = unsigned long long;
};
} // namespace detail

template <Category CATEGORY_, bool PRIMITIVE_, bool NULL_TYPE_, class UnsignedBits_, class T>
struct BaseTraits {
    static constexpr Category CATEGORY = CATEGORY_;
    enum { PRIMITIVE = PRIMITIVE_, NULL_TYPE = NULL_TYPE_ };
    using UnsignedBits = UnsignedBits_;
    static T Max() { return std::numeric_limits<T>::max(); }
    static T Lowest() { return std::numeric_limits<T>::lowest(); }
};

namespace detail {
template <class T>
constexpr Category category_of = std::is_floating_point_v<T> || is_small_float<T> ? FLOATING_POINT
                                 : !std::is_integral_v<T>                         ? NOT_A_NUMBER
                                 : std::is_signed_v<T>                            ? SIGNED_INTEGER
                                                                                  : UNSIGNED_INTEGER;
template <class T, bool IS_NUMBER = category_of<T> != NOT_A_NUMBER>
using TraitsOf = BaseTraits<category_of<T>, IS_NUMBER, std::is_same_v<T, NullType>,
                            typename UnsignedOf<IS_NUMBER ? sizeof(T) : 0>::Type, T>;
} // namespace detail

/// What kind of number T is, and the unsigned integer with as many bits. Programs specialise this and
/// the next for numbers of their own.
template <class T>
struct NumericTraits : detail::TraitsOf<T> {};
template <class T>
struct FpLimits;
template <class T>
struct Traits : NumericTraits<std::remove_cv_t<T>> {};

template <class Key_, class Value_>
struct KeyValuePair {
    using Key = Key_;
    using Value = Value_;
    Key key;
    Value value;
    KeyValuePair() = default;
    KeyValuePair(const Key& k, const Value& v) : key(k), value(v) {}
    bool operator==(const KeyValuePair& b) const { return key == b.key && value == b.value; }
    bool operator!=(const KeyValuePair& b) const { return !(*this == b); }
};

template <class T>
struct DoubleBuffer {
    T* d_buffers[2] = {nullptr, nullptr};
    int selector = 0;
    DoubleBuffer() = default;
    DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate} {}
    T* Current() { return d_buffers[selector]; }
    T* Alternate() { return d_buffers[selector ^ 1]; }
};

template <int N>
struct Int2Type {
    enum { VALUE = N };
};
template <bool B>
using BoolConstant = std::bool_constant<B>;
template <bool B, class A, class C>
struct If {
    using Type = std::conditional_t<B, A, C>;
};
template <class A, class B>
struct Equals {
    enum { VALUE = std::is_same_v<A, B>, NEGATE = !VALUE };
};
template <int N>
struct Log2 {
    enum { VALUE = N <= 1 ? 0 : 1 + Log2<(N + 1) / 2>::VALUE };
};
template <>
struct Log2<1> {
    enum { VALUE = 0 };
};
template <>
struct Log2<0> {
    enum { VALUE = 0 };
};
template <int N>
struct PowerOfTwo {
    enum { VALUE = (N & (N - 1)) == 0 };
};
template <class T, int N>
struct ArrayWrapper {
    T array[N];
};

/// Memory for an object that is never constructed, as in a union of several collectives' storage.
template <class T>
struct Uninitialized {
    alignas(T) unsigned char storage[sizeof(T)];
    T& Alias() { return *reinterpret_cast<T*>(storage); }
};

namespace detail {

/// N objects, likewise.
template <class T, int N>
struct Cells {
    alignas(T) unsigned char storage[N * sizeof(T)];
    T& operator[](int i) { return *(reinterpret_cast<T*>(storage) + i); }
};

template <class Iterator>
using value_of = std::remove_cv_t<typename std::iterator_traits<Iterator>::value_type>;

} // namespace detail
} // namespace cub
