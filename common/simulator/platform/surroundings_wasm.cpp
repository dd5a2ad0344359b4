#include "platform.hpp"

#include <sys/stat.h>
#include <unistd.h>

namespace scanlab::sim::platform {

char** environment() { return environ; }

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
