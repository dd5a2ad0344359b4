#include "machine/api/api.hpp"
#include "machine/api/textures.hpp"
#include "machine/memory/memory_checks.hpp"
#include "machine/memory/registry.hpp"

#include <algorithm>
#include <vector>

namespace scanlab::sim {

namespace {

/// By handle, which is the position and one more. None is given again.
std::vector<Texture>& textures() {
    static auto& all = *new std::vector<Texture>;
    return all;
}

TextureShape shape_of(const cudaArray& array) {
    const bool is_layered = (array.flags & cudaArrayLayered) != 0;
    if ((array.flags & cudaArrayCubemap) != 0)
        return is_layered ? TextureShape::cubemap_layered : TextureShape::cubemap;
    if (is_layered)
        return array.extent.height == 0 ? TextureShape::one_d_layered : TextureShape::two_d_layered;
    return array.extent.depth != 0    ? TextureShape::three_d
           : array.extent.height != 0 ? TextureShape::two_d
                                      : TextureShape::one_d;
}

cudaError_t take_array(Texture& texture, cudaArray_const_t array) {
    if (!is_array(array)) return cudaErrorInvalidResourceHandle;
    const auto present = [](std::size_t n) { return std::max<std::size_t>(n, 1); };
    texture.type = texel_type(array->format);
    texture.memory = array->memory;
    texture.extent = {array->extent.width, present(array->extent.height), present(array->extent.depth)};
    texture.pitch = array->pitch;
    texture.slice = array->slice;
    texture.shape = shape_of(*array);
    return cudaSuccess;
}

/// Where memory that is no array has to begin, and the distance of its rows.
constexpr std::size_t texture_alignment = 512, pitch_alignment = 32;

cudaError_t take_memory(Texture& texture, void* memory, const cudaChannelFormatDesc& format,
                        std::size_t bytes) {
    texture.type = texel_type(format);
    if (texture.type.channels == 0) return cudaErrorInvalidChannelDescriptor;
    texture.memory = static_cast<char*>(memory);
    if (registry().type_of(memory) == cudaMemoryTypeUnregistered ||
        registry().bytes_from(memory) < bytes) {
        report_inaccessible(Role::source, memory, bytes);
        return cudaErrorInvalidValue;
    }
    return cudaSuccess;
}

cudaError_t take_linear(Texture& texture) {
    const auto& linear = texture.resource.res.linear;
    texture.shape = TextureShape::linear;
    if (const cudaError_t error = take_memory(texture, linear.devPtr, linear.desc, linear.sizeInBytes))
        return error;
    texture.extent = {linear.sizeInBytes / static_cast<std::size_t>(texture.type.bytes()), 1, 1};
    return cudaSuccess;
}

cudaError_t take_pitched(Texture& texture) {
    const auto& pitched = texture.resource.res.pitch2D;
    if (pitched.width == 0 || pitched.height == 0 || pitched.pitchInBytes % pitch_alignment != 0 ||
        reinterpret_cast<std::uintptr_t>(pitched.devPtr) % texture_alignment != 0)
        return cudaErrorInvalidValue;
    texture.shape = TextureShape::two_d;
    texture.extent = {pitched.width, pitched.height, 1};
    texture.pitch = pitched.pitchInBytes;
    const std::size_t row = pitched.width * static_cast<std::size_t>(texel_type(pitched.desc).bytes());
    if (row > pitched.pitchInBytes) return cudaErrorInvalidValue;
    return take_memory(texture, pitched.devPtr, pitched.desc,
                       (pitched.height - 1) * pitched.pitchInBytes + row);
}

cudaError_t take_resource(Texture& texture) {
    switch (texture.resource.resType) {
    case cudaResourceTypeArray:
        return take_array(texture, texture.resource.res.array.array);
    case cudaResourceTypeLinear:
        return take_linear(texture);
    case cudaResourceTypePitch2D:
        return take_pitched(texture);
    case cudaResourceTypeMipmappedArray:
        return cudaErrorNotSupported;
    }
    return cudaErrorInvalidValue;
}

/// Directions into a cube become coordinates between 0 and 1. Others that are not normalised cannot go
/// round.
void adapt_coordinates(Texture& texture) {
    cudaTextureDesc& description = texture.description;
    if (texture.shape == TextureShape::cubemap || texture.shape == TextureShape::cubemap_layered)
        description.normalizedCoords = 1;
    if (description.normalizedCoords) return;
    for (cudaTextureAddressMode& mode : description.addressMode)
        if (mode != cudaAddressModeBorder) mode = cudaAddressModeClamp;
}

cudaError_t take_description(Texture& texture) {
    adapt_coordinates(texture);
    if (texture.description.sRGB) return cudaErrorNotSupported;
    const bool is_float = texture.type.kind == cudaChannelFormatKindFloat;
    if (texture.description.readMode == cudaReadModeNormalizedFloat)
        return is_float || texture.type.channel_bytes < 4 ? cudaSuccess : cudaErrorInvalidNormSetting;
    return is_float || texture.description.filterMode == cudaFilterModePoint
               ? cudaSuccess
               : cudaErrorInvalidFilterSetting;
}

cudaTextureObject_t add(const Texture& texture) {
    textures().push_back(texture);
    return textures().size();
}

cudaError_t destroy(cudaTextureObject_t object) {
    Texture* const texture = texture_of(object);
    if (!texture) return object == 0 ? cudaSuccess : cudaErrorInvalidValue;
    if (texture->destroyed_at) {
        report_destroyed_again("texture or surface object", texture->destroyed_at);
        return cudaErrorInvalidValue;
    }
    texture->destroyed_at = call_site();
    return cudaSuccess;
}

cudaError_t tell_resource(cudaResourceDesc* resource, cudaTextureObject_t object) {
    if (!resource || !texture_of(object)) return cudaErrorInvalidValue;
    *resource = texture_of(object)->resource;
    return cudaSuccess;
}

} // namespace

std::size_t bytes_to_end(const void* pointer) { return registry().bytes_from(pointer); }

Texture* texture_of(cudaTextureObject_t object) {
    return object - 1 < textures().size() ? &textures()[object - 1] : nullptr;
}

} // namespace scanlab::sim

using namespace scanlab::sim;

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* object, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description,
                                    const cudaResourceViewDesc* view) {
    return api_call([&] {
        if (!object || !resource || !description) return cudaErrorInvalidValue;
        if (view) return cudaErrorNotSupported;
        Texture texture{};
        texture.resource = *resource;
        texture.description = *description;
        if (const cudaError_t error = take_resource(texture)) return error;
        if (const cudaError_t error = take_description(texture)) return error;
        *object = add(texture);
        return cudaSuccess;
    });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
    return api_call([&] { return destroy(texture); });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t texture) {
    return api_call([&] { return tell_resource(resource, texture); });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* description, cudaTextureObject_t texture) {
    return api_call([&] {
        if (!description || !texture_of(texture)) return cudaErrorInvalidValue;
        *description = texture_of(texture)->description;
        return cudaSuccess;
    });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource) {
    return api_call([&] {
        if (!surface || !resource || resource->resType != cudaResourceTypeArray)
            return cudaErrorInvalidValue;
        Texture texture{};
        texture.resource = *resource;
        if (const cudaError_t error = take_resource(texture)) return error;
        *surface = add(texture);
        return cudaSuccess;
    });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
    return api_call([&] { return destroy(surface); });
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t surface) {
    return api_call([&] { return tell_resource(resource, surface); });
}
