#include "watch/races/places.hpp"

#include <cstdio>
#include <cstdlib>

namespace scanlab::sim::places {

namespace {
std::uint16_t* reserve() {
    void* const numbers = platform::reserve(platform::most_code_addresses * sizeof(std::uint16_t),
                                            platform::Protection::open);
    if (!numbers) { // 8 GiB
        std::fprintf(
            stderr,
            "scanlab: no addresses are left for the checks' tables; --fast runs without them\n");
        std::_Exit(2);
    }
    return static_cast<std::uint16_t*>(numbers);
}
std::uint32_t places = 0;
} // namespace

Nature natures[shadow::place_mask + 1];
std::uint16_t* const numbers = reserve();
const void* sites[shadow::place_mask + 1];

std::uint32_t new_place(const void* pc) {
    if (places == shadow::place_mask) return places;
    const auto offset = reinterpret_cast<std::uintptr_t>(pc) % platform::most_code_addresses;
    numbers[offset] = static_cast<std::uint16_t>(++places);
    if (places < shadow::place_mask) sites[places] = pc;
    return places;
}

} // namespace scanlab::sim::places
