/// \file
/// The type by which Thrust knows that an algorithm is the device's.
#pragma once

#include <thrust/detail/allocator_aware_execution_policy.h>
#include <thrust/detail/config.h>
#include <thrust/detail/execution_policy.h>
#include <thrust/system/cpp/detail/execution_policy.h>

// Newer Thrusts use these instead of their own.
#include <cuda/functional>
#include <cuda/std/cmath>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <cuda_runtime.h>

namespace thrust {

namespace cuda_cub {

struct tag;
template <class>
struct execution_policy;
template <>
struct execution_policy<tag> : thrust::execution_policy<tag> {
    using tag_type = tag;
};
struct tag : execution_policy<tag>,
             thrust::detail::allocator_aware_execution_policy<execution_policy> {};
template <class Derived>
struct execution_policy : thrust::execution_policy<Derived> {
    using tag_type = tag;
    operator tag() const { return {}; }
};

/// Of algorithms that read on one side and write on the other: copies.
template <class From, class To>
struct cross_system : thrust::execution_policy<cross_system<From, To>> {
    From& from;
    To& to;
    cross_system(From& from_, To& to_) : from(from_), to(to_) {}
};

template <class From, class To>
auto select_system(const execution_policy<From>& from, const thrust::cpp::execution_policy<To>& to) {
    return cross_system<From, To>(thrust::detail::derived_cast(thrust::detail::strip_const(from)),
                                  thrust::detail::derived_cast(thrust::detail::strip_const(to)));
}
template <class From, class To>
auto select_system(const thrust::cpp::execution_policy<From>& from, const execution_policy<To>& to) {
    return cross_system<From, To>(thrust::detail::derived_cast(thrust::detail::strip_const(from)),
                                  thrust::detail::derived_cast(thrust::detail::strip_const(to)));
}

// --- thrust::cuda::par
// -----------------------------------------------------------------------------------

template <class Derived>
class in_stream : public execution_policy<Derived> {
public:
    Derived on(cudaStream_t stream) const {
        Derived result = thrust::detail::derived_cast(*this);
        result.stream_ = stream;
        return result;
    }
    friend cudaStream_t stream_of(const in_stream& policy) { return policy.stream_; }

private:
    cudaStream_t stream_ = nullptr;
};
template <class Derived>
cudaStream_t stream_of(const execution_policy<Derived>&) {
    return nullptr;
}

struct par_in_stream : in_stream<par_in_stream> {};
struct par_t : execution_policy<par_t>, thrust::detail::allocator_aware_execution_policy<in_stream> {
    constexpr par_t() {}
    par_in_stream on(cudaStream_t stream) const { return par_in_stream().on(stream); }
};
static constexpr par_t par, par_nosync;

} // namespace cuda_cub

namespace system::cuda {
using cuda_cub::execution_policy, cuda_cub::tag, cuda_cub::par, cuda_cub::par_nosync;
namespace detail {
using cuda_cub::par_t;
}
} // namespace system::cuda
namespace cuda {
using cuda_cub::execution_policy, cuda_cub::tag, cuda_cub::par, cuda_cub::par_nosync;
}

} // namespace thrust
