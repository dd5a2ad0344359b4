/// \file
/// Copies between host and device, and within the device.
#pragma once

#include "kernels.h"
#include "memory.h"

#include <thrust/copy.h>
#include <thrust/distance.h>
#include <thrust/system/detail/generic/copy.h>
#include <thrust/type_traits/is_trivially_relocatable.h>

namespace thrust::detail {
template <class, class>
class temporary_array;
}

namespace thrust::cuda_cub {

/// Whether a copy is one of consecutive bytes.
template <class From, class To>
constexpr bool copies_bytes = thrust::is_indirectly_trivially_relocatable_to<From, To>::value;

template <class From, class Size, class To>
To copy_bytes(From first, Size n, To result) {
    if (n <= 0) return result;
    using T = typename thrust::iterator_value<From>::type;
    throw_on_error(cudaMemcpy(thrust::raw_pointer_cast(&*result), thrust::raw_pointer_cast(&*first),
                              static_cast<std::size_t>(n) * sizeof(T), cudaMemcpyDefault),
                   "thrust::copy()");
    return result + n;
}

template <class FromSystem, class ToSystem, class From, class Size, class To>
To copy_n(cross_system<FromSystem, ToSystem>& systems, From first, Size n, To result) {
    if constexpr (copies_bytes<From, To>) {
        return cuda_cub::copy_bytes(first, n, result);
    } else {
        // Each side reads and writes its own iterators; bytes pass from one to the other.
        using T = typename thrust::iterator_value<From>::type;
        thrust::detail::temporary_array<T, FromSystem> here(systems.from, first, n);
        thrust::detail::temporary_array<T, ToSystem> there(systems.to, n);
        cuda_cub::copy_bytes(thrust::raw_pointer_cast(here.data()), n,
                             thrust::raw_pointer_cast(there.data()));
        return thrust::copy_n(systems.to, there.begin(), n, result);
    }
}
template <class FromSystem, class ToSystem, class From, class To>
To copy(cross_system<FromSystem, ToSystem>& systems, From first, From last, To result) {
    return cuda_cub::copy_n(systems, first, thrust::distance(first, last), result);
}

template <class Policy, class From, class Size, class To>
To copy_n(execution_policy<Policy>& policy, From first, Size n, To result) {
    if constexpr (copies_bytes<From, To>)
        if (!scanlab::sim::in_kernel()) return cuda_cub::copy_bytes(first, n, result);
    return thrust::system::detail::generic::copy_n(policy, first, n, result);
}
template <class Policy, class From, class To>
To copy(execution_policy<Policy>& policy, From first, From last, To result) {
    return cuda_cub::copy_n(policy, first, thrust::distance(first, last), result);
}

} // namespace thrust::cuda_cub

#include <thrust/detail/temporary_array.h> // which includes algorithms
