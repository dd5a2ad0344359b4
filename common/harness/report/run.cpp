#include "check/check_calls.hpp"
#include "check/sizes.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "measure/measure.hpp"
#include "measure/memory_limit.hpp"
#include "number_file.hpp"
#include "options.hpp"
#include "output_file.hpp"
#include "record.hpp"
#include "report.hpp"
#include "report_csv.hpp"
#include "shell.hpp"
#include "task/task.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <new>

#ifdef SCANLAB_SIMULATOR
#include <scanlab_sim/findings.hpp>
#include <scanlab_sim/settings.hpp>
#endif

namespace scanlab {
namespace {

/// How far the sizes go: on the simulator all checks together should take seconds.
SizeLimits size_limits(const Lesson& lesson, const Device& device, const Layout& layout,
                       const MemoryLimit& memory) {
    if (on_simulator && traits(lesson.task).many_passes) // over tiles that do not wait for others
        return {.tile = layout.tile(),
                .resident_tiles = 0,
                .largest_power = 1 << 11,
                .large_odd = 10'007,
                .most = memory.largest()};
    return {.tile = layout.tile(),
            .resident_tiles = device.resident_blocks(layout.block),
            .largest_power = on_simulator ? 1LL << 14 : 1LL << 24,
            .large_odd = on_simulator ? 30'011 : 10'000'019,
            .most = memory.largest()};
}

long long default_n(const MemoryLimit& memory) {
    return on_simulator ? 1LL << 16 : std::min(1LL << 28, memory.largest_power(.8));
}

#ifdef SCANLAB_SIMULATOR
/// What a command has to begin with for the simulator to be set as it is now.
std::string settings_prefix() { return sim::settings().replay; }

std::optional<Order> order_of(const Options& options) {
    return Order{sim::name(sim::settings().schedule), options.order};
}
#else
std::string settings_prefix() { return {}; }
std::optional<Order> order_of(const Options&) { return std::nullopt; }
#endif

std::string rerun_command(const char* program, const Options& options, long long n, InputKind kind) {
    const std::string what = options.input
                                 ? fmt::format("--input {}", shell_quoted(options.input->string()))
                                 : fmt::format("--n {} --case {}", n, name(kind));
    const char* const again = std::getenv("SCANLAB_AGAIN"); // set by ./scanlab sim
    const std::string begin = again ? again : settings_prefix() + shell_quoted(program);
    const std::string order = on_simulator ? fmt::format(" --order {}", options.order) : "";
    return fmt::format("{} {} --block {} --seed {}{}", begin, what, options.block, options.seed, order);
}

/// How to look at the program that `./scanlab sim` has started: its file is the last word of that.
std::string help() {
    const char* const again = std::getenv("SCANLAB_AGAIN");
    if (!again) return {};
    const std::string_view command = again;
    return fmt::format("or look at the run with `./scanlab draw {}`",
                       command.substr(command.rfind(' ') + 1));
}

/// The files that the command line names, opened before the work so that a bad name shows at once.
struct Outputs {
    explicit Outputs(const Options& options) {
        if (options.output) result.emplace("--output", *options.output);
        if (options.json) json.emplace("--json", *options.json);
        if (options.csv) csv.emplace("--csv", *options.csv);
    }
    void write(const Report& report) {
        const nlohmann::json j = to_json(report);
        if (json) json->write(j.dump(2) + "\n");
        if (csv) csv->write(csv_header() + csv_row(j));
        if (result && report.passed())
            result->write(format_numbers(result->path(), report.measured->result, report.lesson.task));
    }
    std::optional<OutputFile> result, json, csv;
};

void print(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
}

/// Whole numbers become the floats next to them.
void as_floats(std::span<int> numbers) {
    for (int& number : numbers) number = std::bit_cast<int>(static_cast<float>(number));
}

/// Checks, and measures what passes. `program` is its name as the user typed it.
void investigate(Report& report, const Options& options, const Variant& variant, const Device& device,
                 const char* program) {
    const Lesson& lesson = report.lesson;
    const MemoryLimit memory(lesson, variant, device);
    const TaskTraits& task = traits(lesson.task);
    const InputKind measured_kind =
        options.input ? InputKind::file : options.kind.value_or(task.measured_kind);

    InputArrays input;
    if (options.input) {
        HostArray numbers = read_numbers(*options.input);
        if (are_floats(task.elements)) as_floats(numbers);
        input = with_heads(std::move(numbers), lesson.task, options.seed);
    }
    const long long n = options.input ? input.values.size() : options.n.value_or(default_n(memory));
    memory.require_fit(n);
    print(heading(report));

    if (options.input) {
        report.checks = {
            .sizes = {n}, .kinds = {measured_kind}, .seed = options.seed, .order = options.order};
        report.checked = check_input(lesson, variant, input, measured_kind, options.order);
    } else {
        report.checks = {
            .sizes = options.n ? std::vector{n}
                               : awkward_sizes(size_limits(lesson, device, report.layout, memory)),
            .kinds = options.kind ? std::vector{*options.kind} : input_kinds(lesson.task),
            .seed = options.seed,
            .order = options.order};
        report.checked = check_calls(lesson, variant, report.checks);
    }
    if (const auto& failure = report.checked.failure) {
        report.rerun = rerun_command(program, options, failure->n, failure->kind);
        return;
    }
    const Recipe recipe{measured_kind, lesson.task, n, options.seed};
    if (!options.input && options.output) input = make_inputs(recipe);
    const auto measure_with = [&](const auto& numbers) {
        return measure(lesson, variant, numbers, device, options.reps, options.fit, options.order,
                       options.counters || options.annotate);
    };
    const bool on_host = options.input || options.output; // all of it
    report.measured = on_host ? measure_with(input) : measure_with(recipe);
    if (report.measured->fault) report.rerun = rerun_command(program, options, n, measured_kind);
}

int run_as_asked(const Lesson& lesson, std::span<const Variant> variants, int argc, char** argv) {
    const auto options = parse_options(lesson, variants, argc, argv);
    if (!options) return exit_pass;
    if (options->describe) {
        print(to_json(lesson).dump() + "\n");
        return exit_pass;
    }
    std::optional<Outputs> outputs(*options);
    Device device = open_device();
    require_capability(device, lesson.compute_capability);
    Variant variant = *std::ranges::find(variants, options->block, &Variant::block);
    if (variant.piece) {
        join_devices(device, options->gpus);
        variant.devices = device.count;
    }

    if (options->record) {
        const long long n = options->n.value_or(default_picture_n);
        return record(lesson, variant, n, options->seed, options->order, *options->record) ? exit_pass
                                                                                           : exit_wrong;
    }

    Report report{.lesson = lesson,
                  .layout = layout_of(variant),
                  .device = device.name,
                  .counters = options->counters,
                  .annotate = options->annotate,
                  .seed = options->seed,
                  .order = order_of(*options),
                  .checks = {},
                  .checked = {},
                  .rerun = {},
                  .measured = {},
                  .help = help()};
    investigate(report, *options, variant, device, argv[0]);
    print(text(report));
    outputs->write(report);

    const auto& failure = report.checked.failure;
    if (!on_simulator && failure && failure->fault.kind == Fault::Kind::hang) {
        outputs.reset();
        std::_Exit(exit_wrong); // an orderly end would wait for the kernel
    }
    return report.passed() ? exit_pass : exit_wrong;
}

} // namespace

int run(const Lesson& lesson, std::span<const Variant> variants, int argc, char** argv) {
#ifdef SCANLAB_SIMULATOR
    sim::leave_results_to_program(); // the report says what is wrong
#endif
    const auto end = [&](ExitCode code, const char* what, const std::string& message) {
        std::fflush(stdout);
        fmt::print(stderr, "{}: {}{}\n", lesson.name, what, message);
        return code;
    };
    try {
        return run_as_asked(lesson, variants, argc, argv);
    } catch (const UsageError& error) {
        return end(exit_usage, "error: ", error.what());
    } catch (const Skipped& reason) {
        return end(exit_skipped, "skipped: ", reason.what());
    } catch (const CudaError& error) {
        return end(error.code() == cudaErrorMemoryAllocation ? exit_usage : exit_wrong,
                   "error: ", error.what());
    } catch (const std::bad_alloc&) {
        return end(exit_usage, "error: ",
                   "the computer's memory is too small for this many elements; give a smaller --n");
    }
}

} // namespace scanlab
