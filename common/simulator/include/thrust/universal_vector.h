/// \file
/// A vector whose elements the host and the device can reach, also from a list of elements, as newer
/// Thrusts have it.
#pragma once

#include <thrust/device_vector.h>
#include <thrust/universal_allocator.h>

namespace thrust {

template <class T, class Allocator = universal_allocator<T>>
using universal_vector = device_vector<T, Allocator>;

} // namespace thrust
namespace thrust::system::cuda {
using thrust::universal_vector;
} // namespace thrust::system::cuda
namespace thrust::cuda {
using thrust::universal_vector;
} // namespace thrust::cuda
