/// \file
/// Texture references, as CUDA had them before version 12: variables that the host binds to memory, and
/// kernels name. The translator puts TextureReference in place of `texture`.
#pragma once

#include "array_api.hpp"
#include "textures.hpp"

#include <climits>

constexpr int cudaTextureType1D = 1, cudaTextureType2D = 2, cudaTextureType3D = 3,
              cudaTextureTypeCubemap = 0x0C, cudaTextureType1DLayered = 0xF1,
              cudaTextureType2DLayered = 0xF2;

struct textureReference {
    int normalized;
    cudaTextureFilterMode filterMode;
    cudaTextureAddressMode addressMode[3];
    cudaChannelFormatDesc channelDesc;
};

namespace scanlab::sim {

/// How many bytes of device memory there are from here on.
std::size_t bytes_to_end(const void* pointer);

template <class T, int TYPE = cudaTextureType1D, cudaTextureReadMode MODE = cudaReadModeElementType>
class TextureReference : public textureReference {
public:
    using Element = T;
    using Result = std::conditional_t<MODE == cudaReadModeNormalizedFloat, Normalized<T>, T>;

    explicit TextureReference(int normalized = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
                              cudaTextureAddressMode mode = cudaAddressModeClamp)
        : textureReference{normalized, filter, {mode, mode, mode}, cudaCreateChannelDesc<T>()} {}

    SCANLAB_UNOBSERVED cudaTextureObject_t object() const { return object_; }
    cudaTextureObject_t* place() const { return &object_; }
    cudaTextureDesc description() const {
        cudaTextureDesc result{};
        for (int i = 0; i < 3; ++i) result.addressMode[i] = addressMode[i];
        result.filterMode = filterMode;
        result.readMode = MODE;
        result.normalizedCoords = normalized;
        return result;
    }

private:
    mutable cudaTextureObject_t object_ = 0; ///< while it is bound
};

} // namespace scanlab::sim

// --- binding -------------------------------------------------------------------------------------

#define SCANLAB_REFERENCE                                                                              \
    template <class T, int TYPE, cudaTextureReadMode MODE>                                             \
    SCANLAB_CALL_SITE
#define SCANLAB_OF_TYPE const scanlab::sim::TextureReference<T, TYPE, MODE>&
#define SCANLAB_POINTER_TO_TYPE const scanlab::sim::TextureReference<T, TYPE, MODE>*

SCANLAB_REFERENCE cudaError_t cudaBindTexture(size_t* offset, SCANLAB_OF_TYPE texture,
                                              const void* pointer, const cudaChannelFormatDesc& format,
                                              size_t bytes = UINT_MAX) {
    if (offset) *offset = 0;
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear = {const_cast<void*>(pointer), format,
                           bytes == UINT_MAX ? scanlab::sim::bytes_to_end(pointer) : bytes};
    const cudaTextureDesc description = texture.description();
    return cudaCreateTextureObject(texture.place(), &resource, &description, nullptr);
}
SCANLAB_REFERENCE cudaError_t cudaBindTexture(size_t* offset, SCANLAB_OF_TYPE texture,
                                              const void* pointer, size_t bytes = UINT_MAX) {
    return cudaBindTexture(offset, texture, pointer, texture.channelDesc, bytes);
}
SCANLAB_REFERENCE cudaError_t cudaBindTexture2D(size_t* offset, SCANLAB_OF_TYPE texture,
                                                const void* pointer,
                                                const cudaChannelFormatDesc& format, size_t width,
                                                size_t height, size_t pitch) {
    if (offset) *offset = 0;
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D = {const_cast<void*>(pointer), format, width, height, pitch};
    const cudaTextureDesc description = texture.description();
    return cudaCreateTextureObject(texture.place(), &resource, &description, nullptr);
}
SCANLAB_REFERENCE cudaError_t cudaBindTexture2D(size_t* offset, SCANLAB_OF_TYPE texture,
                                                const void* pointer, size_t width, size_t height,
                                                size_t pitch) {
    return cudaBindTexture2D(offset, texture, pointer, texture.channelDesc, width, height, pitch);
}
SCANLAB_REFERENCE cudaError_t cudaBindTextureToArray(SCANLAB_OF_TYPE texture, cudaArray_const_t array) {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = const_cast<cudaArray_t>(array);
    const cudaTextureDesc description = texture.description();
    return cudaCreateTextureObject(texture.place(), &resource, &description, nullptr);
}
SCANLAB_REFERENCE cudaError_t cudaBindTextureToArray(SCANLAB_OF_TYPE texture, cudaArray_const_t array,
                                                     const cudaChannelFormatDesc&) {
    return cudaBindTextureToArray(texture, array);
}
SCANLAB_REFERENCE cudaError_t cudaUnbindTexture(SCANLAB_OF_TYPE texture) {
    const cudaTextureObject_t object = texture.object();
    *texture.place() = 0;
    return cudaDestroyTextureObject(object);
}

// As programs in C have it.
SCANLAB_REFERENCE cudaError_t cudaBindTexture(size_t* offset, SCANLAB_POINTER_TO_TYPE texture,
                                              const void* pointer, const cudaChannelFormatDesc* format,
                                              size_t bytes = UINT_MAX) {
    return cudaBindTexture(offset, *texture, pointer, *format, bytes);
}
SCANLAB_REFERENCE cudaError_t cudaBindTexture2D(size_t* offset, SCANLAB_POINTER_TO_TYPE texture,
                                                const void* pointer,
                                                const cudaChannelFormatDesc* format, size_t width,
                                                size_t height, size_t pitch) {
    return cudaBindTexture2D(offset, *texture, pointer, *format, width, height, pitch);
}
SCANLAB_REFERENCE cudaError_t cudaBindTextureToArray(SCANLAB_POINTER_TO_TYPE texture,
                                                     cudaArray_const_t array,
                                                     const cudaChannelFormatDesc*) {
    return cudaBindTextureToArray(*texture, array);
}
SCANLAB_REFERENCE cudaError_t cudaUnbindTexture(SCANLAB_POINTER_TO_TYPE texture) {
    return cudaUnbindTexture(*texture);
}

// --- fetches -------------------------------------------------------------------------------------

#define SCANLAB_REFERENCE_FETCH(name, parameters, ...)                                                 \
    SCANLAB_REFERENCE auto name(SCANLAB_OF_TYPE texture, SCANLAB_UNPACK parameters) {                  \
        return name<typename scanlab::sim::TextureReference<T, TYPE, MODE>::Result>(texture.object(),  \
                                                                                    __VA_ARGS__);      \
    }
#define SCANLAB_UNPACK(...) __VA_ARGS__
SCANLAB_REFERENCE_FETCH(tex1Dfetch, (int index), index)
SCANLAB_REFERENCE_FETCH(tex1D, (float x), x)
SCANLAB_REFERENCE_FETCH(tex2D, (float x, float y), x, y)
SCANLAB_REFERENCE_FETCH(tex3D, (float x, float y, float z), x, y, z)
SCANLAB_REFERENCE_FETCH(tex1DLayered, (float x, int layer), x, layer)
SCANLAB_REFERENCE_FETCH(tex2DLayered, (float x, float y, int layer), x, y, layer)
SCANLAB_REFERENCE_FETCH(texCubemap, (float x, float y, float z), x, y, z)
#undef SCANLAB_REFERENCE_FETCH
#undef SCANLAB_UNPACK
#undef SCANLAB_REFERENCE
#undef SCANLAB_OF_TYPE
#undef SCANLAB_POINTER_TO_TYPE
