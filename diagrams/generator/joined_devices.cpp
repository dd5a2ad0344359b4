#include "joined_devices.hpp"

#include <fmt/format.h>

#include <map>

namespace scanlab::diagrams {
namespace {

/// Where an address in a piece of an array is in the whole array.
std::uint64_t in_whole_array(const Recording& r, std::uint64_t address) {
    for (const Piece& piece : r.pieces) {
        const auto bytes = static_cast<std::uint64_t>(4 * piece.n),
                   before = static_cast<std::uint64_t>(4 * piece.first);
        if (address - piece.input < bytes) return r.input->address + before + (address - piece.input);
        if (address - piece.output < bytes)
            return r.output->address + before + (address - piece.output);
    }
    return address;
}

} // namespace

void join_devices(Recording& r) {
    if (r.pieces.empty()) return;
    std::map<int, int> launch_on; // by device
    for (std::size_t i = 0; i < r.launches.size(); ++i)
        if (const int device = r.launches[i].device;
            !launch_on.try_emplace(device, static_cast<int>(i)).second)
            throw BadInput(fmt::format("device {} launches more than one kernel; of several devices "
                                       "only one kernel each can be drawn",
                                       device));

    std::vector<int> first_block(r.launches.size());
    Launch all = r.launches.front();
    all.grid = {0, 1, 1};
    for (const auto& [device, launch] : launch_on) {
        first_block[static_cast<std::size_t>(launch)] = all.grid[0];
        all.grid[0] += r.launches[static_cast<std::size_t>(launch)].blocks();
    }
    r.devices = static_cast<int>(launch_on.size());
    r.launches = {all};
    for (Event& e : r.events) {
        if (e.block >= 0) e.block += first_block[static_cast<std::size_t>(e.launch)];
        e.launch = 0;
        e.address = in_whole_array(r, e.address);
        e.to = in_whole_array(r, e.to);
    }
}

} // namespace scanlab::diagrams
