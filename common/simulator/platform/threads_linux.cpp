#include "c_library.hpp"
#include "platform.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

namespace scanlab::sim::platform {

namespace {

/// The image in which something lies; null if there is none.
const void* loaded_from(const void* address) {
    Dl_info image{};
    return address && dladdr(address, &image) != 0 ? image.dli_fbase : nullptr;
}

/// Whether it lies in the library that has this function.
bool is_beside(const void* address, const char* function) {
    const void* const image = loaded_from(dlsym(RTLD_DEFAULT, function));
    return image && image == loaded_from(address);
}

} // namespace

SystemThread this_system_thread() {
    clockid_t clock{};
    pthread_getcpuclockid(pthread_self(), &clock);
    return {clock, static_cast<int>(syscall(SYS_gettid))};
}

double seconds_computed_by(SystemThread thread) {
    timespec time{};
    clock_gettime(thread.clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

bool is_asleep(SystemThread thread) {
    char path[64], text[256] = {};
    std::snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread.number);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return true;
    const ssize_t bytes = read(file, text, sizeof text - 1);
    close(file);
    const char* const name_ends = bytes > 0 ? std::strrchr(text, ')') : nullptr;
    return !name_ends || name_ends[2] == 'S'; // "12 (name) S …"
}

void sleep_for(std::chrono::nanoseconds time) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
    const timespec wanted{seconds.count(), (time - seconds).count()};
    static const auto real = of_the_c_library<decltype(&nanosleep)>("nanosleep");
    real(&wanted, nullptr);
}

bool begins_in_program(const void* start) {
    return is_in_image(start) || is_beside(start, "_ZSt9terminatev");
}

} // namespace scanlab::sim::platform
