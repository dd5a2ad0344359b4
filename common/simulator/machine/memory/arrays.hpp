/// \file
/// CUDA arrays: device memory with a shape.
#pragma once

#include "scanlab_sim/array_api.hpp"

/// Rows lie one after the other, and planes, too. An extent of 0: there is no such dimension.
struct cudaArray {
    cudaChannelFormatDesc format;
    cudaExtent extent; ///< in elements; of a layered array, the depth is the number of layers
    unsigned flags;
    char* memory;
    std::size_t element_bytes, pitch, slice;
};

namespace scanlab::sim {

/// How many channels an element has, and of how many bytes and which kind; no channels: there is no
/// such format.
TexelType texel_type(const cudaChannelFormatDesc& format);

/// Whether the array has been made and not been freed; tells the user if it was freed.
bool is_array(cudaArray_const_t array);
bool is_memory_of_array(const void* begin);

} // namespace scanlab::sim
