#include "memory_limit.hpp"

#include "check/call.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "numbers.hpp"
#include "task/task.hpp"
#include "timing.hpp"

#include <unistd.h>

namespace scanlab {

MemoryLimit::MemoryLimit(const Lesson& lesson, const Variant& variant, const Device& device)
    : lesson_(lesson), variant_(variant),
      measuring_bytes_(on_simulator ? 0 : static_cast<double>(Stopwatch::memory(device))),
      device_free_(static_cast<double>(free_device_bytes())),
      host_total_(static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                  static_cast<double>(sysconf(_SC_PAGE_SIZE))) {}

long long MemoryLimit::largest() const {
    long long fitting = 0, too_large = largest_count;
    while (too_large - fitting > 1) {
        const long long middle = fitting + (too_large - fitting) / 2;
        (fits(middle) ? fitting : too_large) = middle;
    }
    return fitting;
}

long long MemoryLimit::largest_power(double share) const {
    long long power = 1;
    while (fits(2 * power, share)) power *= 2;
    return power;
}

void MemoryLimit::require_fit(long long n) const {
    if (fits(n)) return;
    constexpr double mib = 1024 * 1024;
    const std::string lacking =
        device_bytes_for(n) > device_free_
            ? fmt::format("{:.1f} MiB of the device's memory, of which {:.1f} MiB are free",
                          device_bytes_for(n) / mib, device_free_ / mib)
            : fmt::format("{:.1f} MiB of the computer's memory, which has {:.1f} MiB",
                          host_bytes_for(n) / mib, host_total_ / mib);
    throw UsageError("{} elements need {}; the largest n that fits is {}", n, lacking, largest());
}

double MemoryLimit::device_bytes_for(long long n) const {
    return device_bytes(lesson_, variant_, n) + measuring_bytes_;
}

double MemoryLimit::host_bytes_for(long long n) const {
    const int arrays = traits(lesson_.task).inputs() + 2 * traits(lesson_.task).words;
    return 4.0 * arrays * static_cast<double>(n) +
           (on_simulator ? device_bytes(lesson_, variant_, n) : 0);
}

bool MemoryLimit::fits(long long n, double share) const {
    return device_bytes_for(n) <= share * device_free_ && host_bytes_for(n) <= share * host_total_;
}

} // namespace scanlab
