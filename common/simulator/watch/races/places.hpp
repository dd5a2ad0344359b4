/// \file
/// What all accesses of one place in the program have in common, so that histories need not remember it
/// of each.
#pragma once

#include "machine/base/events.hpp"
#include "platform/platform.hpp"
#include "watch/races/shadow.hpp"

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

extern Nature natures[shadow::place_mask + 1]; ///< by place

/// A place is where an access returns to. Places are numbered from 1 on as they come up.
extern std::uint16_t* const numbers; ///< by the address, of which its last digits tell
extern const void* sites[shadow::place_mask + 1];
/// The last number stands for all further places, and for none.
std::uint32_t new_place(const void* pc);

inline std::uint32_t place_of(const void* pc) {
    const auto offset = reinterpret_cast<std::uintptr_t>(pc) % platform::most_code_addresses;
    const std::uint32_t number = numbers[offset];
    return number != 0 ? number : new_place(pc);
}
/// Null: unknown.
inline const void* pc_of(std::uint32_t place) { return sites[place]; }

inline Nature& nature_of(std::uint32_t place) { return natures[place]; }
/// Of an access that is remembered.
inline Strength strength_in(std::uint32_t access) {
    return static_cast<Strength>(nature_of(shadow::place_in(access)).strength);
}

} // namespace scanlab::sim::places
