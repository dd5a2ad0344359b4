/// \file
/// How much fits onto the simulated device.
#pragma once

#include "scanlab_sim/dim3.hpp"

#include <cstddef>
#include <cstdint>

namespace scanlab::sim {

/// How many blocks a grid has, or threads per block.
using Volume = unsigned long long;
inline Volume volume(const dim3& d) { return static_cast<Volume>(d.x) * d.y * d.z; }

/// Residency, as the device properties state it.
struct DeviceShape {
    int multiprocessors = 2;
    int threads_per_multiprocessor = 2048;
    int blocks_per_multiprocessor = 32;
    std::size_t shared_per_block = 48 * 1024;
    std::size_t shared_per_block_optin = 0; ///< as the setting says
    std::size_t shared_reserved_per_block = 1024;
    std::size_t shared_per_multiprocessor = 0; ///< for one block of the largest size
    int threads_per_block = 1024;
    int compute_capability = 9; ///< major version
};
const DeviceShape& device_shape();
/// Places for blocks that other kernels hold.
std::uint64_t occupied_places();

/// How many blocks of this size one multiprocessor holds at a time; 0 if a block does not fit at all.
int blocks_per_multiprocessor(long long threads, std::size_t shared_bytes);

} // namespace scanlab::sim
