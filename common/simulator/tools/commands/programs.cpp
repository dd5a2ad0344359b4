#include "programs.hpp"

#include "building.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "kit.hpp"
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

bool brings_no_main(const fs::path& source) {
    std::ifstream rows(programs_folder() / "scanlab_beginnings");
    std::vector<std::string> headers; // each the first word of its row
    for (std::string row; std::getline(rows, row);)
        if (!row.empty()) headers.push_back(row.substr(0, row.find(' ')));
    std::ifstream file(source);
    for (std::string line; std::getline(file, line);)
        for (const std::string& header : headers)
            if (line.find(header) != std::string::npos) return true;
    return false;
}

namespace {

fs::path compiler() { return folder_of(Backend::sim) / "scanlab_compile"; }

} // namespace

void build_compiler() { build(Backend::sim, {"scanlab_sim_toolchain"}, compiler()); }

fs::path kept_program(const fs::path& source, const std::string& origin) {
    return folder_of_programs() /
           fmt::format("{}-{:016x}", source.stem().string(), std::hash<std::string>{}(origin));
}

std::vector<std::string> compile_command(const fs::path& source, const fs::path& program,
                                         const std::vector<std::string>& mode) {
    std::vector<std::string> command{"sh", compiler()};
    command.insert(command.end(), mode.begin(), mode.end());
    command.insert(command.end(), {source, program});
    return command;
}

fs::path compile(const fs::path& source, const std::vector<std::string>& mode) {
    build_compiler();
    const fs::path program = kept_program(
        source, fmt::format("{} {}", fs::canonical(source).string(), fmt::join(mode, " ")));
    const int code = exit_code(run_visibly(compile_command(source, program, mode)));
    if (code != 0) throw Stopped{code};
    return program;
}

} // namespace scanlab
