/// \file
/// Texture fetches and surface accesses. The runtime says which elements take part and with what
/// weights (machine/api/textures.hpp); they are read where the caller stands, so that they are observed
/// like its own.
#pragma once

#include "core.hpp"
#include "texels.hpp"

namespace scanlab::sim {

/// How many coordinates a fetch has, and what they mean.
enum class TextureShape {
    linear,
    one_d,
    two_d,
    three_d,
    one_d_layered,
    two_d_layered,
    cubemap,
    cubemap_layered
};

struct Coordinates {
    float x, y = 0, z = 0;
    int layer = 0;
};

/// A fetch in progress: up to eight elements.
class TextureFetch {
public:
    TextureFetch(TextureShape shape, cudaTextureObject_t texture, const Coordinates& at,
                 TexelType wanted);
    /// For linear memory, which is fetched by index.
    TextureFetch(cudaTextureObject_t texture, int index, TexelType wanted);
    /// Of a gather: this channel of each of the four elements that a linear filter would use.
    TextureFetch(cudaTextureObject_t texture, const Coordinates& at, int channel, TexelType wanted);

    /// The next element to be read, or null if there are no more.
    const void* next();
    int texel_bytes() const { return texel_bytes_; }
    void take(const void* texel);
    /// What the kernel gets, of the type that it wanted. (What was never set was found where the
    /// element was read.)
    template <class T>
    SCANLAB_UNOBSERVED T result() const {
        T result;
        finish(&result);
        return result;
    }

private:
    void finish(void* result) const;

    struct Part {
        const void* address; ///< null: it lies outside, where the border is
        float weight;
        alignas(16) unsigned char bits[16];
    };
    friend class Sampler;

    const struct Texture* texture_ = nullptr;
    TexelType wanted_;
    int texel_bytes_ = 0, parts_ = 0, next_ = 0, gathered_channel_ = -1;
    Part part_[8];
};

/// The element of a surface at these coordinates, `x` in bytes; null: there is none, and nothing is to
/// be done.
void* surface_element(TextureShape shape, cudaSurfaceObject_t surface, int x, int y, int z, int bytes,
                      cudaSurfaceBoundaryMode mode);

#define SCANLAB_TAKE(T)                                                                                \
    {                                                                                                  \
        const T value = *static_cast<const T*>(texel);                                                 \
        fetch.take(&value);                                                                            \
        break;                                                                                         \
    }
template <class T>
SCANLAB_CALL_SITE T fetched(TextureFetch& fetch) {
    while (const void* texel = fetch.next()) {
        note_read_only_load(texel, static_cast<std::size_t>(fetch.texel_bytes()));
        switch (fetch.texel_bytes()) {
        case 1:
            SCANLAB_TAKE(unsigned char)
        case 2:
            SCANLAB_TAKE(unsigned short)
        case 4:
            SCANLAB_TAKE(unsigned)
        case 8:
            SCANLAB_TAKE(unsigned long long)
        default:
            SCANLAB_TAKE(uint4)
        }
    }
    return fetch.result<T>();
}
#undef SCANLAB_TAKE

template <class T>
concept Texel = requires {
    texel_type<T>();
};

} // namespace scanlab::sim

// --- fetches -------------------------------------------------------------------------------------

// Each exists with a result, and, as of old, with a pointer to where the result goes.
#define SCANLAB_FETCH(name, shape, parameters, ...)                                                    \
    template <scanlab::sim::Texel T>                                                                   \
    SCANLAB_CALL_SITE T name(cudaTextureObject_t texture, SCANLAB_UNPACK parameters) {                 \
        scanlab::sim::TextureFetch fetch(scanlab::sim::TextureShape::shape, texture, {__VA_ARGS__},    \
                                         scanlab::sim::texel_type<T>());                               \
        return scanlab::sim::fetched<T>(fetch);                                                        \
    }                                                                                                  \
    template <scanlab::sim::Texel T>                                                                   \
    SCANLAB_CALL_SITE void name(T* result, cudaTextureObject_t texture, SCANLAB_UNPACK parameters) {   \
        scanlab::sim::TextureFetch fetch(scanlab::sim::TextureShape::shape, texture, {__VA_ARGS__},    \
                                         scanlab::sim::texel_type<T>());                               \
        *result = scanlab::sim::fetched<T>(fetch);                                                     \
    }
#define SCANLAB_UNPACK(...) __VA_ARGS__

SCANLAB_FETCH(tex1D, one_d, (float x), x)
SCANLAB_FETCH(tex2D, two_d, (float x, float y), x, y)
SCANLAB_FETCH(tex3D, three_d, (float x, float y, float z), x, y, z)
SCANLAB_FETCH(tex1DLayered, one_d_layered, (float x, int layer), x, 0, 0, layer)
SCANLAB_FETCH(tex2DLayered, two_d_layered, (float x, float y, int layer), x, y, 0, layer)
SCANLAB_FETCH(texCubemap, cubemap, (float x, float y, float z), x, y, z)
SCANLAB_FETCH(texCubemapLayered, cubemap_layered, (float x, float y, float z, int layer), x, y, z,
              layer)
// There are no mipmaps: all levels are the first.
SCANLAB_FETCH(tex1DLod, one_d, (float x, float), x)
SCANLAB_FETCH(tex2DLod, two_d, (float x, float y, float), x, y)
SCANLAB_FETCH(tex3DLod, three_d, (float x, float y, float z, float), x, y, z)
#undef SCANLAB_FETCH

template <scanlab::sim::Texel T>
SCANLAB_CALL_SITE T tex1Dfetch(cudaTextureObject_t texture, int index) {
    scanlab::sim::TextureFetch fetch(texture, index, scanlab::sim::texel_type<T>());
    return scanlab::sim::fetched<T>(fetch);
}
template <scanlab::sim::Texel T>
SCANLAB_CALL_SITE void tex1Dfetch(T* result, cudaTextureObject_t texture, int index) {
    *result = tex1Dfetch<T>(texture, index);
}
template <scanlab::sim::Texel T>
SCANLAB_CALL_SITE T tex2Dgather(cudaTextureObject_t texture, float x, float y, int channel = 0) {
    scanlab::sim::TextureFetch fetch(texture, {x, y}, channel, scanlab::sim::texel_type<T>());
    return scanlab::sim::fetched<T>(fetch);
}

// --- surfaces ------------------------------------------------------------------------------------

#define SCANLAB_SURFACE(suffix, shape, parameters, ...)                                                \
    template <scanlab::sim::Texel T>                                                                   \
    SCANLAB_CALL_SITE T surf##suffix##read(cudaSurfaceObject_t surface, SCANLAB_UNPACK parameters,     \
                                           cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {      \
        const void* const element = scanlab::sim::surface_element(                                     \
            scanlab::sim::TextureShape::shape, surface, __VA_ARGS__, sizeof(T), mode);                 \
        return element ? *static_cast<const T*>(element) : T();                                        \
    }                                                                                                  \
    template <scanlab::sim::Texel T>                                                                   \
    SCANLAB_CALL_SITE void surf##suffix##read(T* result, cudaSurfaceObject_t surface,                  \
                                              SCANLAB_UNPACK parameters,                               \
                                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {   \
        const void* const element = scanlab::sim::surface_element(                                     \
            scanlab::sim::TextureShape::shape, surface, __VA_ARGS__, sizeof(T), mode);                 \
        *result = element ? *static_cast<const T*>(element) : T();                                     \
    }                                                                                                  \
    template <scanlab::sim::Texel T>                                                                   \
    SCANLAB_CALL_SITE void surf##suffix##write(T value, cudaSurfaceObject_t surface,                   \
                                               SCANLAB_UNPACK parameters,                              \
                                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {  \
        if (void* const element = scanlab::sim::surface_element(                                       \
                scanlab::sim::TextureShape::shape, surface, __VA_ARGS__, sizeof(T), mode))             \
            *static_cast<T*>(element) = value;                                                         \
    }

SCANLAB_SURFACE(1D, one_d, (int x), x, 0, 0)
SCANLAB_SURFACE(2D, two_d, (int x, int y), x, y, 0)
SCANLAB_SURFACE(3D, three_d, (int x, int y, int z), x, y, z)
SCANLAB_SURFACE(1DLayered, one_d_layered, (int x, int layer), x, 0, layer)
SCANLAB_SURFACE(2DLayered, two_d_layered, (int x, int y, int layer), x, y, layer)
#undef SCANLAB_SURFACE
#undef SCANLAB_UNPACK
