/// \file
/// Device memory, and single elements of it. On the host they go through the runtime API, which knows
/// what may be copied.
#pragma once

#include "execution_policy.h"

#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/cuda/error.h>

#include <cstdlib>
#include <new>

namespace thrust::cuda_cub {

template <class Policy>
void* malloc(execution_policy<Policy>&, std::size_t bytes) {
    if (scanlab::sim::in_kernel()) return std::malloc(bytes);
    void* pointer = nullptr;
    if (cudaMalloc(&pointer, bytes) != cudaSuccess) cudaGetLastError(); // Thrust throws
    return pointer;
}

template <class Policy, class Pointer>
void free(execution_policy<Policy>&, Pointer pointer) {
    void* const raw = thrust::raw_pointer_cast(pointer);
    if (scanlab::sim::in_kernel()) return std::free(raw);
    throw_on_error(cudaFree(raw), "cudaFree()");
}

/// An element, wherever it lies: a copy of its bits.
template <class T>
class element {
public:
    explicit element(const T* from) {
        throw_on_error(cudaMemcpy(bits_, from, sizeof(T), cudaMemcpyDefault), "reading an element");
    }
    void store(T* to) const {
        throw_on_error(cudaMemcpy(to, bits_, sizeof(T), cudaMemcpyDefault), "writing an element");
    }
    T& value() { return *std::launder(reinterpret_cast<T*>(bits_)); }

private:
    alignas(T) unsigned char bits_[sizeof(T)];
};

template <class Policy, class Pointer>
auto get_value(execution_policy<Policy>&, Pointer from) {
    using T = typename thrust::iterator_value<Pointer>::type;
    const T* const raw = thrust::raw_pointer_cast(from);
    if (scanlab::sim::in_kernel()) return T(*raw);
    return T(element<T>(raw).value());
}

template <class Target, class Source>
void assign(Target* to, const Source* from) {
    if (scanlab::sim::in_kernel())
        *to = *from;
    else if constexpr (std::is_same_v<Target, Source>)
        element<Target>(from).store(to);
    else {
        const Target converted = static_cast<Target>(element<Source>(from).value());
        throw_on_error(cudaMemcpy(to, &converted, sizeof converted, cudaMemcpyDefault),
                       "writing an element");
    }
}
template <class Policy, class Target, class Source>
void assign_value(execution_policy<Policy>&, Target to, Source from) {
    assign(thrust::raw_pointer_cast(to), thrust::raw_pointer_cast(from));
}
template <class From, class To, class Target, class Source>
void assign_value(cross_system<From, To>&, Target to, Source from) {
    assign(thrust::raw_pointer_cast(to), thrust::raw_pointer_cast(from));
}

template <class Policy, class Pointer>
void iter_swap(execution_policy<Policy>&, Pointer a, Pointer b) {
    using T = typename thrust::iterator_value<Pointer>::type;
    T *const raw_a = thrust::raw_pointer_cast(a), *const raw_b = thrust::raw_pointer_cast(b);
    if (scanlab::sim::in_kernel()) {
        using std::swap;
        return swap(*raw_a, *raw_b);
    }
    const element<T> of_a(raw_a), of_b(raw_b);
    of_a.store(raw_b);
    of_b.store(raw_a);
}

} // namespace thrust::cuda_cub
