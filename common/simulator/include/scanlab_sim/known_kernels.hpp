/// \file
/// Kernels that are launched by a pointer to void, or later: what their parameters are is written down
/// while their type is known.
#pragma once

#include "../driver_types.h"
#include "core.hpp"

#include <type_traits>
#include <utility>

namespace scanlab::sim {

/// How a kernel with certain parameters is launched with pointers to its arguments.
struct KernelSignature {
    void (*launch)(const char* name, const void* kernel, const LaunchConfig& config, void** arguments);
    const std::size_t* sizes; ///< of the parameters, in bytes
    std::size_t count;
};
template <class... Parameters>
SCANLAB_UNOBSERVED KernelSignature signature_of(void (*)(Parameters...));

void know_kernel(const void* kernel, const KernelSignature& signature);
/// Launches a kernel that is known. One that is not is told to the user.
cudaError_t launch_known(const void* kernel, const LaunchConfig& config, void** arguments);

/// Launches a kernel, or writes the launch into the graph for which its stream is captured.
void submit(const char* name, const void* kernel, const KernelSignature& signature,
            const LaunchConfig& config, void** arguments);

/// What stands in a cast to a pointer to void.
template <class T>
SCANLAB_UNOBSERVED T&& known_kernel(T&& value) {
    using Pointer = std::decay_t<T>;
    if constexpr (std::is_pointer_v<Pointer> && std::is_function_v<std::remove_pointer_t<Pointer>>)
        if constexpr (requires(Pointer kernel) { signature_of(kernel); })
            know_kernel(reinterpret_cast<const void*>(static_cast<Pointer>(value)),
                        signature_of(value));
    return static_cast<T&&>(value);
}

} // namespace scanlab::sim
