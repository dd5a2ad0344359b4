#include "bench_options.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "options.hpp"
#include "shell.hpp"

#include <CLI/CLI.hpp>

namespace scanlab {
namespace {

/// The command without what the front door adds.
std::string as_typed(int argc, const char* const* argv) {
    std::string command = "./scanlab bench";
    for (int i = 1; i < argc; ++i) {
        if (std::string_view(argv[i]) == "--programs")
            ++i;
        else
            command += " " + shell_quoted(argv[i]);
    }
    return command;
}

} // namespace

std::optional<BenchOptions> parse_bench_options(int argc, const char* const* argv) {
    BenchOptions options;
    std::string programs, out;
    std::vector<std::string> sizes;
    CLI::App app{"Measures lessons, solutions and their rivals, all in one run, against a copy."};
    app.name("scanlab bench");
    app.add_option("lessons", options.wanted,
                   "Lessons by number or name, rivals by name, or lesson, solution, rival, cpu; all if "
                   "none");
    app.add_option("--programs", programs, "The build folder")->required();
    app.add_flag("--quick", options.quick, "Fewer sizes: a minute on a GPU");
    app.add_option("--out", out, "The folder for tables and plots; build/bench if none");
    auto* sizes_option =
        app.add_option("--sizes", sizes, "These sizes instead, as in 2^20,1000000")->delimiter(',');
    app.add_option("--reps", options.reps, "Samples of each time")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    app.add_flag("--redraw", options.redraw,
                 "Measure nothing: tables and plots from the folder's bench.json");
    app.add_option("--stress", options.stress,
                   "Measure nothing: call 08 to 11, or those named, so often under load, and check "
                   "every result (GPU)")
        ->check(CLI::Range(1LL, 1'000'000'000LL));
    app.add_flag("--list", options.list, "Only list what can be measured");
    app.get_formatter()->column_width(24);
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
        fmt::print("{}", app.help());
        return std::nullopt;
    } catch (const CLI::ParseError& error) {
        throw UsageError(fmt::format("{}; --help lists the options", error.what()));
    }
    if (options.redraw &&
        (!options.wanted.empty() || options.quick || *sizes_option || options.stress > 0))
        throw UsageError("--redraw measures nothing: give it --out FOLDER alone");
    if (options.stress > 0 && (options.quick || *sizes_option))
        throw UsageError("--stress chooses its own sizes: leave out --quick and --sizes");
    for (const std::string& text : sizes) {
        const long long n = parse_count("--sizes", text);
        if (n == 0) throw UsageError("--sizes 0: there is nothing to measure; give 1 or more");
        options.sizes.push_back(n);
    }
    options.programs = programs;
    options.out = out.empty() ? options.programs.parent_path() / "bench" : std::filesystem::path(out);
    options.command = as_typed(argc, argv);
    return options;
}

} // namespace scanlab
