/// \file
/// Whether this installation finds mistakes at all. A checker that does not work looks like one that
/// has found nothing.
#include "simulator_commands.hpp"

#include "building.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "kit.hpp"
#include "process.hpp"
#include "programs.hpp"

#include <fstream>
#include <string_view>

namespace scanlab {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr int exit_blind = 4;

/// Without its barrier, the last line reads what another thread may not have written yet.
constexpr std::string_view control = R"(__global__ void reverse(int* numbers) {{
    __shared__ int copy[64];
    copy[threadIdx.x] = numbers[threadIdx.x];
    {}
    numbers[threadIdx.x] = copy[63 - threadIdx.x];
}}
int main() {{
    int* numbers = nullptr;
    cudaMalloc(&numbers, 64 * sizeof(int));
    cudaMemset(numbers, 0, 64 * sizeof(int));
    reverse<<<1, 64>>>(numbers);
    cudaDeviceSynchronize();
    cudaFree(numbers);
}}
)";

/// The exit code of a program whose threads meet in this way. Throws Stopped if it cannot be compiled.
int run_control(const std::string& barrier, const fs::path& folder) {
    const fs::path source = folder / "reverse.cu", program = folder / "reverse";
    std::ofstream(source) << fmt::format(control, barrier);
    const int compiled = exit_code(run_visibly(compile_command(source, program)));
    if (compiled != 0) throw Stopped{compiled};
    return exit_code(run_process({program}, 60s, folder));
}

std::string first_line(const std::vector<std::string>& command, const fs::path& folder) {
    const Ended ended = run_process(command, 60s, folder);
    return exit_code(ended) == 0 ? ended.out.substr(0, ended.out.find('\n')) : "not found";
}

int examine() {
    build_compiler();
    const ScratchFolder scratch;
    fmt::print("scanlab:  version {}, in {}\n", SCANLAB_SIMULATOR_VERSION, build_folder().string());
    fmt::print("compiler: {}\n",
               first_line({build_folder() / "scanlab_compile_host", "--version"}, scratch.path()));
    fmt::print("linker:   {}\n", first_line({"ld.lld", "--version"}, scratch.path()));
    fmt::print("programs: kept in {}\n", folder_of_programs().string());
    const int without = run_control("", scratch.path());
    if (without != exit_found) {
        fmt::print("A program with a race ended with exit code {} instead of {}, so this installation "
                   "does not find mistakes. Look for settings in the environment, such as "
                   "`SCANLAB_SIM_IGNORE`, or install Scanlab anew.\n",
                   without, static_cast<int>(exit_found));
        return exit_blind;
    }
    const int with = run_control("__syncthreads();", scratch.path());
    if (with != exit_pass) {
        fmt::print(
            "A correct program ended with exit code {} instead of 0, so this installation reports "
            "mistakes that are none. Install Scanlab anew.\n",
            with);
        return exit_blind;
    }
    fmt::print("control:  the race in a small program was found, and its mended twin passes\n");
    return exit_pass;
}

} // namespace

Action define_doctor(CLI::App& app, const Invocation&) {
    app.footer("Exit code 4: it does not find a mistake that is there.");
    return examine;
}

} // namespace scanlab
