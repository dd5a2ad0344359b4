/// \file
/// Scans of one thread's own items.
#pragma once

#include "thread_operators.cuh"

namespace cub {

template <int N, class T, class Operation>
T ThreadScanInclusive(T (&items)[N], T (&output)[N], Operation operation) {
    T sum = items[0];
    output[0] = sum;
    for (int i = 1; i < N; ++i) output[i] = sum = operation(sum, items[i]);
    return sum;
}
template <int N, class T, class Operation>
T ThreadScanInclusive(T (&items)[N], T (&output)[N], Operation operation, T prefix) {
    for (int i = 0; i < N; ++i) output[i] = prefix = operation(prefix, items[i]);
    return prefix;
}
template <int N, class T, class Operation>
T ThreadScanExclusive(T (&items)[N], T (&output)[N], Operation operation, T prefix) {
    for (int i = 0; i < N; ++i) {
        const T item = items[i];
        output[i] = prefix;
        prefix = operation(prefix, item);
    }
    return prefix;
}

} // namespace cub
