/// \file
/// Kernels that are launched by a pointer to void, or later: what their parameters are is written down while their type is
/// known.
#pragma once

#include "../driver_types.h"
#include "core.hpp"

#include <memory>
#include <type_traits>
#include <utility>

namespace scanlab::sim {

/// How a kernel with certain parameters is launched with pointers to its arguments.
struct KernelSignature {
    void (*launch)(const void* kernel, const LaunchConfig& config, void** arguments);
    const std::size_t* sizes; ///< of the parameters, in bytes
    std::size_t count;
};

void know_kernel(const void* kernel, const KernelSignature& signature);
/// Launches a kernel that is known. One that is not is told to the user.
cudaError_t launch_known(const void* kernel, const LaunchConfig& config, void** arguments);

/// Whether what is submitted to the stream goes into a graph.
bool is_captured(Stream* stream);
void capture_launch(const void* kernel, const KernelSignature& signature, const LaunchConfig& config, void** arguments);

template <class... Parameters>
SCANLAB_UNOBSERVED void launch_kernel(const char* name, const LaunchConfig& config, void (*kernel)(Parameters...),
                                      const Parameters&... values);

template <class... Parameters>
SCANLAB_UNOBSERVED void launch_with_pointers(const void* kernel, const LaunchConfig& config, void** arguments) {
    [&]<std::size_t... I>(std::index_sequence<I...>) SCANLAB_UNOBSERVED {
        launch_kernel<Parameters...>(kernel_name(kernel), config,
                                     reinterpret_cast<void (*)(Parameters...)>(const_cast<void*>(kernel)),
                                     *static_cast<const Parameters*>(arguments[I])...);
    }
    (std::index_sequence_for<Parameters...>());
}

template <class... Parameters>
SCANLAB_UNOBSERVED KernelSignature signature_of(void (*)(Parameters...)) {
    static constexpr std::size_t sizes[] = {sizeof(Parameters)..., 0};
    return {&launch_with_pointers<Parameters...>, sizes, sizeof...(Parameters)};
}

template <class... Parameters>
SCANLAB_UNOBSERVED void capture(const LaunchConfig& config, void (*kernel)(Parameters...), const Parameters&... values) {
    void* arguments[] = {const_cast<void*>(static_cast<const volatile void*>(std::addressof(values)))..., nullptr};
    capture_launch(reinterpret_cast<const void*>(kernel), signature_of(kernel), config, arguments);
}

/// What stands in a cast to a pointer to void.
template <class T>
SCANLAB_UNOBSERVED T&& known_kernel(T&& value) {
    using Pointer = std::decay_t<T>;
    if constexpr (std::is_pointer_v<Pointer> && std::is_function_v<std::remove_pointer_t<Pointer>>)
        if constexpr (requires(Pointer kernel) { signature_of(kernel); })
            know_kernel(reinterpret_cast<const void*>(static_cast<Pointer>(value)), signature_of(value));
    return static_cast<T&&>(value);
}

} // namespace scanlab::sim
