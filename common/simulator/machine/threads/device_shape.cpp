#include "machine/threads/device_shape.hpp"

#include "scanlab_sim/cost.hpp"
#include "scanlab_sim/settings.hpp"

#include <algorithm>
#include <optional>

namespace scanlab::sim {

namespace {
std::optional<std::uint64_t> occupied;
} // namespace

void occupy_places(std::uint64_t places) { occupied = places; }
std::uint64_t occupied_places() { return occupied.value_or(settings().occupied); }

const DeviceShape& device_shape() {
    static const DeviceShape shape = [] {
        DeviceShape s;
        s.multiprocessors = settings().multiprocessors;
        s.compute_capability = settings().compute_capability;
        s.shared_per_block_optin = settings().shared_memory;
        s.shared_per_multiprocessor = s.shared_per_block_optin + s.shared_reserved_per_block;
        if (settings().resident_blocks) {
            const auto blocks = static_cast<int>(*settings().resident_blocks);
            s.multiprocessors = std::min(s.multiprocessors, blocks);
            s.blocks_per_multiprocessor =
                std::min(s.blocks_per_multiprocessor, blocks / s.multiprocessors);
        }
        return s;
    }();
    return shape;
}

int blocks_per_multiprocessor(long long threads, std::size_t shared_bytes) {
    const DeviceShape& shape = device_shape();
    if (threads < 1 || threads > shape.threads_per_block || shared_bytes > shape.shared_per_block_optin)
        return 0;
    const long long warps = (threads + 31) / 32;
    const long long by_threads = shape.threads_per_multiprocessor / (warps * 32);
    const auto by_shared = static_cast<long long>(shape.shared_per_multiprocessor /
                                                  (shared_bytes + shape.shared_reserved_per_block));
    return static_cast<int>(
        std::min({by_threads, by_shared, static_cast<long long>(shape.blocks_per_multiprocessor)}));
}

} // namespace scanlab::sim
