#include "sizes.hpp"

#include <algorithm>

namespace scanlab {

std::vector<long long> awkward_sizes(const SizeLimits& limits) {
    std::vector<long long> sizes{0, 1, 2, 3, 31, 32, 33, 255, 256, 257, 1023, 1024, 1025};
    for (long long power = 1; power <= limits.largest_power; power *= 2) sizes.push_back(power);
    const long long tile = limits.tile;
    const long long crowd = (limits.resident_tiles + 1) * tile;
    for (const long long n : {tile - 1, tile, tile + 1, 2 * tile + 1, crowd + 1, limits.large_odd}) {
        sizes.push_back(n);
    }
    std::erase_if(sizes, [&](long long n) { return n > limits.most; });
    std::sort(sizes.begin(), sizes.end());
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

} // namespace scanlab
