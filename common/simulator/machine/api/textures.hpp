/// \file
/// Texture and surface objects, and which elements a fetch reads: chapter "Texture Fetching" of the
/// CUDA C++ Programming Guide.
#pragma once

#include "machine/memory/arrays.hpp"
#include "scanlab_sim/textures.hpp"

namespace scanlab::sim {

/// What an object describes. Surfaces have no description.
struct Texture {
    cudaResourceDesc resource;
    cudaTextureDesc description;
    TexelType type;
    char* memory;
    cudaExtent extent; ///< in elements, each at least 1
    std::size_t pitch, slice;
    TextureShape shape; ///< what it can be fetched as
    const void* destroyed_at;
};

/// Null if there never was one.
Texture* texture_of(cudaTextureObject_t object);

/// Stops the kernel, in which the running thread uses a texture wrongly.
[[noreturn]] void stop_fetch(const std::string& message, const char* hint);

/// Linear filters weigh with steps of 1/256.
float rounded_weight(float weight);

} // namespace scanlab::sim
