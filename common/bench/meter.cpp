#include "meter.hpp"

#include <dlfcn.h>

namespace scanlab {
namespace {

/// Calls a function of the library. All of them return 0 if all is well.
template <class... Arguments>
bool call(void* library, const char* name, Arguments... arguments) {
    if (library == nullptr) return false;
    using Function = int (*)(Arguments...);
    const auto function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr && function(arguments...) == 0;
}

} // namespace

Meter::Meter(const std::string& bus_id, const std::string& library)
    : library_(dlopen(library.c_str(), RTLD_NOW)) {
    if (!call(library_, "nvmlInit_v2") ||
        !call(library_, "nvmlDeviceGetHandleByPciBusId_v2", bus_id.c_str(), &device_))
        device_ = nullptr;
}

Meter::~Meter() {
    if (library_ == nullptr) return;
    call(library_, "nvmlShutdown");
    dlclose(library_);
}

int Meter::clock(int type) const {
    unsigned mhz = 0;
    if (device_ == nullptr || !call(library_, "nvmlDeviceGetClockInfo", device_, type, &mhz)) return 0;
    return static_cast<int>(mhz);
}

double Meter::joules() const {
    unsigned long long millijoules = 0;
    if (device_ == nullptr ||
        !call(library_, "nvmlDeviceGetTotalEnergyConsumption", device_, &millijoules))
        return 0;
    return 1e-3 * static_cast<double>(millijoules);
}

} // namespace scanlab
