/// \file
/// CUB's operators.
#pragma once

#include "../util_type.cuh"

#include <utility>

namespace cub {

struct Equality {
    template <class A, class B>
    bool operator()(const A& a, const B& b) const {
        return a == b;
    }
};
struct Inequality {
    template <class A, class B>
    bool operator()(const A& a, const B& b) const {
        return a != b;
    }
};
template <class Equal>
struct InequalityWrapper {
    Equal equal;
    explicit InequalityWrapper(Equal e) : equal(e) {}
    template <class A, class B>
    bool operator()(const A& a, const B& b) {
        return !equal(a, b);
    }
};
struct Sum {
    template <class A, class B>
    auto operator()(const A& a, const B& b) const {
        return static_cast<std::decay_t<decltype(a + b)>>(a + b);
    }
};
struct Difference {
    template <class A, class B>
    auto operator()(const A& a, const B& b) const {
        return a - b;
    }
};
struct Division {
    template <class A, class B>
    auto operator()(const A& a, const B& b) const {
        return a / b;
    }
};
struct Max {
    template <class A, class B>
    std::common_type_t<A, B> operator()(const A& a, const B& b) const {
        return a < b ? b : a;
    }
};
struct Min {
    template <class A, class B>
    std::common_type_t<A, B> operator()(const A& a, const B& b) const {
        return b < a ? b : a;
    }
};
/// Of equal values, the one with the smaller index.
struct ArgMax {
    template <class Pair>
    Pair operator()(const Pair& a, const Pair& b) const {
        return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};
struct ArgMin {
    template <class Pair>
    Pair operator()(const Pair& a, const Pair& b) const {
        return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};
template <class To>
struct CastOp {
    template <class From>
    To operator()(const From& a) const {
        return static_cast<To>(a);
    }
};
template <class Operation>
struct SwizzleScanOp {
    Operation operation;
    explicit SwizzleScanOp(Operation o) : operation(o) {}
    template <class T>
    T operator()(const T& a, const T& b) {
        return operation(b, a);
    }
};
/// Of pairs of a segment's number, or a flag of its head, and a value.
template <class Operation>
struct ReduceBySegmentOp {
    Operation operation;
    ReduceBySegmentOp() = default;
    explicit ReduceBySegmentOp(Operation o) : operation(o) {}
    template <class Pair>
    Pair operator()(const Pair& a, const Pair& b) {
        return {a.key + b.key, b.key ? b.value : operation(a.value, b.value)};
    }
};
template <class Operation>
struct ReduceByKeyOp {
    Operation operation;
    ReduceByKeyOp() = default;
    explicit ReduceByKeyOp(Operation o) : operation(o) {}
    template <class Pair>
    Pair operator()(const Pair& a, const Pair& b) {
        return {b.key, a.key == b.key ? operation(a.value, b.value) : b.value};
    }
};

} // namespace cub
