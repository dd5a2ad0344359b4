#include "kit.hpp"

#include "errors.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>

namespace scanlab {
namespace {

namespace fs = std::filesystem;

constexpr const char* cache = "CMakeCache.txt"; // stands in the build folder, and names the sources

struct Home {
    fs::path folder;
    bool is_installed;
};

Home find_home() {
    const fs::path program = fs::canonical(own_program());
    for (fs::path folder = program.parent_path(); folder != folder.root_path();
         folder = folder.parent_path()) {
        if (fs::exists(folder / cache)) return {folder, false};
        const fs::path installed = folder / "lib/scanlab";
        if (fs::exists(installed / "scanlab_paths")) return {installed, true};
    }
    throw std::runtime_error(program.string() +
                             " lies in no build folder, and in no installed tree; build it with CMake");
}

const Home& home() {
    static const Home found = find_home();
    return found;
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

fs::path own_program() { return fs::read_symlink("/proc/self/exe"); }

const fs::path& build_folder() { return home().folder; }

bool is_installed() { return home().is_installed; }

const fs::path& programs_folder() {
    static const fs::path other = kept("SCANLAB_PROGRAMS");
    return other.empty() ? build_folder() : other;
}

fs::path folder_of_programs() {
    if (!is_installed()) return build_folder() / "programs";
    const auto below = [](const char* name, const char* folder) -> fs::path {
        const char* value = std::getenv(name);
        return value == nullptr || *value == 0 ? fs::path() : fs::path(value) / folder;
    };
    for (const fs::path& folder :
         {below("XDG_CACHE_HOME", "scanlab/programs"), below("HOME", ".cache/scanlab/programs")})
        if (!folder.empty()) return folder;
    throw UsageError("The environment names no folder to keep programs in. Set `HOME`, or "
                     "`XDG_CACHE_HOME`, to a folder that you may write to.");
}

const fs::path& kit_folder() {
    static const fs::path folder = find_kit_folder();
    return folder;
}

} // namespace scanlab
