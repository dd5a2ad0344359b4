/// \file
/// The commands of the simulator.
#pragma once

#include "command_program.hpp"

namespace scanlab {

Action define_doctor(CLI::App& app, const Invocation& invocation);
Action define_findings(CLI::App& app, const Invocation& invocation);
Action define_kernel(CLI::App& app, const Invocation& invocation);
Action define_nvcc(CLI::App& app, const Invocation& invocation);
Action define_prove(CLI::App& app, const Invocation& invocation);
Action define_score(CLI::App& app, const Invocation& invocation);
Action define_sim(CLI::App& app, const Invocation& invocation);
Action define_sync(CLI::App& app, const Invocation& invocation);

inline constexpr Command command_sim{
    "sim", "[options] FILE.cu [FILE…] [--] [arguments…]",
    "compile any CUDA program for the simulator, run it, and report what is wrong with it "
    "(then the exit code is 3)",
    define_sim};
inline constexpr Command command_findings{
    "findings", "[merge] FILE.json|FOLDER… [options] [-- command…]",
    "read what one or many runs have found (sim --json), or what the programs find that a command "
    "runs, and write it for people, code scanning and build servers",
    define_findings};
inline constexpr Command command_nvcc{
    "nvcc", "[options of nvcc] FILE…",
    "do what nvcc does, for the simulator: the program that it makes runs without a GPU, and "
    "is checked",
    define_nvcc};
inline constexpr Command command_kernel{
    "kernel", "FILE.cu 'NAME<<<B, T>>>(…)' [options] [-- options of sim]",
    "run a kernel that has no host program: make its arrays, launch it as sim does, and compare "
    "what it writes",
    define_kernel};
inline constexpr Command command_score{
    "score", "FOLDER [options] [-- arguments…]",
    "run labelled programs on the simulator, and print how much of what is wrong with them is "
    "found: a confusion matrix",
    define_score};
inline constexpr Command command_sync{
    "sync", "FILE.cu [options] [-- arguments…]",
    "say of each barrier, fence and atomic order of a program whether it is needed, and why",
    define_sync};
inline constexpr Command command_prove{
    "prove", "FILE.cu [options]",
    "prove of a program's kernels that they are right for all sizes, or show one for which they are "
    "not",
    define_prove};
inline constexpr Command command_doctor{
    "doctor", "", "say what is installed, and whether a race that is there is found", define_doctor};

} // namespace scanlab
