// The CPU as a rival: plain, with SIMD lanes, with all threads; compaction with and without a scan.
//
// cpu_rivals NAME --describe | --cases FILE [--reps R]: as run_benchmark() of a program for a GPU. The
// copy that they are compared with is the CPU's own, by all threads.
#include "command_line.hpp"
#include "cpu_times.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "task/parallel.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <string>

namespace scanlab {
namespace {

/// The processor's name, as Linux tells it.
std::string processor_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name")) return line.substr(line.find(": ") + 2);
    return "CPU";
}

void measure_cases(const Rival& rival, const std::vector<Case>& cases, int reps) {
    const std::string device = fmt::format("{}, {} threads", processor_name(), cpu_threads());
    time_cases(rival, cases, reps, [&](const Case& c, const CaseTimes& times) {
        nlohmann::json row = row_of(c, times);
        row["device"] = device;
        row["processor"] = "cpu";
        print_line(row);
    });
}

int run_as_asked(int argc, char** argv) {
    std::string name, cases;
    int reps = 9;
    bool describe = false;
    CLI::App app{"Measures the CPU, for ./scanlab bench."};
    app.name("cpu_rivals");
    app.add_option("rival", name, "Which way to scan or compact")->required();
    app.add_flag("--describe", describe, "Print what can be measured, as JSON");
    app.add_option("--cases", cases, "Measure what this file lists; print JSON lines");
    app.add_option("--reps", reps, "Samples a case")->check(CLI::Range(1, 1000));
    if (!read_command_line(app, argc, argv)) return exit_pass;
    const Rival& rival = find_rival(name);
    if (describe)
        print_line({{"number", 0},
                    {"name", name},
                    {"title", rival.title},
                    {"task", scanlab::name(rival.task)},
                    {"scope", "device"},
                    {"block", 0},
                    {"blocks", {0}}});
    else
        measure_cases(rival, read_cases(cases), reps);
    return exit_pass;
}

} // namespace
} // namespace scanlab

int main(int argc, char** argv) {
    try {
        return scanlab::run_as_asked(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "cpu_rivals: error: {}\n", error.what());
        return scanlab::exit_usage;
    }
}
