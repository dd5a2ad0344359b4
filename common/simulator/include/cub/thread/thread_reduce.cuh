/// \file
/// What one thread does with its own items.
#pragma once

#include "thread_operators.cuh"

namespace cub {

template <int N, class T, class Operation>
T ThreadReduce(T* items, Operation operation) {
    T sum = items[0];
    for (int i = 1; i < N; ++i) sum = operation(sum, items[i]);
    return sum;
}
template <int N, class T, class Operation>
T ThreadReduce(T (&items)[N], Operation operation) {
    return ThreadReduce<N>(&items[0], operation);
}
template <int N, class T, class Operation>
T ThreadReduce(T (&items)[N], Operation operation, T prefix) {
    for (const T& item : items) prefix = operation(prefix, item);
    return prefix;
}

} // namespace cub
