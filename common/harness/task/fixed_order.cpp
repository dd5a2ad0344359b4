#include "fixed_order.hpp"

#include "host_array.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace scanlab {
namespace {

constexpr int lanes = 32, per_thread = 4;
constexpr float nothing = -0.0F; // added to a float, it changes no bit
using Warp = std::array<float, lanes>;

/// As warp_inclusive(): Hillis and Steele's steps.
Warp inclusive(Warp v) {
    for (std::size_t distance = 1; distance < lanes; distance *= 2)
        for (std::size_t lane = lanes - 1; lane >= distance; --lane)
            v[lane] = v[lane - distance] + v[lane];
    return v;
}

Warp exclusive(const Warp& scanned) {
    Warp v{nothing};
    std::copy(scanned.begin(), scanned.end() - 1, v.begin() + 1);
    return v;
}

/// As warp_total(): neighbours, then pairs, and so on.
float total(Warp v) {
    for (std::size_t distance = 1; distance < lanes; distance *= 2)
        for (std::size_t lane = 0; lane < lanes; lane += 2 * distance) v[lane] += v[lane + distance];
    return v[0];
}

/// Scans the elements of a warp by themselves; returns their sum.
float scan_warp(std::span<float> elements) {
    Warp sums;
    const auto of_thread = [&](std::size_t lane) {
        return elements.subspan(lane * per_thread, per_thread);
    };
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const auto own = of_thread(lane);
        for (std::size_t k = 1; k < per_thread; ++k) own[k] = own[k - 1] + own[k];
        sums[lane] = own.back();
    }
    const Warp scanned = inclusive(sums), before = exclusive(scanned);
    for (std::size_t lane = 0; lane < lanes; ++lane)
        for (float& element : of_thread(lane)) element = before[lane] + element;
    return scanned.back();
}

} // namespace

void scan_in_fixed_order(std::span<const int> input, std::span<int> output, const Layout& layout) {
    const auto tile = static_cast<std::size_t>(layout.tile());
    constexpr std::size_t per_warp = lanes * per_thread;
    float before_group = nothing; // what comes before the tiles of `aggregates`
    std::vector<float> aggregates;
    for (std::size_t start = 0; start < input.size(); start += tile) {
        const std::size_t size = std::min(tile, input.size() - start);
        std::vector<float> elements(tile, nothing);
        std::ranges::transform(input.subspan(start, size), elements.begin(),
                               [](int bits) { return std::bit_cast<float>(bits); });

        Warp group, sums;
        group.fill(nothing);
        sums.fill(nothing);
        std::ranges::copy(aggregates, group.begin());
        const float before_tile = before_group + total(group);
        for (std::size_t w = 0; w * per_warp < tile; ++w)
            sums[w] = scan_warp(std::span(elements).subspan(w * per_warp, per_warp));
        const Warp scanned = inclusive(sums), before_warp = exclusive(scanned);
        for (std::size_t i = 0; i < size; ++i) {
            const float prefix = before_tile + before_warp[i / per_warp];
            output[start + i] = std::bit_cast<int>(prefix + elements[i]);
        }

        if (aggregates.size() == lanes) { // this tile is the first of a group
            before_group = before_tile;
            aggregates.clear();
        }
        aggregates.push_back(scanned.back());
    }
}

} // namespace scanlab
