/// \file
/// What all accesses of one place in the program have in common, so that histories need not remember it
/// of each.
#pragma once

#include "machine/events.hpp"
#include "platform/platform.hpp"
#include "shadow.hpp"

#include <cstddef>
#include <cstdint>

namespace scanlab::sim::places {

/// What need not be known of plain accesses.
struct Nature {
    std::uint8_t strength : 3;
    std::uint8_t size_class : 3;      ///< of strong accesses: the logarithm of their bytes
    std::uint8_t modifies : 1;        ///< reads and writes in one step
    std::uint8_t reads_read_only : 1; ///< by a way that sees no write of the launch
};
static_assert(sizeof(Nature) == 1);

extern Nature* const natures; ///< by place

/// A place is the number of bytes from the program's beginning to where its accesses return to.
inline std::uint32_t place_of(const void* pc) {
    return static_cast<std::uint32_t>(static_cast<const char*>(pc) - platform::image_begin()) &
           shadow::place_mask;
}
inline const void* pc_of(std::uint32_t place) { return platform::image_begin() + place; }

inline Nature& nature_of(std::uint32_t place) { return natures[place]; }

} // namespace scanlab::sim::places
