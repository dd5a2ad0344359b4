/// \file
/// The simulator's commands by themselves, where it is built without the course.
#include "simulator_commands.hpp"

#include <array>

namespace {

constexpr std::array commands{scanlab::command_sim,    scanlab::command_findings,
                              scanlab::command_kernel, scanlab::command_nvcc,
                              scanlab::command_score,  scanlab::command_sync,
                              scanlab::command_prove,  scanlab::command_doctor};
constexpr scanlab::CommandProgram program{
    .name = "scanlab",
    .introduction = "Scanlab: runs CUDA programs without a GPU, and says what is wrong with them.",
    .commands = commands,
    .more_heading = {},
    .more_commands = {},
    .footer = {}};

} // namespace

int main(int argc, char** argv) { return scanlab::run_commands(program, argc, argv); }
