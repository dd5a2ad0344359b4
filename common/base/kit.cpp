#include "kit.hpp"

#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace scanlab {
namespace {

namespace fs = std::filesystem;

constexpr const char* cache = "CMakeCache.txt"; // stands in the build folder, and names the sources

fs::path find_build_folder() {
    const fs::path program = fs::canonical("/proc/self/exe");
    for (fs::path folder = program.parent_path(); folder != folder.root_path();
         folder = folder.parent_path())
        if (fs::exists(folder / cache)) return folder;
    throw std::runtime_error(program.string() + " lies in no build folder; build it with CMake");
}

fs::path find_kit_folder() {
    constexpr std::string_view entry = "CMAKE_HOME_DIRECTORY:INTERNAL=";
    std::ifstream file(build_folder() / cache);
    for (std::string line; std::getline(file, line);)
        if (line.starts_with(entry)) return line.substr(entry.size());
    throw std::runtime_error((build_folder() / cache).string() +
                             " does not name the sources; configure anew");
}

} // namespace

const fs::path& build_folder() {
    static const fs::path folder = find_build_folder();
    return folder;
}

const fs::path& kit_folder() {
    static const fs::path folder = find_kit_folder();
    return folder;
}

} // namespace scanlab
