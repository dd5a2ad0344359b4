#include "platform.hpp"

#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#endif
#include <sys/stat.h>
#include <unistd.h>

namespace scanlab::sim::platform {

char** environment() { return environ; }

bool errors_go_to_a_terminal() { return isatty(STDERR_FILENO) != 0; }

bool has_threads() {
#if __has_include(<sys/single_threaded.h>)
    return !__libc_single_threaded;
#else
    return true;
#endif
}

std::string process_number() { return std::to_string(getpid()); }

bool can_be_written(const std::string& path) {
    struct stat status {};
    if (stat(path.c_str(), &status) == 0)
        return !S_ISDIR(status.st_mode) && access(path.c_str(), W_OK) == 0;
    const std::size_t slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    return slash + 1 != path.size() && access(folder.c_str(), W_OK) == 0;
}

} // namespace scanlab::sim::platform
