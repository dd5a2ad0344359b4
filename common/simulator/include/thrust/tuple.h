/// \file
/// Thrust's tuples. In newer versions they are `cuda::std`'s, whose `get()` programs call by that name.
#pragma once

#include_next <thrust/tuple.h>

#include <tuple>

namespace cuda::std {

using ::std::get;

template <::std::size_t I, class Head, class Tail>
constexpr decltype(auto) get(thrust::detail::cons<Head, Tail>& tuple) {
    return thrust::get<static_cast<int>(I)>(tuple);
}
template <::std::size_t I, class Head, class Tail>
constexpr decltype(auto) get(const thrust::detail::cons<Head, Tail>& tuple) {
    return thrust::get<static_cast<int>(I)>(tuple);
}

} // namespace cuda::std
