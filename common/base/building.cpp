#include "building.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "kit.hpp"
#include "process.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace scanlab {
namespace {

namespace fs = std::filesystem;

/// Runs a command of the build, as long as it takes.
Ended run_tool(const std::vector<std::string>& command) {
    constexpr std::chrono::hours forever(24 * 365);
    const ScratchFolder scratch;
    return run_process(command, forever, scratch.path());
}

[[noreturn]] void fail(const std::string& what) {
    fmt::print(stderr, "scanlab: {}\n", what);
    throw Stopped{1};
}

/// What a build printed without Ninja's own lines: "[3/9] …" and "ninja: …".
std::string without_progress(const std::string& printed) {
    std::istringstream lines(printed);
    std::string kept;
    for (std::string line; std::getline(lines, line);)
        if (!line.starts_with("ninja:") &&
            !(line.starts_with("[") && line.find_first_not_of("0123456789/", 1) == line.find(']')))
            kept += line + "\n";
    return kept;
}

void configure(Backend backend) {
    const fs::path folder = folder_of(backend);
    fmt::print(stderr,
               "First build, in {}. It usually takes three to ten minutes; later builds are fast.\n",
               folder.lexically_relative(kit_folder()).string());
    const Ended ended =
        run_tool({"cmake", "--preset", backend == Backend::cuda ? "cuda" : "sim", "-S", kit_folder()});
    if (exit_code(ended) == 0) return;
    fmt::print(stderr, "{}{}", ended.out, ended.err);
    fail(fmt::format("CMake could not configure {} (see above)", folder.string()));
}

} // namespace

fs::path folder_of(Backend backend) {
    return backend == Backend::cuda ? kit_folder() / "build/cuda" : build_folder();
}

bool must_not_build() {
    if (is_installed()) return true;
    const char* build = std::getenv("SCANLAB_BUILD");
    return build != nullptr && std::string_view(build) == "no";
}

void build(Backend backend, const std::vector<std::string>& targets, const fs::path& result,
           Says says) {
    const fs::path folder = folder_of(backend);
    std::vector<std::string> command{"cmake", "--build", folder, "--target"};
    command.insert(command.end(), targets.begin(), targets.end());
    if (must_not_build()) {
        if (fs::exists(result)) return;
        if (is_installed()) throw UsageError("`{}` is missing. Install Scanlab anew.", result.string());
        throw UsageError(
            "`SCANLAB_BUILD=no` forbids building, but {} has not been built yet. Build it with `{}`.",
            result.string(), fmt::join(command, " "));
    }
    if (!fs::exists(folder / "build.ninja")) configure(backend);
    const bool is_seen = says == Says::how_far_it_is || isatty(STDERR_FILENO) != 0;
    const Ended ended = is_seen ? run_visibly(command, Output::to_stderr) : run_tool(command);
    if (exit_code(ended) == 0) return;
    if (!is_seen) fmt::print(stderr, "{}{}", without_progress(ended.out), ended.err);
    fail("the build failed (see above)");
}

void set_option(Backend backend, const std::string& name, const std::string& value) {
    if (must_not_build()) return;
    const fs::path folder = folder_of(backend);
    if (!fs::exists(folder / "build.ninja")) configure(backend);
    std::ifstream cache(folder / "CMakeCache.txt");
    for (std::string line; std::getline(cache, line);)
        if (line.starts_with(name + ":") && line.substr(line.find('=') + 1) == value) return;
    const Ended ended = run_tool({"cmake", fmt::format("-D{}={}", name, value), folder});
    if (exit_code(ended) == 0) return;
    fmt::print(stderr, "{}{}", ended.out, ended.err);
    fail(fmt::format("CMake could not set {} (see above)", name));
}

bool has_gpu() {
    const Ended ended = run_tool({"nvidia-smi", "-L"});
    return exit_code(ended) == 0 && ended.out.find("GPU") != std::string::npos;
}

bool has_toolkit() {
    const std::string usual = "/usr/local/cuda/bin";
    if (has_program("nvcc")) return true;
    if (access((usual + "/nvcc").c_str(), X_OK) != 0) return false;
    setenv("PATH", fmt::format("{}:{}", std::getenv("PATH"), usual).c_str(), 1);
    return true;
}

Backend best_backend() {
    if (!has_gpu()) return Backend::sim;
    if (has_toolkit()) return Backend::cuda;
    fmt::print(stderr,
               "This machine has a GPU, but the CUDA toolkit (`nvcc`) is not installed. Running on the "
               "simulator instead.\n");
    return Backend::sim;
}

void require_gpu() {
    constexpr const char* instead = "Use `./scanlab run --sim`, which needs no GPU.";
    if (!has_gpu()) throw UsageError("No NVIDIA GPU was found: `nvidia-smi` lists none. {}", instead);
    if (!has_toolkit())
        throw UsageError("The CUDA toolkit is not installed: there is no `nvcc`. {}", instead);
}

} // namespace scanlab
