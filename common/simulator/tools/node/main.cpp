/// \file
/// The simulator's commands as Node runs them (npm/scanlab.mjs): those that need nothing but the
/// browser's compiler.
#include "building.hpp"
#include "command_line.hpp"
#include "simulator_commands.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <typeinfo>
#include <unistd.h>

namespace {

constexpr std::array commands{scanlab::command_sim, scanlab::command_findings, scanlab::command_kernel,
                              scanlab::command_doctor};
constexpr scanlab::CommandProgram program{
    .name = "scanlab",
    .introduction = "Scanlab: runs CUDA programs without a GPU, and says what is wrong with them.",
    .commands = commands,
    .more_heading = {},
    .more_commands = {},
    .footer = {}};

std::string called = "scanlab"; ///< with the command that is done

} // namespace

/// What read_command_line() and run_commands() do with an exception, since here nothing is caught.
[[noreturn]] void scanlab_thrown(const std::type_info& type, const void* thrown, const char* what) {
    if (type == typeid(scanlab::Stopped)) std::exit(static_cast<const scanlab::Stopped*>(thrown)->code);
    const bool is_refusal = std::string_view(type.name()).starts_with("N3CLI");
    fmt::print(stderr, "{}: {}\n", called, is_refusal ? scanlab::refusal(what) : what);
    std::exit(scanlab::exit_usage);
}

int main(int argc, char** argv) {
    if (const char* const folder = std::getenv("PWD")) chdir(folder);
    std::setvbuf(stdout, nullptr, _IOFBF,
                 BUFSIZ); // what a command prints before it begins again is lost
    if (argc > 1) called += std::string(" ") + argv[1];
    return scanlab::run_commands(program, argc, argv);
}
