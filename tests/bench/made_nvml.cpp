// A management library that knows one GPU, for the test of Meter.
#include <cstring>

namespace {
int gpu;
} // namespace

extern "C" {
int nvmlInit_v2() { return 0; }
int nvmlShutdown() { return 0; }
int nvmlDeviceGetHandleByPciBusId_v2(const char* id, void** device) {
    if (std::strcmp(id, "0000:01:00.0") != 0) return 6;
    *device = &gpu;
    return 0;
}
int nvmlDeviceGetClockInfo(void* device, int type, unsigned* mhz) {
    if (device != &gpu) return 2;
    *mhz = type == 1 ? 1980 : 3201;
    return 0;
}
int nvmlDeviceGetTotalEnergyConsumption(void* device, unsigned long long* millijoules) {
    if (device != &gpu) return 2;
    *millijoules = 12500;
    return 0;
}
}
