/// \file
/// scanlab_corpus: runs the programs of tests/simulator/planted_bugs and tests/simulator/correct_tricky under several
/// orders, and reports whether the simulator finds in each what its source says, and nothing else. Exit
/// codes: 0 all as expected, 1 not all, 2 bad usage.
#include "expectations.hpp"
#include "in_parallel.hpp"
#include "schema.hpp"
#include "trial_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <thread>

namespace {

namespace fs = std::filesystem;
namespace corpus = scanlab::corpus;

struct Program {
    fs::path source, executable;
    bool planted; ///< has a bug, and a marker that tells which
    std::vector<std::string> complaints{};
};

/// The programs of a folder in the order of their names; all of them, or those that are asked for.
std::vector<Program> programs_of(const std::string& folder, const std::vector<std::string>& names) {
    std::vector<Program> programs;
    for (const auto& entry : fs::directory_iterator(fs::path(CORPUS_SOURCES) / folder)) {
        const fs::path source = entry.path();
        const std::string name = source.stem().string();
        if (source.extension() != ".cu") continue;
        if (names.empty() || std::ranges::count(names, name) != 0)
            programs.push_back({source, fs::path(CORPUS_PROGRAMS) / folder / name, folder == "planted_bugs"});
    }
    std::ranges::sort(programs, {}, &Program::source);
    return programs;
}

bool is_expected(const corpus::Expectations& expected, std::string_view kind) {
    return std::ranges::count(expected.places, kind, &corpus::Place::kind) > 0;
}

/// What never ends need not be waited for; what ends may have to wait for the machine.
int seconds_for(const corpus::Expectations& expected) { return is_expected(expected, "timeout") ? 1 : 10; }

struct Judged {
    std::vector<std::string> complaints;
    bool shows_something;
};

Judged judge_run(const Program& program, const corpus::Expectations& expected, int order) {
    const scanlab::ScratchFolder scratch;
    std::vector<std::string> settings = expected.settings;
    settings.push_back(fmt::format("SCANLAB_SIM_TIMEOUT={}", seconds_for(expected)));
    const scanlab::TrialRun run = scanlab::run_trial({program.executable}, {.order = static_cast<std::uint64_t>(order)},
                                                     std::chrono::seconds(120), scratch.path(), settings);
    const std::string how = describe(run.ended);
    const bool crashes = is_expected(expected, "host-crash"); // with the signal as its end, whose code is not the simulator's
    if (how.empty() == crashes) return {{crashes ? "it did not crash" : "it " + how}, true};
    const std::string findings = scanlab::content(scratch.path() / "findings");
    if (auto violations = finding_violations(findings); !violations.empty()) return {violations, true};
    return {corpus::complaints(expected, corpus::places_of(run.findings, program.source), crashes ? 3 : run.ended.code),
            !run.findings.empty() || run.ended.code != 0};
}

std::vector<std::string> complaints_about(const Program& program, int orders) {
    try {
        const corpus::Expectations expected = corpus::read_expectations(program.source);
        const bool has_markers = !expected.places.empty() || expected.wrong_result;
        if (program.planted != has_markers) return {program.planted ? "its source has no '// finds: …'" : "its source has a '// finds: …'"};
        constexpr int orders_that_differ = 8;
        bool is_shown = false;
        for (int order = 1; order <= (expected.only_some_orders ? orders_that_differ : orders); ++order) {
            auto [complaints, shows_something] = judge_run(program, expected, order);
            if (expected.only_some_orders && !shows_something) continue;
            for (std::string& complaint : complaints) complaint += fmt::format(" (order {})", order);
            if (!complaints.empty()) return complaints;
            is_shown = true;
        }
        if (!is_shown) return {fmt::format("none of {} orders shows anything", orders_that_differ)};
        return {};
    } catch (const std::exception& error) {
        return {error.what()};
    }
}

/// Runs all programs, as many at a time as there are processors.
void run_all(std::vector<Program>& programs, int orders) {
    const int jobs = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    scanlab::in_parallel(programs.size(), jobs, [&](std::size_t i) { programs[i].complaints = complaints_about(programs[i], orders); });
}

/// Prints what is wrong, program by program. Returns the number of programs with nothing wrong.
std::ptrdiff_t report(const std::vector<Program>& programs) {
    for (const Program& program : programs) {
        if (program.complaints.empty()) continue;
        fmt::print("{}:\n", fs::proximate(program.source).string());
        for (const std::string& complaint : program.complaints) fmt::print("    {}\n", complaint);
    }
    return std::ranges::count_if(programs, [](const Program& p) { return p.complaints.empty(); });
}

} // namespace

int main(int argc, char** argv) {
    const int orders = argc > 1 ? std::atoi(argv[1]) : 0;
    if (orders < 1) {
        std::cerr << "usage: scanlab_corpus SEEDS [NAME...]\n";
        return 2;
    }
    const std::vector<std::string> names(argv + 2, argv + argc);
    auto planted = programs_of("planted_bugs", names), correct = programs_of("correct_tricky", names);
    if (!names.empty() && planted.size() + correct.size() != names.size()) {
        std::cerr << "scanlab_corpus: there is no program of that name\n";
        return 2;
    }

    run_all(planted, orders);
    run_all(correct, orders);
    const auto found = report(planted), silent = report(correct);
    const auto bugs = std::ssize(planted), sound = std::ssize(correct);
    if (bugs > 0) fmt::print("planted bugs: {} of {} found, right kind and line, in {} orders\n", found, bugs, orders);
    if (sound > 0) fmt::print("correct programs: {}, {} false alarms\n", sound, sound - silent);
    return found == bugs && silent == sound ? 0 : 1;
}
