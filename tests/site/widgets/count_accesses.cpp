// Prints, as JSON, what the simulator counts for the accesses that the widgets show: a warp whose lanes
// want element lane * stride, in shared memory with and without padding, and in global memory from an
// offset on.
#include "watch/counting/warp_access.hpp"

#include <cstdio>

using scanlab::sim::SharedRequest;
using scanlab::sim::WarpAccess;

namespace {

template <typename Address>
WarpAccess access(unsigned lanes, unsigned bytes, Address address_of) {
    WarpAccess warp{.bytes = bytes};
    for (unsigned lane = 0; lane < lanes; ++lane) {
        warp.lanes |= scanlab::sim::LaneMask{1} << lane;
        warp.addresses[lane] = address_of(lane);
    }
    return warp;
}

void print_shared(unsigned lanes, unsigned stride, bool padding) {
    const auto word = [&](unsigned lane) {
        const unsigned i = lane * stride;
        return 4 * (padding ? i + i / 32 : i);
    };
    const auto cost = shared_request(access(lanes, 4, word), SharedRequest::load);
    std::printf(R"({"lanes":%u,"stride":%u,"padding":%s,"wavefronts":%lld},)"
                "\n",
                lanes, stride, padding ? "true" : "false", static_cast<long long>(cost.wavefronts));
}

void print_global(unsigned bytes, unsigned stride, unsigned offset) {
    const auto address = [&](unsigned lane) { return bytes * (offset + lane * stride); };
    const auto cost = global_request(access(32, bytes, address));
    std::printf(R"({"bytes":%u,"stride":%u,"offset":%u,"sectors":%lld,"useful":%lld},)"
                "\n",
                bytes, stride, offset, static_cast<long long>(cost.sectors),
                static_cast<long long>(cost.useful_bytes));
}

} // namespace

int main() {
    std::puts(R"({"shared":[)");
    for (const unsigned lanes : {1u, 8u, 16u, 32u})
        for (unsigned stride = 0; stride <= 64; ++stride)
            for (const bool padding : {false, true}) print_shared(lanes, stride, padding);
    std::puts(R"(null],"global":[)");
    for (const unsigned bytes : {1u, 4u, 8u, 16u})
        for (unsigned stride = 0; stride <= 32; ++stride)
            for (unsigned offset = 0; offset <= 8; ++offset) print_global(bytes, stride, offset);
    std::puts("null]}");
}
