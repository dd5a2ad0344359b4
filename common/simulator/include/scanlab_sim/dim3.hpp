/// \file
/// CUDA's triples of extents and coordinates.
#pragma once

/// Three extents or coordinates, as CUDA's `uint3`.
struct uint3 {
    unsigned x, y, z;
};

/// Extents of a grid or block; missing ones are 1.
struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return {x, y, z}; }
};
