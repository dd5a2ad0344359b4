/// \file
/// The runtime API for CUDA arrays, textures and surfaces. An array's elements lie row after row in
/// device memory, so that copies to and from it are rectangles like any other.
#pragma once

#include "../texture_types.h"
#include "attributes.hpp"

namespace scanlab::sim {

/// Part of an array, or of pitched memory, as a copy needs it.
struct Box {
    char* begin;
    std::size_t pitch, slice; ///< bytes from one row, and from one plane, to the next
};

/// `x` and `width` in bytes. Tells the user if that is more than the array has.
cudaError_t box_of_array(Box* box, cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t z,
                         std::size_t width, std::size_t height, std::size_t depth);
/// The boxes of a copy, whose width in bytes follows from the elements of its arrays.
cudaError_t boxes_of_copy(Box* to, Box* from, std::size_t* width, const cudaMemcpy3DParms* copy);

} // namespace scanlab::sim

// --- arrays --------------------------------------------------------------------------------------

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, std::size_t width,
                            std::size_t height = 0, unsigned flags = cudaArrayDefault);
cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                              cudaExtent extent, unsigned flags = cudaArrayDefault);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags,
                             cudaArray_t array);
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array);
cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent);

#define SCANLAB_NO_MIPMAPS                                                                             \
    SCANLAB_UNAVAILABLE("the simulator has no mipmapped arrays: use one array per level, or run this " \
                        "program on a GPU")
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t*, const cudaChannelFormatDesc*, cudaExtent,
                                     unsigned, unsigned = 0) SCANLAB_NO_MIPMAPS;
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t) SCANLAB_NO_MIPMAPS;
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t*, cudaMipmappedArray_t, unsigned) SCANLAB_NO_MIPMAPS;

/// Elements in a copy's extent are those of the array that takes part, and else bytes.
SCANLAB_CALL_SITE cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* copy,
                                                cudaStream_t stream = nullptr) {
    scanlab::sim::Box to{}, from{};
    std::size_t width = 0;
    if (const cudaError_t error = scanlab::sim::boxes_of_copy(&to, &from, &width, copy)) return error;
    for (std::size_t z = 0; z < copy->extent.depth; ++z)
        if (const cudaError_t error =
                cudaMemcpy2DAsync(to.begin + z * to.slice, to.pitch, from.begin + z * from.slice,
                                  from.pitch, width, copy->extent.height, copy->kind, stream))
            return error;
    return cudaSuccess;
}
SCANLAB_CALL_SITE cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* copy) {
    if (const cudaError_t error = cudaMemcpy3DAsync(copy)) return error;
    return cudaStreamSynchronize(nullptr);
}
SCANLAB_CALL_SITE cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent,
                                                cudaStream_t stream = nullptr) {
    for (std::size_t z = 0; z < extent.depth; ++z)
        if (const cudaError_t error =
                cudaMemset2DAsync(static_cast<char*>(to.ptr) + z * to.ysize * to.pitch, to.pitch, value,
                                  extent.width, extent.height, stream))
            return error;
    return cudaSuccess;
}
SCANLAB_CALL_SITE cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
    return cudaMemset3DAsync(to, value, extent);
}

SCANLAB_CALL_SITE cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t x, std::size_t y,
                                                       const void* from, std::size_t pitch,
                                                       std::size_t width, std::size_t height,
                                                       cudaMemcpyKind kind,
                                                       cudaStream_t stream = nullptr) {
    scanlab::sim::Box box{};
    if (const cudaError_t error = scanlab::sim::box_of_array(&box, to, x, y, 0, width, height, 1))
        return error;
    return cudaMemcpy2DAsync(box.begin, box.pitch, from, pitch, width, height, kind, stream);
}
SCANLAB_CALL_SITE cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y,
                                                  const void* from, std::size_t pitch,
                                                  std::size_t width, std::size_t height,
                                                  cudaMemcpyKind kind) {
    scanlab::sim::Box box{};
    if (const cudaError_t error = scanlab::sim::box_of_array(&box, to, x, y, 0, width, height, 1))
        return error;
    return cudaMemcpy2D(box.begin, box.pitch, from, pitch, width, height, kind);
}
SCANLAB_CALL_SITE cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t pitch,
                                                         cudaArray_const_t from, std::size_t x,
                                                         std::size_t y, std::size_t width,
                                                         std::size_t height, cudaMemcpyKind kind,
                                                         cudaStream_t stream = nullptr) {
    scanlab::sim::Box box{};
    if (const cudaError_t error = scanlab::sim::box_of_array(&box, from, x, y, 0, width, height, 1))
        return error;
    return cudaMemcpy2DAsync(to, pitch, box.begin, box.pitch, width, height, kind, stream);
}
SCANLAB_CALL_SITE cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t from,
                                                    std::size_t x, std::size_t y, std::size_t width,
                                                    std::size_t height, cudaMemcpyKind kind) {
    scanlab::sim::Box box{};
    if (const cudaError_t error = scanlab::sim::box_of_array(&box, from, x, y, 0, width, height, 1))
        return error;
    return cudaMemcpy2D(to, pitch, box.begin, box.pitch, width, height, kind);
}
SCANLAB_CALL_SITE cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, std::size_t to_x,
                                                       std::size_t to_y, cudaArray_const_t from,
                                                       std::size_t from_x, std::size_t from_y,
                                                       std::size_t width, std::size_t height,
                                                       cudaMemcpyKind kind = cudaMemcpyDeviceToDevice) {
    scanlab::sim::Box box{};
    if (const cudaError_t error = scanlab::sim::box_of_array(&box, to, to_x, to_y, 0, width, height, 1))
        return error;
    return cudaMemcpy2DFromArray(box.begin, box.pitch, from, from_x, from_y, width, height, kind);
}

// Of old: rows without a gap, as many as the bytes make.
SCANLAB_CALL_SITE cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t x, std::size_t y,
                                                const void* from, std::size_t bytes,
                                                cudaMemcpyKind kind) {
    scanlab::sim::Box box{};
    if (const cudaError_t error = scanlab::sim::box_of_array(&box, to, x, y, 0, 0, 0, 1)) return error;
    if (y * box.pitch + x + bytes > box.slice) return cudaErrorInvalidValue;
    return cudaMemcpy(box.begin, from, bytes, kind);
}
SCANLAB_CALL_SITE cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t x,
                                                  std::size_t y, std::size_t bytes,
                                                  cudaMemcpyKind kind) {
    scanlab::sim::Box box{};
    if (const cudaError_t error = scanlab::sim::box_of_array(&box, from, x, y, 0, 0, 0, 1))
        return error;
    if (y * box.pitch + x + bytes > box.slice) return cudaErrorInvalidValue;
    return cudaMemcpy(to, box.begin, bytes, kind);
}

// --- textures and surfaces -----------------------------------------------------------------------

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description,
                                    const cudaResourceViewDesc* view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource, cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* description, cudaTextureObject_t texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t surface);

inline cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   cudaChannelFormatKind kind) {
    return {x, y, z, w, kind};
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf() {
    return {16, 0, 0, 0, cudaChannelFormatKindFloat};
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf1() {
    return {16, 0, 0, 0, cudaChannelFormatKindFloat};
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
    return {16, 16, 0, 0, cudaChannelFormatKindFloat};
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
    return {16, 16, 16, 16, cudaChannelFormatKindFloat};
}

#if defined SCANLAB_PROGRAM || __cplusplus >= 202002L

#include "texels.hpp"

template <class T>
constexpr cudaChannelFormatDesc cudaCreateChannelDesc() {
    constexpr scanlab::sim::TexelType type = scanlab::sim::texel_type<T>();
    constexpr int bits = 8 * type.channel_bytes;
    return {bits, type.channels > 1 ? bits : 0, type.channels > 2 ? bits : 0,
            type.channels > 3 ? bits : 0, type.kind};
}

#endif
