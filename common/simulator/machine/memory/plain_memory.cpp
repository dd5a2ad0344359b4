#include "machine/memory/plain_memory.hpp"

#include <algorithm>

std::uintptr_t __scanlab_host_memory = 0;

namespace scanlab::sim::plain_memory {

namespace {
std::uintptr_t begin = 0;
unsigned reasons = 0; ///< a bit each

constexpr std::uintptr_t none = ~std::uintptr_t{0};

void settle() { __scanlab_host_memory = reasons == 0 ? begin : none; }
} // namespace

void begins_behind(std::uintptr_t end) {
    begin = std::max(begin, end);
    settle();
}

void look_at_all(Reason why, bool is_so) {
    const unsigned bit = 1u << static_cast<unsigned>(why);
    reasons = is_so ? reasons | bit : reasons & ~bit;
    settle();
}

DeviceRuns::DeviceRuns() { __scanlab_host_memory = none; }
DeviceRuns::~DeviceRuns() { settle(); }

} // namespace scanlab::sim::plain_memory
