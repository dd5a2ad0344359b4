// A kit without a build folder: what building.hpp, kit.hpp and nvcc.hpp are in Node. Programs are made
// by the page's compiler, which is asked for as scanlab_compile is natively (npm/scanlab.mjs).
#include "kit.hpp"
#include "building.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "nvcc.hpp"
#include "process.hpp"
#include "programs.hpp"
#include "shrink.hpp"

#include <cstdlib>

namespace scanlab {
namespace {

namespace fs = std::filesystem;

/// Where the package is, and where it keeps programs.
fs::path named(const char* variable) {
    const char* const path = std::getenv(variable);
    return path == nullptr ? "/" : path;
}

} // namespace

fs::path own_program() { return "scanlab"; }

const fs::path& build_folder() {
    static const fs::path folder = named("SCANLAB_PACKAGE");
    return folder;
}
bool is_installed() { return true; }
const fs::path& programs_folder() { return build_folder(); }
fs::path folder_of_programs() { return named("SCANLAB_PROGRAMS"); }
fs::path folder_of(Backend) { return build_folder(); }

/// It is in the package.
void build(Backend, const std::vector<std::string>&, const fs::path&, Says) {}

fs::path compile_several(const Words& words, bool fast) {
    const NvccCall call = read_nvcc(words);
    if (call.inputs.size() != 1 || call.inputs.front().kind != NvccFile::Kind::cuda)
        throw UsageError("Several files: Node makes a program of one. Include the others in it, or "
                         "install Scanlab, which links them.");
    const fs::path source = call.inputs.front().file;
    const fs::path program = kept_program(
        source, fmt::format("{} {} {}", fs::current_path().string(), fmt::join(words, " "), fast));
    Words command = compile_command(source, program, fast ? Words{"--fast"} : Words{});
    append_words(command, call.spaces);
    command.emplace_back("--");
    append_words(command, call.compile);
    if (const int code = exit_code(run_visibly(command)); code != 0) throw Stopped{code};
    return program;
}

int propose_sizes(const LongProgram&) {
    throw UsageError("--shrink makes copies of the program, which takes the installed Scanlab.");
}

} // namespace scanlab
