#include "programs.hpp"

#include "building.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "process.hpp"

#include <fstream>
#include <functional>

namespace scanlab {

namespace fs = std::filesystem;

void require_source(const fs::path& source) {
    if (!fs::exists(source)) throw UsageError(fmt::format("there is no file {}", source.string()));
    if (!fs::is_regular_file(source))
        throw UsageError(fmt::format("{} is not a file", source.string()));
    if (source.extension() != ".cu" && source.extension() != ".cuh")
        throw UsageError(fmt::format("{} is not a .cu file", source.string()));
}

bool uses_harness(const fs::path& source) {
    std::ifstream file(source);
    for (std::string line; std::getline(file, line);)
        for (const char* header : {"scanlab/lesson.hpp", "scanlab/exercise.hpp"})
            if (line.find(header) != std::string::npos) return true;
    return false;
}

fs::path compile(const fs::path& source, const std::vector<std::string>& mode) {
    const fs::path folder = folder_of(Backend::sim), script = folder / "scanlab_compile";
    build(Backend::sim, {"scanlab_sim_toolchain"}, script);
    // One program per source and mode, so that two of a name do not get into each other's way.
    const std::string place =
        fmt::format("{} {}", fs::canonical(source).string(), fmt::join(mode, " "));
    const fs::path program =
        folder / "programs" /
        fmt::format("{}-{:016x}", source.stem().string(), std::hash<std::string>{}(place));
    std::vector<std::string> command{"sh", script};
    command.insert(command.end(), mode.begin(), mode.end());
    command.insert(command.end(), {source, program});
    if (const int code = exit_code(run_visibly(command)); code != 0) throw Stopped{code};
    return program;
}

} // namespace scanlab
