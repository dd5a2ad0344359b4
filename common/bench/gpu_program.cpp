#include "gpu_program.hpp"

#include "check/device.hpp"
#include "command_line.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "measure_calls.hpp"
#include "numbers.hpp"
#include "report/options.hpp"
#include "report/report.hpp"
#include "row.hpp"
#include "several_gpus.hpp"
#include "stress.hpp"
#include "task/task.hpp"

#include <cuda_profiler_api.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <optional>
#include <ranges>
#include <string>

namespace scanlab {
namespace {

using nlohmann::json;

constexpr int half = 50; // per cent kept

struct Arguments {
    std::string cases, once;
    int reps = 15;
    long long stress = 0;
    bool describe = false, quick = false, energy = false;
};

json description(const Lesson& lesson, std::span<const Variant> variants, const std::string& version) {
    json j = to_json(lesson);
    j["version"] = version;
    j["block"] = lesson.block;
    for (const Variant& variant : variants) j["blocks"].push_back(variant.block);
    if (variants.front().piece != nullptr) j["gpus"] = usable_gpus();
    return j;
}

Device device_for(const Lesson& lesson) {
    Device device = open_device();
    require_capability(device, lesson.compute_capability);
    return device;
}

void print_row(json row, const Variant& variant, const Device& device) {
    row["items_per_thread"] = variant.items_per_thread;
    row["device"] = device.name;
    row["peak_gbps"] = device.peak_gbps;
    row["processor"] = "gpu";
    print_line(row);
}

/// Of the current device, as in "0000:0F:00.0".
std::string bus_id() {
    int device = 0;
    char id[32]{};
    require(cudaGetDevice(&device), "cudaGetDevice");
    require(cudaDeviceGetPCIBusId(id, sizeof id, device), "cudaDeviceGetPCIBusId");
    return id;
}

/// Says that the device's memory is too small for a case.
void leave_out(const Lesson& lesson, const Case& c) {
    fmt::print(stderr, "{}: {} elements left out: they need more memory than the GPU has\n",
               lesson.name, c.n);
}

void measure_cases(const Lesson& lesson, std::span<const Variant> variants,
                   const std::vector<Case>& cases, const Patience& patience, bool may_capture) {
    const Device device = device_for(lesson);
    const Meter meter(bus_id());
    const auto variant_of = [&](const Case& c) {
        return std::ranges::find(variants, c.block, &Variant::block);
    };
    std::vector<Case> possible;
    long long largest = 1;
    std::size_t workspace = 0;
    for (const Case& c : cases) {
        if (variant_of(c) == variants.end()) continue;
        const std::size_t needed = variant_of(c)->workspace(c.n);
        if (c.n > Arena::largest(lesson, needed)) {
            leave_out(lesson, c);
            continue;
        }
        possible.push_back(c);
        largest = std::max(largest, c.n);
        workspace = std::max(workspace, needed);
    }
    Arena arena(lesson, largest, workspace);
    std::optional<std::pair<int, Data>> filled;
    for (const Case& c : possible) {
        const auto variant = variant_of(c);
        if (filled != std::pair(c.kept_percent, c.data)) arena.fill(c.kept_percent, c.data);
        filled = {c.kept_percent, c.data};
        arena.reset_workspace(*variant);
        const CallTimes times = time_calls(arena, lesson, *variant, c, patience, may_capture, meter);
        const json row =
            row_of(c, {.calls = times.calls,
                       .copies = times.copies,
                       .useful_bytes = useful_bytes(lesson.task, c.n, c.n * c.kept_percent / 100),
                       .in_a_row = times.in_a_row,
                       .in_graph = times.in_graph,
                       .verified = times.wrong == 0,
                       .state = times.state});
        print_row(row, *variant, device);
    }
}

void measure_by_gpus(const Lesson& lesson, std::span<const Variant> variants,
                     const std::vector<Case>& cases, const Patience& patience) {
    for (const Case& c : cases) {
        Device device = device_for(lesson);
        join_devices(device, c.gpus);
        Variant variant = *std::ranges::find(variants, c.block, &Variant::block);
        variant.devices = c.gpus;
        if (c.n > largest_dealt(variant)) {
            leave_out(lesson, c);
            continue;
        }
        const CallTimes times = time_dealt_calls(lesson, variant, c.n, patience);
        const json row = row_of(c, {.calls = times.calls,
                                    .copies = times.copies,
                                    .useful_bytes = useful_bytes(lesson.task, c.n, 0),
                                    .in_a_row = times.in_a_row,
                                    .in_graph = times.in_graph,
                                    .verified = times.wrong == 0});
        print_row(row, variant, device);
    }
}

/// Makes a call that a profiler sees, after a first one that loads the kernels.
void profile(const std::function<void()>& call) {
    call();
    require(cudaProfilerStart(), "cudaProfilerStart");
    call();
    require(cudaProfilerStop(), "cudaProfilerStop");
}

void run_once(const Lesson& lesson, const Variant& variant, long long n) {
    static_cast<void>(device_for(lesson));
    if (variant.piece) return with_dealt_call(lesson, variant, n, profile);
    Arena arena(lesson, n, variant.workspace(n));
    arena.fill(half);
    arena.reset_workspace(variant);
    const Problem call = arena.problem(n, 0, 1);
    profile([&] {
        variant.launch(call);
        require(arena.stream().wait(), "the call failed");
    });
}

int run_as_asked(const Lesson& lesson, std::span<const Variant> variants, bool may_capture,
                 const std::string& version, int argc, char** argv) {
    Arguments arguments;
    CLI::App app{fmt::format("Measures {} on a GPU, for ./scanlab bench.", lesson.name)};
    app.name(lesson.name);
    app.add_flag("--describe", arguments.describe, "Print what can be measured, as JSON");
    app.add_option("--cases", arguments.cases, "Measure what this file lists; print JSON lines");
    app.add_option("--reps", arguments.reps, "Samples a case")->check(CLI::Range(1, 1000));
    app.add_flag("--quick", arguments.quick, "Spend a seventh of the time on each case");
    app.add_flag("--energy", arguments.energy, "Repeat calls in a row, to read their energy");
    app.add_option("--stress", arguments.stress, "Make and check so many calls, under load")
        ->check(CLI::PositiveNumber);
    app.add_option("--once", arguments.once, "Make one call on so many elements, for a profiler");
    app.require_option(1, 4);
    if (!read_command_line(app, argc, argv)) return exit_pass;

    if (arguments.describe) {
        print_line(description(lesson, variants, version));
        return exit_pass;
    }
    const auto usual = std::ranges::find(variants, lesson.block, &Variant::block);
    if (!arguments.once.empty()) {
        run_once(lesson, *usual, parse_count("--once", arguments.once));
    } else if (arguments.stress > 0) {
        static_cast<void>(device_for(lesson));
        const StressResult result = usual->piece ? stress_dealt_calls(lesson, *usual, arguments.stress)
                                                 : stress(lesson, *usual, arguments.stress, 1);
        print_line({{"launches", result.launches},
                    {"elements", result.elements},
                    {"wrong", result.wrong},
                    {"seconds", result.seconds}});
    } else {
        Patience patience{.reps = arguments.reps};
        if (arguments.quick) patience = {arguments.reps, 7e3, 40e3};
        if (arguments.energy) patience.energy_us = 500e3;
        const std::vector<Case> cases = read_cases(arguments.cases);
        if (usual->piece)
            measure_by_gpus(lesson, variants, cases, patience);
        else
            measure_cases(lesson, variants, cases, patience, may_capture);
    }
    return exit_pass;
}

} // namespace

int run_benchmark(const Lesson& lesson, std::span<const Variant> variants, bool may_capture, int argc,
                  char** argv, const std::string& version) {
    try {
        return run_as_asked(lesson, variants, may_capture, version, argc, argv);
    } catch (const UsageError& error) {
        fmt::print(stderr, "{}: error: {}\n", lesson.name, error.what());
        return exit_usage;
    } catch (const Skipped& reason) {
        fmt::print(stderr, "{}: skipped: {}\n", lesson.name, reason.what());
        return exit_skipped;
    } catch (const CudaError& error) {
        fmt::print(stderr, "{}: error: {}\n", lesson.name, error.what());
        if (error.code() == cudaErrorLaunchTimeout)
            std::_Exit(exit_wrong); // an orderly end would wait for the kernel
        return exit_wrong;
    }
}

} // namespace scanlab
