/// \file
/// The types of which a texture's or a surface's elements can be.
#pragma once

#include "../texture_types.h"
#include "../vector_types.h"

#include <type_traits>

namespace scanlab::sim {

struct TexelType {
    int channels, channel_bytes;
    cudaChannelFormatKind kind;
    constexpr int bytes() const { return channels * channel_bytes; }
};

/// The scalar itself, or what a vector consists of.
template <class T>
constexpr auto channel_of() {
    if constexpr (std::is_arithmetic_v<T>)
        return T();
    else
        return decltype(T::x)();
}

template <class T>
constexpr TexelType texel_type() {
    using Channel = decltype(channel_of<T>());
    return {sizeof(T) / sizeof(Channel), sizeof(Channel),
            std::is_floating_point_v<Channel> ? cudaChannelFormatKindFloat
            : std::is_signed_v<Channel>       ? cudaChannelFormatKindSigned
                                              : cudaChannelFormatKindUnsigned};
}

/// What a fetch returns that has been made a float: as many channels of the type float.
template <class T>
using Normalized = std::conditional_t<
    sizeof(T) == sizeof(decltype(channel_of<T>())), float,
    std::conditional_t<sizeof(T) == 2 * sizeof(decltype(channel_of<T>())), float2, float4>>;

} // namespace scanlab::sim
