#include "machine/memory/devices.hpp"

#include "machine/memory/memory.hpp"
#include "scanlab_sim/settings.hpp"

#include <set>
#include <utility>

namespace scanlab::sim::devices {

namespace {

constinit thread_local int current_device = 0;
bool several = false;

/// Who reaches whom.
std::set<std::pair<int, int>>& enabled() {
    static auto& instance = *new std::set<std::pair<int, int>>;
    return instance;
}

} // namespace

int count() { return settings().devices; }

int current() { return current_device; }
void use(int device) {
    current_device = device;
    several |= device != 0;
}
bool several_are_used() { return several; }

Used::Used(int device) : before_(std::exchange(current_device, device)) {}
Used::~Used() { current_device = before_; }

bool could_access(int device, int peer) {
    return device != peer && settings().peer_access == PeerAccess::all;
}

cudaError_t enable_access(int device, int peer) {
    if (!could_access(device, peer)) return cudaErrorPeerAccessUnsupported;
    if (!enabled().emplace(device, peer).second) return cudaErrorPeerAccessAlreadyEnabled;
    ++memory::current_generation;
    return cudaSuccess;
}

cudaError_t disable_access(int device, int peer) {
    if (enabled().erase({device, peer}) == 0) return cudaErrorPeerAccessNotEnabled;
    ++memory::current_generation;
    return cudaSuccess;
}

void disable_all_access(int device) {
    std::erase_if(enabled(), [=](const auto& access) { return access.first == device; });
    ++memory::current_generation;
}

bool reaches(int device, int owner) {
    return owner == host || owner == device || enabled().contains({device, owner});
}

} // namespace scanlab::sim::devices
