#include "machine/memory/arrays.hpp"

#include "machine/api/handles.hpp"
#include "machine/memory/memory_text.hpp"
#include "machine/memory/registry.hpp"

#include <algorithm>
#include <string>

namespace scanlab::sim {

TexelType texel_type(const cudaChannelFormatDesc& format) {
    const int bits = format.x;
    const int channels = 1 + (format.y != 0) + (format.z != 0) + (format.w != 0);
    const bool is_even = (format.y == 0 || format.y == bits) && (format.z == 0 || format.z == bits) &&
                         (format.w == 0 || format.w == bits);
    const bool is_known =
        (bits == 8 && format.f != cudaChannelFormatKindFloat) || bits == 16 || bits == 32;
    if (!is_even || !is_known || channels == 3 || format.f == cudaChannelFormatKindNone)
        return {0, 0, format.f};
    return {channels, bits / 8, format.f};
}

namespace {

Handles<cudaArray>& arrays() {
    static auto& instance =
        *new Handles<cudaArray>("array"); // outlives every destructor that may still free
    return instance;
}

std::size_t at_least_one(std::size_t n) { return std::max<std::size_t>(n, 1); }

cudaError_t make_array(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                       unsigned flags) {
    if (!array || !format || extent.width == 0) return cudaErrorInvalidValue;
    const TexelType type = texel_type(*format);
    if (type.channels == 0) return cudaErrorInvalidChannelDescriptor;
    if ((flags & cudaArrayCubemap) != 0 &&
        (extent.width != extent.height || extent.depth % 6 != 0 || extent.depth == 0))
        return cudaErrorInvalidValue;
    const auto element_bytes = static_cast<std::size_t>(type.bytes());
    const std::size_t pitch = extent.width * element_bytes, slice = pitch * at_least_one(extent.height);
    const std::size_t bytes = slice * at_least_one(extent.depth);
    void* const memory = memory::allocate(bytes, call_site(), devices::current());
    if (!memory) return cudaErrorMemoryAllocation;
    note_that_it_goes_on();
    registry().add(memory, cudaMemoryTypeDevice, bytes, devices::current());
    *array =
        arrays().add({*format, extent, flags, static_cast<char*>(memory), element_bytes, pitch, slice});
    return cudaSuccess;
}

cudaError_t refuse_box(const cudaArray& array, std::size_t x, std::size_t width) {
    report_bad_copy("The copy does not fit into the array, whose rows have " + bytes_text(array.pitch) +
                        (width == 0 ? std::string()
                                    : ". It begins at byte " + std::to_string(x) + " and has " +
                                          std::to_string(width)) +
                        ".",
                    "Check offset, width and height. The first two count bytes, the height counts "
                    "rows.");
    return cudaErrorInvalidValue;
}

cudaError_t find_box(Box& box, cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t z,
                     std::size_t width, std::size_t height, std::size_t depth) {
    if (!is_array(array)) return cudaErrorInvalidResourceHandle;
    if (x + width > array->pitch || y + height > at_least_one(array->extent.height) ||
        z + depth > at_least_one(array->extent.depth))
        return refuse_box(*array, x, width);
    box = {array->memory + z * array->slice + y * array->pitch + x, array->pitch, array->slice};
    return cudaSuccess;
}

/// One side of a copy. Where an array takes part, positions in arrays are elements.
cudaError_t find_side(Box& box, cudaArray_const_t array, const cudaPos& at,
                      const cudaPitchedPtr& pointer, std::size_t width, const cudaExtent& extent) {
    if (array)
        return find_box(box, array, is_array(array) ? at.x * array->element_bytes : 0, at.y, at.z,
                        width, extent.height, extent.depth);
    if (!pointer.ptr) return cudaErrorInvalidValue;
    const std::size_t slice = pointer.pitch * at_least_one(pointer.ysize);
    box = {static_cast<char*>(pointer.ptr) + at.z * slice + at.y * pointer.pitch + at.x, pointer.pitch,
           slice};
    return cudaSuccess;
}

} // namespace

bool is_array(cudaArray_const_t array) { return arrays().is_alive(array); }
bool is_memory_of_array(const void* begin) {
    return arrays().any([&](const cudaArray& array) { return array.memory == begin; });
}

cudaError_t box_of_array(Box* box, cudaArray_const_t array, std::size_t x, std::size_t y, std::size_t z,
                         std::size_t width, std::size_t height, std::size_t depth) {
    return api_call([&] { return find_box(*box, array, x, y, z, width, height, depth); });
}

cudaError_t boxes_of_copy(Box* to, Box* from, std::size_t* width, const cudaMemcpy3DParms* copy) {
    return api_call([&] {
        if (!copy) return cudaErrorInvalidValue;
        const cudaArray_const_t array = copy->srcArray ? copy->srcArray : copy->dstArray;
        if (array && !is_array(array)) return cudaErrorInvalidResourceHandle;
        *width = copy->extent.width * (array ? array->element_bytes : 1);
        if (const cudaError_t error =
                find_side(*from, copy->srcArray, copy->srcPos, copy->srcPtr, *width, copy->extent))
            return error;
        return find_side(*to, copy->dstArray, copy->dstPos, copy->dstPtr, *width, copy->extent);
    });
}

} // namespace scanlab::sim

using namespace scanlab::sim;

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width,
                            size_t height, unsigned flags) {
    return api_call([&] { return make_array(array, format, {width, height, 0}, flags); });
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                              cudaExtent extent, unsigned flags) {
    return api_call([&] { return make_array(array, format, extent, flags); });
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    return api_call([&] {
        if (!array) return cudaSuccess;
        if (const cudaError_t error = arrays().destroy(array)) return error;
        registry().remove(array->memory);
        memory::release(array->memory, call_site());
        return cudaSuccess;
    });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags,
                             cudaArray_t array) {
    return api_call([&] {
        if (!is_array(array)) return cudaErrorInvalidResourceHandle;
        if (format) *format = array->format;
        if (extent) *extent = array->extent;
        if (flags) *flags = array->flags;
        return cudaSuccess;
    });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
    return api_call([&] {
        if (!format || !is_array(array)) return cudaErrorInvalidResourceHandle;
        *format = array->format;
        return cudaSuccess;
    });
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
    return api_call([&] {
        if (!pointer) return cudaErrorInvalidValue;
        constexpr std::size_t row_alignment = 512;
        const std::size_t pitch = (extent.width + row_alignment - 1) / row_alignment * row_alignment;
        const std::size_t bytes = pitch * extent.height * extent.depth;
        *pointer = {nullptr, pitch, extent.width, extent.height};
        if (bytes == 0) return cudaSuccess;
        pointer->ptr = memory::allocate(bytes, call_site(), devices::current());
        if (!pointer->ptr) return cudaErrorMemoryAllocation;
        note_that_it_goes_on();
        registry().add(pointer->ptr, cudaMemoryTypeDevice, bytes, devices::current());
        return cudaSuccess;
    });
}
