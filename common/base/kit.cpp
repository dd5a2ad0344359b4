#include "kit.hpp"

#include <fstream>
#include <stdexcept>
#include <string>

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

/// What CMake keeps by this name; empty if nothing.
std::string kept(const std::string& name) {
    std::ifstream file(build_folder() / cache);
    for (std::string line; std::getline(file, line);)
        if (line.starts_with(name + ':')) return line.substr(line.find('=') + 1);
    return {};
}

fs::path find_kit_folder() {
    const std::string folder = kept("CMAKE_HOME_DIRECTORY");
    if (!folder.empty()) return folder;
    throw std::runtime_error((build_folder() / cache).string() +
                             " does not name the sources; configure anew");
}

} // namespace

const fs::path& build_folder() {
    static const fs::path folder = find_build_folder();
    return folder;
}

const fs::path& programs_folder() {
    static const fs::path other = kept("SCANLAB_PROGRAMS");
    return other.empty() ? build_folder() : other;
}

const fs::path& kit_folder() {
    static const fs::path folder = find_kit_folder();
    return folder;
}

} // namespace scanlab
