#include "options.hpp"

#include "check/device.hpp"
#include "command_line.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "numbers.hpp"
#include "record.hpp"

#include <cstdio>
#include <limits>
#include <set>
#include <string>

#ifdef SCANLAB_SIMULATOR
#include <scanlab_sim/settings.hpp>
#endif

namespace scanlab {
namespace {

int parse_block(const std::string& text, std::span<const Variant> variants) {
    std::set<int> allowed;
    for (const Variant& v : variants) allowed.insert(v.block);
    const auto block = parse_natural<int>(text);
    if (!block || !allowed.contains(*block)) {
        throw UsageError("--block {}: this lesson is compiled for {} threads per block", text,
                         fmt::join(allowed, ", "));
    }
    return *block;
}

int parse_reps(const std::string& text) {
    const auto reps = parse_natural<int>(text);
    if (!reps || *reps < 1 || *reps > 10000) {
        throw UsageError("--reps {}: give a number of repetitions from 1 to 10000", text);
    }
    return *reps;
}

int parse_gpus(const std::string& text) {
    const auto gpus = parse_natural<int>(text);
    if (!gpus || *gpus < 1 || *gpus > most_devices)
        throw UsageError("--gpus {}: give a number of GPUs from 1 to {}", text, most_devices);
    return *gpus;
}

std::uint64_t parse_seed(std::string_view option, const std::string& text) {
    const auto seed = parse_natural<std::uint64_t>(text);
    if (!seed) {
        throw UsageError("{} {}: give a whole number from 0 to {}", option, text,
                         std::numeric_limits<std::uint64_t>::max());
    }
    return *seed;
}

#ifdef SCANLAB_SIMULATOR
std::uint64_t usual_order() { return sim::settings().order; }

/// Two that differ: the program that set the environment would take this for another order.
void require_one_order(std::uint64_t order) {
    const sim::Settings& settings = sim::settings();
    if (settings.order_is_given && settings.order != order)
        throw UsageError("--order {}, but SCANLAB_SIM_ORDER={}: give one of them", order,
                         settings.order);
}
#else
std::uint64_t usual_order() { return 1; }
void require_one_order(std::uint64_t) {
    throw UsageError(
        "--order: the simulator runs threads in an order of your choice, a GPU does not; run it "
        "with ./scanlab run --sim");
}
#endif

InputKind parse_kind(const std::string& text) {
    const auto kind = input_kind(text);
    if (!kind) throw UsageError("--case {}: give one of ones, zeros, random, large, one-hot", text);
    return *kind;
}

} // namespace

std::optional<Options> parse_options(const Lesson& lesson, std::span<const Variant> variants, int argc,
                                     const char* const* argv) {
    Options options;
    std::string n, block = std::to_string(lesson.block), reps = std::to_string(options.reps), kind,
                   gpus, seed = std::to_string(options.seed), order = std::to_string(usual_order()),
                   input, output, csv, json, record;

    CLI::App app{
        fmt::format("Lesson {:02}: {}. Checks the kernels against the CPU, then measures them.",
                    lesson.number, lesson.title)};
    app.name(lesson.name);
    auto* n_option =
        app.add_option("--n", n, "Check and measure this many elements only: 1000000, 1e6 or 2^20");
    app.add_option("--case", kind, "Check this input only: ones, zeros, random, large, one-hot");
    auto* block_option = app.add_option("--block", block, "Threads a block")->capture_default_str();
    app.add_option("--seed", seed, "Of the inputs")->capture_default_str();
    auto* order_option =
        app.add_option("--order", order, "Of blocks and threads (simulator)")->capture_default_str();
    app.add_option("--reps", reps, "Timed repetitions (GPU)")->capture_default_str();
    auto* gpus_option = variants.front().piece
                            ? app.add_option("--gpus", gpus, "So many GPUs instead of all")
                            : nullptr;
    app.add_flag("--fit", options.fit, "Time 1 … 10 calls in a row, too, and fit a line (GPU)");
    app.add_flag("--counters", options.counters,
                 "Show memory transactions, bank conflicts, barriers … (simulator)");
    app.add_flag("--annotate", options.annotate,
                 "Show the source with what each line costs (simulator)");
    auto* input_option = app.add_option(
        "--input", input, "Take the numbers of this file: text, or raw int32 if it ends in .i32");
    auto* output_option =
        app.add_option("--output", output, "Write their scan or compaction to this file");
    app.add_option("--csv", csv, "Write a table with one row to this file");
    app.add_option("--json", json, "Write everything to this file");
    app.add_option("--record", record,
                   "Only record what one call does to this file, for a diagram (simulator)");
    app.add_flag("--describe", options.describe, "Print what lesson this is, as JSON");
    if (!read_command_line(app, argc, argv)) return std::nullopt;

    if (!on_simulator && (options.counters || options.annotate)) {
        throw UsageError("--counters and --annotate: the simulator counts, a GPU does not; run it with "
                         "./scanlab run --sim");
    }
    if (*input_option && (*n_option || !kind.empty())) {
        throw UsageError("--input brings its own numbers: leave out --n and --case");
    }
    if (*output_option && !*input_option) {
        throw UsageError(
            "--output writes what becomes of the numbers of --input FILE, which is missing");
    }
    if (*n_option) options.n = parse_count("--n", n);
    if (!kind.empty()) options.kind = parse_kind(kind);
    options.block = *block_option || record.empty()
                        ? parse_block(block, variants)
                        : block_for_picture(lesson, variants, options.n.value_or(default_picture_n));
    options.reps = parse_reps(reps);
    if (gpus_option != nullptr && *gpus_option) options.gpus = parse_gpus(gpus);
    options.seed = parse_seed("--seed", seed);
    options.order = parse_seed("--order", order);
    if (*order_option) require_one_order(options.order);
    const auto path = [](const std::string& text) {
        return text.empty() ? std::nullopt : std::optional<std::filesystem::path>(text);
    };
    options.input = path(input);
    options.output = path(output);
    options.csv = path(csv);
    options.json = path(json);
    options.record = path(record);
    return options;
}

} // namespace scanlab
