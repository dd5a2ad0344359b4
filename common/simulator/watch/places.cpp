#include "places.hpp"

#include <cstdlib>

namespace scanlab::sim::places {

namespace {
Nature* reserve() {
    constexpr std::size_t bytes = std::size_t{shadow::place_mask} + 1;
    void* const natures = platform::reserve(bytes, platform::Protection::open);
    if (!natures) std::abort(); // 64 MiB of addresses
    return static_cast<Nature*>(natures);
}
} // namespace

Nature* const natures = reserve();

} // namespace scanlab::sim::places
