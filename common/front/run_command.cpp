#include "bench_options.hpp"
#include "building.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "errors.hpp"
#include "kit.hpp"
#include "numbers.hpp"
#include "process.hpp"
#include "progress.hpp"
#include "run_lessons.hpp"
#include "shell.hpp"
#include "simulator_options.hpp"

#include <fstream>
#include <map>
#include <memory>
#include <regex>
#include <unistd.h>

namespace scanlab {
namespace {

namespace fs = std::filesystem;

/// What the lessons' programs are given as it is.
class LessonOptions {
public:
    explicit LessonOptions(CLI::App& app) {
        const auto add = [&](const char* name, const char* help) {
            app.add_option(name, values_[name], help)->group("Lessons");
        };
        add("--n", "Check and measure this many elements only: 1000000, 1e6 or 2^20");
        add("--case", "Check this input only: ones, zeros, random, large, one-hot");
        add("--block", "Threads per block");
        add("--seed", "Of the inputs (--order: of the threads)");
        add("--reps", "Timed repetitions (GPU)");
        add("--input", "Take the numbers of this file: text, or raw int32 if it ends in .i32");
        add("--output", "Write their scan or compaction to this file (one lesson)");
        app.add_flag("--fit", fit_, "Time 1 … 10 calls in a row, too, and fit a line (GPU)")
            ->group("Lessons");
    }

    std::vector<std::string> words() const {
        std::vector<std::string> words;
        for (const auto& [name, value] : values_)
            if (!value.empty()) words.insert(words.end(), {name, value});
        if (fit_) words.emplace_back("--fit");
        return words;
    }

private:
    std::map<std::string, std::string> values_;
    bool fit_ = false;
};

struct RunArguments {
    explicit RunArguments(CLI::App& app) : simulator(app, "run"), passed_on(app) {}
    RunOptions options;
    bool gpu = false, sim = false, list = false;
    std::string programs; ///< a build folder that is taken as it is
    SimulatorOptions simulator;
    LessonOptions passed_on;
};

/// Everything that does not depend on what is run, and on what.
RunOptions completed(const RunArguments& arguments) {
    RunOptions options = arguments.options;
    arguments.simulator.require_values();
    options.first = arguments.simulator.trial();
    options.only = arguments.simulator.strategy();
    options.environment = arguments.simulator.environment();
    options.replay_text = arguments.simulator.device_text();
    options.settings_text = arguments.simulator.text();
    options.passed_on = arguments.passed_on.words();
    if (options.counters) options.passed_on.emplace_back("--counters");
    if (options.annotate) options.passed_on.emplace_back("--annotate");
    return options;
}

Backend chosen_backend(const RunArguments& arguments) {
    if (arguments.gpu) require_gpu();
    if (arguments.gpu) return Backend::cuda;
    return arguments.sim ? Backend::sim : best_backend();
}

/// Lesson 00 is not on the harness: its programs have a main of their own.
void refuse_lesson_00(const std::vector<std::string>& wanted) {
    for (const std::string& word : wanted)
        if (word == "0" || word == "00")
            throw UsageError(
                "the programs of lesson 00 run one by one, such as ./scanlab sim "
                "lessons/00_from_loop_to_kernel/squares.cu; ./scanlab check 00 grades yours");
}

/// Runs them. After one lesson in a terminal, a line names the next step.
int run_and_go_on(const RunOptions& options, const Registry& registry) {
    const std::vector<Program> chosen = choose(registry, options.lessons);
    const int code = run_lessons(options, registry);
    if (code == exit_pass && chosen.size() == 1 && isatty(STDOUT_FILENO) != 0)
        fmt::print("\n{}", what_is_next(chosen.front().number));
    return code;
}

int run(const RunArguments& arguments) {
    refuse_lesson_00(arguments.options.lessons);
    const RunOptions options = completed(arguments);
    if (!arguments.programs.empty()) {
        const Registry registry = read_registry(arguments.programs);
        if (arguments.list) return list_lessons(registry);
        require_sense(options, registry.backend, choose(registry, options.lessons).size());
        return run_lessons(options, registry);
    }
    const Backend backend = chosen_backend(arguments);
    const fs::path folder = folder_of(backend);
    const fs::path list = folder / "lessons.json";
    if (fs::exists(list)) { // what is wrong is said before anything is built
        const Registry registry = read_registry(folder);
        require_sense(options, registry.backend, choose(registry, options.lessons).size());
    }
    build(backend, {options.fast ? "fast_lessons" : "lessons"}, list);
    const Registry registry = read_registry(folder);
    for (const Program& program : choose(registry, options.lessons)) {
        const fs::path& file = options.fast ? program.fast_path : program.path;
        if (must_not_build()) build(backend, {file.filename()}, file);
    }
    require_sense(options, registry.backend, choose(registry, options.lessons).size());
    return run_and_go_on(options, registry);
}

} // namespace

Action define_run(CLI::App& app, const Invocation&) {
    const auto arguments = std::make_shared<RunArguments>(app);
    RunOptions& options = arguments->options;
    app.add_option("lessons", options.lessons,
                   "By number or name, as in 2 or hillis_steele_shared; all if none");
    auto* gpu = app.add_flag("--gpu", arguments->gpu, "On the GPU; it is chosen if there is one");
    app.add_flag("--sim", arguments->sim, "On the simulator")->excludes(gpu);
    app.add_option("--json", options.json, "Write everything to this file");
    app.add_option("--csv", options.csv, "Write the table to this file");
    app.add_option("--timeout", options.timeout, "Seconds after which a lesson is stopped")
        ->check(plain_digits)
        ->check(CLI::Range(1, 86'400))
        ->capture_default_str();
    app.add_flag("--list", arguments->list, "Only list the lessons")->group("");
    app.add_option("--programs", arguments->programs, "The build folder")->take_last()->group("");
    const auto add_flag = [&](const char* name, bool& flag, const char* help) {
        app.add_flag(name, flag, help)->group("Simulator");
    };
    add_flag("--fast", options.fast, "Run faster, without observing the kernels' accesses");
    add_flag("--counters", options.counters,
             "Also print memory transactions, bank conflicts, barriers … of each kernel");
    add_flag("--annotate", options.annotate,
             "Also print the lessons' source with what each line costs");
    app.add_option("--schedules", options.schedules,
                   "Run each lesson under so many schedules, and report what any of them shows")
        ->check(plain_digits)
        ->check(CLI::Range(1, 10000))
        ->group("Simulator");
    return [arguments] { return run(*arguments); };
}

Action define_list(CLI::App&, const Invocation&) {
    return [] {
        const fs::path folder = folder_of(Backend::sim);
        build(Backend::sim, {"lessons"}, folder / "lessons.json");
        return list_lessons(read_registry(folder));
    };
}

namespace {

struct BenchArguments {
    BenchOptions options;
    std::string programs, out, n, cccl;
    std::vector<std::string> sizes;
    bool ncu = false;
};

/// What its version.cuh says, as in 300600 for 3.6.0; 0 if it does not.
int version_of_cub(const fs::path& header) {
    std::ifstream file(header);
    const std::regex definition("^#define CUB_VERSION ([0-9]{1,9})\\b.*");
    std::smatch found;
    for (std::string line; std::getline(file, line);)
        if (std::regex_match(line, found, definition)) return std::stoi(found.str(1));
    return 0;
}

void require_cccl(const std::string& folder) {
    constexpr int oldest = 300600;
    for (const char* header : {"cub/cub/version.cuh", "include/cub/version.cuh"}) {
        if (!fs::exists(folder / fs::path(header))) continue;
        if (version_of_cub(folder / fs::path(header)) >= oldest) return;
        throw UsageError("--cccl {}: {} does not say CUB_VERSION {} or later; give a newer "
                         "CCCL (the toolkit's own is measured anyway)",
                         folder, header, oldest);
    }
    throw UsageError("--cccl {}: holds neither cub/cub/version.cuh nor "
                     "include/cub/version.cuh; give a checkout of CCCL, or the folder that "
                     "it was installed to",
                     folder);
}

void require_sense(const BenchArguments& arguments) {
    const BenchOptions& options = arguments.options;
    const bool chooses = options.quick || !arguments.sizes.empty();
    const bool measures = options.stress > 0 || options.ways || !arguments.cccl.empty();
    if (options.redraw && (!options.wanted.empty() || chooses || measures))
        throw UsageError("--redraw measures nothing: give it --out FOLDER alone");
    if (options.stress > 0 && chooses)
        throw UsageError("--stress chooses its own sizes: leave out --quick and --sizes");
    if (options.stress > 0 && options.ways)
        throw UsageError("--stress times nothing: leave out --ways");
    if (!arguments.cccl.empty()) require_cccl(arguments.cccl);
    if (!arguments.n.empty() && !arguments.ncu)
        throw UsageError("--n is for --ncu; else it is --sizes");
}

/// Hands over to the script that has Nsight Compute measure.
int run_ncu(const BenchArguments& arguments, const Invocation& invocation) {
    require_gpu();
    build(Backend::cuda, {"bench_programs"}, folder_of(Backend::cuda) / "bench.json");
    std::vector<std::string> command{"sh", kit_folder() / "common/bench/ncu.sh", invocation.self};
    if (!arguments.n.empty()) command.insert(command.end(), {"--n", arguments.n});
    if (!arguments.out.empty()) command.insert(command.end(), {"--out", arguments.out});
    const auto& lessons = arguments.options.wanted;
    command.insert(command.end(), lessons.begin(), lessons.end());
    return exit_code(become(command));
}

/// The command without what tests add.
std::string as_typed(const Invocation& invocation) {
    std::string command = "./scanlab bench";
    for (std::size_t i = 0; i < invocation.arguments.size(); ++i) {
        if (invocation.arguments[i] == "--programs")
            ++i;
        else
            command += " " + shell_quoted(invocation.arguments[i]);
    }
    return command;
}

int measure(const BenchArguments& arguments, const Invocation& invocation) {
    require_sense(arguments);
    if (arguments.ncu) return run_ncu(arguments, invocation);
    BenchOptions options = arguments.options;
    for (const std::string& text : arguments.sizes) {
        options.sizes.push_back(parse_count("--sizes", text));
        if (options.sizes.back() == 0)
            throw UsageError("--sizes 0: there is nothing to measure; give 1 or more");
    }
    options.command = as_typed(invocation);
    options.programs = arguments.programs;
    if (arguments.programs.empty() && !options.redraw) {
        const Backend backend = best_backend();
        options.programs = folder_of(backend);
        if (!arguments.cccl.empty()) require_gpu();
        if (backend == Backend::cuda)
            set_option(backend, "SCANLAB_CCCL",
                       arguments.cccl.empty() ? "" : fs::canonical(arguments.cccl).string());
        build(backend, {"bench_programs"}, options.programs / "bench.json");
    }
    options.out = arguments.out;
    if (options.out.empty()) options.out = folder_of(Backend::sim).parent_path() / "bench";
    return bench(options);
}

} // namespace

Action define_bench(CLI::App& app, const Invocation& invocation) {
    const auto arguments = std::make_shared<BenchArguments>();
    BenchOptions& options = arguments->options;
    app.add_option("lessons", options.wanted,
                   "Lessons by number or name, rivals by name, or lesson, solution, rival, cpu; all if "
                   "none");
    app.add_flag("--quick", options.quick, "Fewer sizes and samples: a minute on a GPU");
    app.add_option("--out", arguments->out, "The folder for tables and plots; build/bench if none");
    app.add_option("--sizes", arguments->sizes, "These sizes instead, as in 2^20,1000000")
        ->delimiter(',');
    app.add_option("--reps", options.reps, "Samples of each time")
        ->check(plain_digits)
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    app.add_option("--cccl", arguments->cccl,
                   "Measure the CUB of this folder, too: a checkout of CCCL, 3.6 or later (GPU)");
    app.add_flag("--redraw", options.redraw,
                 "Measure nothing: all other files from the folder's bench.json");
    app.add_flag(
        "--ways", options.ways,
        "Instead time calls in a row, alone, by the host's clock and in a chain: ways.csv (GPU)");
    app.add_option("--stress", options.stress,
                   "Measure nothing: call 08 to 11, or those named, so often under load, and check "
                   "every result (GPU)")
        ->check(plain_digits)
        ->check(CLI::Range(1LL, 1'000'000'000LL));
    app.add_flag("--ncu", arguments->ncu,
                 "Measure nothing: have Nsight Compute read what one call of each lesson moves (GPU)");
    app.add_option("--n", arguments->n, "How many elements, with --ncu; 2^28 if none");
    app.add_flag("--list", options.list, "Only list what can be measured");
    app.add_option("--programs", arguments->programs, "The build folder")->take_last()->group("");
    return [arguments, invocation] { return measure(*arguments, invocation); };
}

} // namespace scanlab
