/// \file
/// Where vectors and temporary arrays get their memory from: the runtime API.
#pragma once

#include <thrust/mr/host_memory_resource.h>
#include <thrust/mr/memory_resource.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system/cuda/pointer.h>
#include <thrust/system/detail/bad_alloc.h>

#include <cstddef>

namespace thrust::system::cuda {

namespace detail {

template <cudaError_t (*ALLOCATE)(void**, std::size_t), cudaError_t (*FREE)(void*), class Pointer>
class cuda_memory_resource final : public mr::memory_resource<Pointer> {
public:
    Pointer do_allocate(std::size_t bytes, std::size_t) override {
        void* memory = nullptr;
        if (const cudaError_t error = ALLOCATE(&memory, bytes); error != cudaSuccess) {
            cudaGetLastError(); // it is thrown instead
            throw thrust::system::detail::bad_alloc(thrust::cuda_category().message(error).c_str());
        }
        return Pointer(memory);
    }
    void do_deallocate(Pointer memory, std::size_t, std::size_t) override {
        thrust::cuda_cub::throw_on_error(FREE(thrust::detail::pointer_traits<Pointer>::get(memory)),
                                         "freeing memory");
    }
};

inline cudaError_t allocate_device(void** memory, std::size_t bytes) {
    return cudaMalloc(memory, bytes);
}
inline cudaError_t allocate_managed(void** memory, std::size_t bytes) {
    return cudaMallocManaged(memory, bytes);
}
inline cudaError_t allocate_pinned(void** memory, std::size_t bytes) {
    return cudaMallocHost(memory, bytes);
}

} // namespace detail

using memory_resource =
    detail::cuda_memory_resource<detail::allocate_device, cudaFree, thrust::cuda::pointer<void>>;
using universal_memory_resource = detail::cuda_memory_resource<detail::allocate_managed, cudaFree,
                                                               thrust::cuda::universal_pointer<void>>;
using universal_host_pinned_memory_resource =
    detail::cuda_memory_resource<detail::allocate_pinned, cudaFreeHost,
                                 thrust::cuda::universal_pointer<void>>;

} // namespace thrust::system::cuda

namespace thrust::cuda {
using system::cuda::memory_resource, system::cuda::universal_memory_resource,
    system::cuda::universal_host_pinned_memory_resource;
}
