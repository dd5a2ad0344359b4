/// \file
/// The instructions of a checked program that touch memory, and what is remembered of each.
#pragma once

#include <cstdint>

namespace scanlab::sim {

/// One instruction, known by the address that its call of the observer returns to.
struct Site {
    const void* pc = nullptr;
    /// The variable that it touched last, which is most likely the one it touches next.
    std::uintptr_t begin = 0, end = 0;
    std::uint64_t valid_for = 0; ///< memory::generation() or Block::generation of that time
    bool told_uninitialized = false;
};

/// The site's number: an index that fits site_bits.
constexpr unsigned site_bits = 18;
Site& site_of(const void* pc);
std::uint32_t number_of(const Site& site);
const Site& site_number(std::uint32_t number);

// --- implementation
// ------------------------------------------------------------------------------------

extern Site sites[std::uint32_t{1} << site_bits];

/// Finds the place of a site that is not where it should be first.
Site& probe_site(const void* pc, std::uint32_t from);

inline Site& site_of(const void* pc) {
    const auto bits = reinterpret_cast<std::uintptr_t>(pc);
    const auto first = static_cast<std::uint32_t>(bits ^ bits >> site_bits) & ((1u << site_bits) - 1);
    if (sites[first].pc == pc) [[likely]]
        return sites[first];
    return probe_site(pc, first);
}
inline std::uint32_t number_of(const Site& site) { return static_cast<std::uint32_t>(&site - sites); }
inline const Site& site_number(std::uint32_t number) { return sites[number]; }

} // namespace scanlab::sim
