/// \file
/// Programs that users bring: CUDA sources, compiled for the simulator.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace scanlab {

/// Throws UsageError unless there is such a file, and its name is that of a CUDA source.
void require_source(const std::filesystem::path& source);

/// Whether it includes a header that brings a main (scanlab_programs_that_include), and so takes that
/// one's options: --n, --seed.
bool brings_no_main(const std::filesystem::path& source);

/// Builds what compiling a source takes.
void build_compiler();

/// Where a program that is made of the source is kept. Two of a name do not get into each other's way
/// if `origin` says all that they are made of; of the same origin it is the same.
std::filesystem::path kept_program(const std::filesystem::path& source, const std::string& origin);

/// The command that compiles a source to a program once that is built; for `mode` see compile().
std::vector<std::string> compile_command(const std::filesystem::path& source,
                                         const std::filesystem::path& program,
                                         const std::vector<std::string>& mode = {});

/// Compiles a source, having built what that takes, and returns the program. `mode`: nothing, --fast,
/// or
/// --picture and how many lanes a warp has. Throws Stopped if the compiler has complained.
std::filesystem::path compile(const std::filesystem::path& source,
                              const std::vector<std::string>& mode);

} // namespace scanlab
