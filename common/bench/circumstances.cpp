#include "circumstances.hpp"

#include "format.hpp"
#include "process.hpp"

#include <fmt/chrono.h>
#include <sys/utsname.h>

#include <chrono>
#include <ctime>
#include <fstream>
#include <string_view>
#include <thread>

namespace scanlab {
namespace {

/// What a program prints, in one line; empty if there is no such program.
std::string answer(std::vector<std::string> command) {
    const ScratchFolder scratch;
    command.insert(command.begin(), "/usr/bin/env");
    std::string text = run_process(command, std::chrono::seconds(60), scratch.path()).out;
    while (text.ends_with('\n')) text.pop_back();
    return text.substr(text.rfind('\n') + 1);
}

std::string processor() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name")) return line.substr(line.find(": ") + 2);
    return "unknown processor";
}

std::string gpu() {
    return answer({"nvidia-smi", "--id=0",
                   "--query-gpu=name,driver_version,clocks.sm,clocks.max.sm,clocks.mem,clocks.max.mem",
                   "--format=csv,noheader"});
}

} // namespace

Circumstances circumstances(const std::string& command, bool on_gpu) {
    utsname system{};
    uname(&system);
    const std::string_view release = system.release; // "6.8.0" of "6.8.0-41-generic"
    return {.date = fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(std::time(nullptr))),
            .command = command,
            .host = fmt::format("{}, {} threads, {} {} {}", processor(),
                                std::thread::hardware_concurrency(), system.sysname,
                                release.substr(0, release.find('-')), system.machine),
            .gpu = on_gpu
                       ? gpu() + " (name, driver, clocks: SM now and at most, memory now and at most)"
                       : "none: the simulator",
            .toolkit = on_gpu ? answer({"nvcc", "--version"}) : "none"};
}

} // namespace scanlab
