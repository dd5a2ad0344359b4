/// \file
/// The instructions of a checked program that touch memory, and what is remembered of each.
#pragma once

#include <cstdint>

namespace scanlab::sim {

/// One instruction, known by the address that its call of the observer returns to, and the variable
/// that it touched last, which is most likely the one it touches next.
struct Site {
    const void* pc = nullptr;
    std::uintptr_t begin = 0, end = 0;
    std::uint64_t valid_for =
        0; ///< memory::generation() and the device, or Block::generation, of that time
};
Site& site_of(const void* pc);
/// The same, if it stands where it should be first; null if not.
const Site* find_site(const void* pc);

// --- implementation ---------------------------------------------------------------------------------

constexpr unsigned site_bits = 16;
extern Site sites[1u << site_bits];

/// Finds the place of a site that is not where it should be first.
Site& probe_site(const void* pc, std::uint32_t from);

inline std::uint32_t first_place_of(const void* pc) {
    const auto bits = reinterpret_cast<std::uintptr_t>(pc);
    return static_cast<std::uint32_t>(bits ^ bits >> site_bits) & ((1u << site_bits) - 1);
}

inline Site& site_of(const void* pc) {
    const std::uint32_t first = first_place_of(pc);
    if (sites[first].pc == pc) [[likely]]
        return sites[first];
    return probe_site(pc, first);
}

inline const Site* find_site(const void* pc) {
    const Site& site = sites[first_place_of(pc)];
    return site.pc == pc ? &site : nullptr;
}

} // namespace scanlab::sim
