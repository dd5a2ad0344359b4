#include "run_options.hpp"

#include "errors.hpp"
#include "format.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>

namespace scanlab {

namespace {

/// The value of a setting of the simulator.
std::uint64_t checked(const char* setting, const char* option, const std::string& text) {
    const sim::ParsedSetting parsed = sim::parse(*sim::find_setting(setting), text);
    if (!parsed.complaint.empty())
        throw UsageError(fmt::format("{} {}: {}", option, text, parsed.complaint));
    return parsed.value;
}

/// Refuses what the setting cannot be, before CLI11 reads 010 as 8.
auto range_of(const char* setting) {
    return [setting](const std::string& text) {
        const std::string complaint = sim::parse(*sim::find_setting(setting), text).complaint;
        return complaint.empty() ? complaint : fmt::format("{}: {}", text, complaint);
    };
}

} // namespace

std::optional<RunOptions> parse(int argc, const char* const* argv) {
    RunOptions options;
    CLI::App app{"Runs the lessons one after the other and prints one table."};
    app.name("scanlab run");
    std::string programs;
    app.add_option("lessons", options.lessons,
                   "By number or name, as in 2 or hillis_steele_shared; all if none");
    app.add_option("--programs", programs, "The build folder with the lessons' programs")->required();
    app.add_flag("--list", options.list, "Only list the lessons");
    app.add_flag("--fast", options.fast,
                 "Simulator: run faster, without observing the kernels' accesses");
    app.add_flag(
        "--counters", options.counters,
        "Simulator: also print memory transactions, bank conflicts, barriers … of each kernel");
    app.add_flag("--annotate", options.annotate,
                 "Simulator: also print the lessons' source with what each line costs");
    app.add_option(
           "--schedules", options.schedules,
           "Simulator: run each lesson under so many schedules, and tell what any of them shows")
        ->check(CLI::Range(1, 10000));
    std::string schedule;
    app.add_option("--schedule", schedule,
                   fmt::format("Simulator: the order of blocks and threads: {}",
                               fmt::join(sim::strategy_names, ", ")))
        ->envname("SCANLAB_SIM_SCHEDULE");
    std::string order;
    app.add_option("--order", order, "Simulator: which order of blocks and threads; the same replays");
    app.add_option("--sms", options.multiprocessors, "Simulator: multiprocessors of the device")
        ->check(range_of("multiprocessors"));
    app.add_option("--resident-blocks", options.resident_blocks,
                   "Simulator: how many blocks it runs at a time")
        ->check(range_of("resident_blocks"));
    app.add_option("--timeout", options.timeout, "Seconds after which a lesson is given up")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--json", options.json, "Write everything to this file");
    app.add_option("--csv", options.csv, "Write the table to this file");

    struct PassedOn {
        const char *name, *help;
    };
    constexpr std::array values{
        PassedOn{"--n", "Check and measure this many elements only: 1000000, 1e6 or 2^20"},
        PassedOn{"--case", "Check this input only: ones, zeros, random, large, one-hot"},
        PassedOn{"--block", "Threads a block"},
        PassedOn{"--seed", "Of the inputs"},
        PassedOn{"--reps", "Timed repetitions (GPU)"},
        PassedOn{"--input", "Take the numbers of this file: text, or raw int32 if it ends in .i32"},
        PassedOn{"--output", "Write their scan or compaction to this file (one lesson)"},
    };
    std::array<std::string, values.size()> given;
    for (std::size_t i = 0; i < values.size(); ++i)
        app.add_option(values[i].name, given[i], values[i].help);
    bool fit = false;
    app.add_flag("--fit", fit, "Time 1 … 10 calls in a row, too, and fit a line (GPU)");
    app.get_formatter()->column_width(24);

    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        fmt::print("{}", app.help());
        return std::nullopt;
    } catch (const CLI::ParseError& error) {
        throw UsageError(fmt::format("{}; --help lists the options", error.what()));
    }
    options.programs = programs;
    if (!order.empty()) options.order = checked("order", "--order", order);
    if (!schedule.empty()) {
        options.schedule = sim::strategy_named(schedule);
        if (!options.schedule)
            throw UsageError(fmt::format("--schedule {}: give one of {}", schedule,
                                         fmt::join(sim::strategy_names, ", ")));
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (app.count(values[i].name) > 0)
            options.passed_on.insert(options.passed_on.end(), {values[i].name, given[i]});
    }
    if (fit) options.passed_on.emplace_back("--fit");
    if (options.counters) options.passed_on.emplace_back("--counters");
    if (options.annotate) options.passed_on.emplace_back("--annotate");
    return options;
}

void require_sense(const RunOptions& options, const std::string& backend, std::size_t lessons) {
    const bool counts = options.counters || options.annotate;
    if (backend != "sim") {
        if (options.fast)
            throw UsageError("--fast is a mode of the simulator; a GPU is always as fast as it can be");
        if (counts)
            throw UsageError(
                "--counters and --annotate: the simulator counts, a GPU does not; use --sim");
        if (options.schedules > 1 || options.order || options.multiprocessors > 0 ||
            options.resident_blocks > 0)
            throw UsageError(
                "--schedules, --order, --sms and --resident-blocks: a GPU has its own; use --sim");
    }
    if (counts && options.fast)
        throw UsageError("--counters and --annotate need the accesses that --fast does not observe");
    if (counts && options.schedules > 1)
        throw UsageError("--counters and --annotate count one run: leave out --schedules");
    const bool writes = std::find(options.passed_on.begin(), options.passed_on.end(), "--output") !=
                        options.passed_on.end();
    if (writes && lessons != 1) throw UsageError("--output takes the result of one lesson: name one");
}

} // namespace scanlab
