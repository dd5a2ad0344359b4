/// \file
/// Having built what a command needs.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace scanlab {

enum class Backend { sim, cuda };

/// Where it is built.
std::filesystem::path folder_of(Backend backend);

/// A program that was needed has failed, and has said why.
struct Stopped {
    int code;
};

/// What a build says that does not fail.
enum class Says {
    nothing,      ///< unless it takes long in a terminal
    how_far_it_is ///< a line for each step, also to a file
};

/// Builds these targets, and configures first if need be. Says nothing unless it takes long or fails:
/// throws Stopped then. If SCANLAB_BUILD=no is in the environment, nothing is built, and a UsageError
/// thrown if there is no `result`, the file that comes last.
void build(Backend backend, const std::vector<std::string>& targets,
           const std::filesystem::path& result, Says says = Says::nothing);

/// Gives an option of CMake's a value, configuring anew only if it has another.
void set_option(Backend backend, const std::string& name, const std::string& value);

/// Whether SCANLAB_BUILD=no forbids it, or this program was installed, and needs no build.
bool must_not_build();

/// Whether there are an NVIDIA GPU and a CUDA toolkit, which is then on PATH.
bool has_gpu();
bool has_toolkit();

/// The GPU if there is one with a toolkit, else the simulator.
Backend best_backend();

/// Throws UsageError if this machine has no GPU or no CUDA toolkit.
void require_gpu();

} // namespace scanlab
