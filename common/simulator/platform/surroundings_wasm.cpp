#include "platform.hpp"

#include <sys/stat.h>
#include <unistd.h>

namespace scanlab::sim::platform {

char** environment() { return environ; }
std::string process_number() { return "1"; }
bool errors_go_to_a_terminal() { return false; }
bool has_threads() { return false; }
SystemThread this_system_thread() { return {}; }
double seconds_computed_by(SystemThread) { return 0; }
bool is_asleep(SystemThread) { return false; }
void sleep_for(std::chrono::nanoseconds) {}

namespace {
bool is_folder(const std::string& path) {
    struct stat status {};
    return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}
} // namespace

/// All files are the page's, and nobody's but the program's.
bool can_be_written(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "/" : path.substr(0, slash + 1);
    return slash + 1 != path.size() && is_folder(folder) && !is_folder(path);
}

} // namespace scanlab::sim::platform

/// The C library's does not know how much memory there is.
extern "C" long sysconf(int name) {
    using namespace scanlab::sim::platform;
    switch (name) {
    case _SC_PAGESIZE:
        return static_cast<long>(page_bytes());
    case _SC_PHYS_PAGES:
        return static_cast<long>(physical_memory_bytes() / page_bytes());
    case _SC_NPROCESSORS_ONLN:
        return 1;
    default:
        return -1;
    }
}
