#include "all_orders.hpp"
#include "building.hpp"
#include "command_line.hpp"
#include "errors.hpp"
#include "explore.hpp"
#include "few_orders.hpp"
#include "format.hpp"
#include "format_options.hpp"
#include "nvcc.hpp"
#include "process.hpp"
#include "programs.hpp"
#include "shell.hpp"
#include "shrink.hpp"
#include "simulator_commands.hpp"
#include "simulator_options.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>
#include <unistd.h>

namespace scanlab {
namespace {

namespace fs = std::filesystem;

struct SimArguments {
    explicit SimArguments(CLI::App& app) : simulator(app, "sim"), formats(app) {}
    SimulatorOptions simulator;
    FormatOptions formats;
    bool fast = false, counters = false, annotate = false, all_orders = false, shrink = false;
    bool relaxed_constexpr = false, extended_lambda = false;
    std::optional<int> schedules;
    std::optional<long long> max_orders;
    std::string seed, json;
    std::string program;   ///< made by a test, instead of one that is compiled
    Words folders, macros; ///< of -I and -D
    std::string default_stream;
    fs::path source;
    Words more_files; ///< sources and objects after the first source
    std::vector<std::string> program_arguments;
};

/// Divides what is no option into the sources and their program's arguments.
void take_source(SimArguments& arguments, const std::vector<std::string>& words,
                 const Invocation& invocation) {
    const std::string usage = fmt::format("{} sim --help lists the options", invocation.program);
    if (words.empty()) throw UsageError(fmt::format("which program? {}", usage));
    if (words.front().starts_with("-") && !fs::exists(words.front()))
        throw UsageError(fmt::format("unknown option {}; {}", words.front(), usage));
    arguments.source = words.front();
    auto rest = words.begin() + 1;
    while (rest != words.end() && is_source_or_object(*rest) && fs::is_regular_file(*rest))
        arguments.more_files.push_back(*rest++);
    if (rest != words.end() && *rest == "--") ++rest;
    arguments.program_arguments.assign(rest, words.end());
}

bool tries_many(const SimArguments& arguments) { return arguments.schedules || arguments.all_orders; }

void require_sense_of_orders(const SimArguments& arguments) {
    const auto refuse = [&](bool wrong, std::string_view why) {
        if (wrong) throw UsageError(std::string(why));
    };
    const auto is_given = [&](std::string_view name) {
        return !arguments.simulator.value(name).empty();
    };
    refuse(is_given("choices") && (is_given("order") || is_given("schedule")),
           "--choices names one order of threads: leave out --order and --schedule");
    refuse(is_given("choices") && tries_many(arguments),
           "--choices names one order of threads: leave out --schedules and --all-orders");
    refuse(arguments.max_orders && !arguments.all_orders, "--max-orders goes with --all-orders");
    if (!arguments.all_orders) return;
    refuse(is_given("order") || is_given("schedule") || arguments.schedules.has_value(),
           "--all-orders tries every order: leave out --order, --schedule and --schedules");
    refuse(arguments.fast, "--all-orders has to observe the kernels' accesses: leave out --fast");
    refuse(arguments.counters || arguments.annotate,
           "--counters and --annotate count one run: leave out --all-orders");
}

void require_sense_of_shrinking(const SimArguments& arguments) {
    if (!arguments.shrink) return;
    if (tries_many(arguments) || arguments.counters || arguments.annotate || arguments.fast ||
        !arguments.json.empty() || arguments.formats.any())
        throw UsageError("--shrink tries sizes and shows nothing else: leave out --schedules, "
                         "--all-orders, --fast, --counters, "
                         "--annotate, --json and other formats");
    if (brings_no_main(arguments.source))
        throw UsageError(
            fmt::format("--shrink: {} takes its size from the command line: --n 1000 makes it small",
                        arguments.source.string()));
}

void require_sense(SimArguments& arguments) {
    arguments.simulator.require_values();
    arguments.formats.require_values();
    arguments.json = sim::name_for_process(arguments.json, std::to_string(getpid()));
    if (arguments.program.empty()) require_source(arguments.source);
    if (arguments.schedules && (arguments.counters || arguments.annotate))
        throw UsageError("--counters and --annotate count one run: leave out --schedules");
    if (arguments.fast &&
        !(arguments.simulator.value("checked_kernels") + arguments.simulator.value("checked_launches"))
             .empty())
        throw UsageError("--kernel and --launches choose what is observed: leave out --fast");
    require_sense_of_orders(arguments);
    require_sense_of_shrinking(arguments);
    if (!arguments.seed.empty() && !brings_no_main(arguments.source))
        throw UsageError(fmt::format("--seed {}: {} makes its own inputs; --order chooses the order of "
                                     "its threads",
                                     arguments.seed, arguments.source.string()));
    if (!arguments.json.empty() && arguments.json == arguments.simulator.value("baseline"))
        throw UsageError(
            fmt::format("--json {} would overwrite the baseline: give another file", arguments.json));
    if (arguments.json.empty() || tries_many(arguments)) return;
    if (!std::ofstream(arguments.json))
        throw UsageError(fmt::format("--json {}: cannot write this file", arguments.json));
    // The program writes it anew. Without one an empty file would say that nothing was found.
    if (fs::symlink_status(arguments.json).type() == fs::file_type::regular) fs::remove(arguments.json);
}

/// What nvcc is told of the program, as a user types it.
Words for_nvcc(const SimArguments& arguments) {
    Words words;
    for (const std::string& folder : arguments.folders) append_words(words, {"-I", folder});
    for (const std::string& macro : arguments.macros) append_words(words, {"-D", macro});
    if (!arguments.default_stream.empty())
        append_words(words, {"--default-stream", arguments.default_stream});
    if (arguments.relaxed_constexpr) append_words(words, {"--expt-relaxed-constexpr"});
    if (arguments.extended_lambda) append_words(words, {"--extended-lambda"});
    return words;
}

/// The program's sources, as a user types them.
std::string files_text(const SimArguments& arguments) {
    std::string text = shell_quoted(arguments.source);
    for (const std::string& file : arguments.more_files) text += " " + shell_quoted(file);
    return text;
}

/// The user's command up to the source, but for the order.
std::string beginning(const SimArguments& arguments, const Invocation& invocation) {
    std::string text = invocation.program + " sim";
    if (arguments.fast) text += " --fast";
    if (arguments.counters) text += " --counters";
    if (arguments.annotate) text += " --annotate";
    for (const std::string& word : for_nvcc(arguments)) text += " " + shell_quoted(word);
    text += arguments.simulator.device_text();
    return text;
}

std::vector<std::string> environment(const SimArguments& arguments) {
    std::vector<std::string> settings = arguments.simulator.environment();
    if (arguments.counters) settings.emplace_back("SCANLAB_SIM_COUNTERS=-");
    if (arguments.annotate) settings.emplace_back("SCANLAB_SIM_ANNOTATE=1");
    return settings;
}

/// Runs the program, or becomes it if nothing is left to do afterwards. Its reports say how to repeat a
/// failure.
Ended run_once(const SimArguments& arguments, const std::string& begin,
               const std::vector<std::string>& command) {
    std::vector<std::string> settings = environment(arguments);
    if (!arguments.json.empty()) settings.push_back("SCANLAB_SIM_FINDINGS=" + arguments.json);
    Trial trial = arguments.simulator.trial();
    trial.order = Trial{}.order; // which the reports add, and the seed
    settings.push_back(
        fmt::format("SCANLAB_AGAIN={}{} {}", begin, options_text(trial), files_text(arguments)));
    const Ended ended = arguments.formats.any() ? run_visibly(command, Output::own, settings)
                                                : become(command, settings);
    if (ended.how != Ended::How::not_started) return ended;
    throw UsageError(fmt::format("{}: {}", command.front(), std::strerror(ended.code)));
}

/// Whether the user has left the order of threads open, and wants to know only whether it is right.
bool leaves_order_open(const SimArguments& arguments) {
    if (arguments.fast || arguments.counters || arguments.annotate) return false;
    return std::ranges::all_of(std::array{"order", "schedule", "choices", "findings", "record",
                                          "counters", "launches", "trace", "annotate", "quiet"},
                               [&](const char* name) {
                                   return arguments.simulator.value(name).empty() &&
                                          !sim::given(*sim::find_setting(name));
                               });
}

/// Runs it in a few orders, of which the user sees the first.
Ended run_some(const SimArguments& arguments, const std::string& begin,
               const std::vector<std::string>& command) {
    std::vector<std::string> settings = environment(arguments);
    settings.push_back(fmt::format("SCANLAB_AGAIN={} {}", begin, files_text(arguments)));
    return try_few_orders({arguments.json, begin, files_text(arguments), command}, settings);
}

Ended exited(int code) { return {Ended::How::exited, code, {}, {}}; }

Ended run_many(const SimArguments& arguments, const std::string& begin,
               const std::vector<std::string>& command) {
    for (const std::string& setting : environment(arguments)) {
        const std::size_t equals = setting.find('=');
        setenv(setting.substr(0, equals).c_str(), setting.c_str() + equals + 1, 1);
    }
    TriedProgram program{arguments.json, begin, files_text(arguments), command};
    if (arguments.all_orders) {
        AllOrdersOptions options{.program = std::move(program)};
        if (arguments.max_orders) options.most = *arguments.max_orders;
        return exited(try_all_orders(options));
    }
    return exited(explore({.schedules = *arguments.schedules,
                           .order = arguments.simulator.trial().order,
                           .only = arguments.simulator.strategy(),
                           .program = std::move(program)}));
}

/// One file is a lesson, perhaps. Of several, or with options, nvcc makes the program.
fs::path compiled(const SimArguments& arguments) {
    Words words = for_nvcc(arguments);
    if (words.empty() && arguments.more_files.empty())
        return compile(arguments.source, arguments.fast ? Words{"--fast"} : Words{});
    append_words(words, {"-rdc=true", arguments.source});
    append_words(words, arguments.more_files);
    return compile_several(words, arguments.fast);
}

/// Ends as the program has, so that a shell sees the same.
int end_like(const Ended& ended) {
    if (ended.how == Ended::How::killed) {
        std::signal(ended.code, SIG_DFL);
        std::raise(ended.code);
    }
    return exit_code(ended);
}

Ended run(const SimArguments& arguments, const std::string& begin, const Words& command) {
    if (tries_many(arguments)) return run_many(arguments, begin, command);
    return leaves_order_open(arguments) ? run_some(arguments, begin, command)
                                        : run_once(arguments, begin, command);
}

int simulate(SimArguments& arguments, const Invocation& invocation) {
    require_sense(arguments);
    if (arguments.shrink)
        return propose_sizes({invocation.self, for_nvcc(arguments), arguments.source,
                              arguments.more_files, arguments.program_arguments,
                              environment(arguments)});
    Words command{arguments.program};
    if (arguments.program.empty()) command = {compiled(arguments)};
    if (!arguments.seed.empty()) command.insert(command.end(), {"--seed", arguments.seed});
    const auto& own = arguments.program_arguments;
    command.insert(command.end(), own.begin(), own.end());
    std::optional<ScratchFolder> scratch; // only then: whoever becomes the program removes nothing
    if (arguments.formats.any() && arguments.json.empty())
        arguments.json = scratch.emplace().path() / "findings";
    const Ended ended = run(arguments, beginning(arguments, invocation), command);
    arguments.formats.write(arguments.json);
    return end_like(ended);
}

} // namespace

// Besides the program's own output, everything that the simulator has to say goes to standard error.
Action define_sim(CLI::App& app, const Invocation& invocation) {
    const auto arguments = std::make_shared<SimArguments>(app);
    app.prefix_command(); // what follows the source is the program's
    app.add_option("-I", arguments->folders, "A folder to look for headers in, as of nvcc")
        ->type_name("FOLDER")
        ->allow_extra_args(false);
    app.add_option("-D", arguments->macros, "A macro to define, as of nvcc: -D N=1024")
        ->type_name("NAME[=VALUE]")
        ->allow_extra_args(false);
    app.add_option("--default-stream", arguments->default_stream,
                   "As of nvcc: per-thread gives each host thread a default stream of its own")
        ->check(CLI::IsMember({"legacy", "per-thread"}));
    app.add_flag("--expt-relaxed-constexpr", arguments->relaxed_constexpr,
                 "As of nvcc: device code may call constexpr functions of the host");
    app.add_flag("--extended-lambda", arguments->extended_lambda,
                 "As of nvcc: the host's lambdas may be __device__");
    app.add_flag("--fast", arguments->fast, "Optimised, without observing the kernels' accesses");
    app.add_option("--schedules", arguments->schedules,
                   "Run it under so many schedules, and report each thing that is wrong once")
        ->type_name("INT")
        ->check(plain_digits)
        ->check(CLI::Range(1, 10000));
    app.add_flag("--all-orders", arguments->all_orders,
                 "Run it in every order of its threads that can make a difference (for small sizes)");
    app.add_option("--max-orders", arguments->max_orders,
                   "With --all-orders: how many to try at most; 10000 if not given")
        ->type_name("INT")
        ->check(plain_digits)
        ->check(CLI::Range(1LL, 1'000'000'000LL));
    app.add_flag("--shrink", arguments->shrink,
                 "Propose smaller sizes for a program that takes long; nothing is changed");
    app.add_option("--seed", arguments->seed, "Of the inputs, of a program that makes them by one");
    app.add_option("--json", arguments->json, "Write what is wrong, one JSON object per line");
    app.add_flag("--counters", arguments->counters,
                 "Count what the kernels do: sectors, bank conflicts, barriers, …");
    app.add_flag("--annotate", arguments->annotate, "Print the source with what each line costs");
    app.add_option("--program", arguments->program, "What FILE.cu was compiled to")->group("");
    return [arguments, invocation, &app] {
        take_source(*arguments, app.remaining(), invocation);
        return simulate(*arguments, invocation);
    };
}

} // namespace scanlab
