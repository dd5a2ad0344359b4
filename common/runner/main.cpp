/// \file
/// scanlab_run: runs the lessons' programs one after the other and prints one table.
#include "csv.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "output_file.hpp"
#include "process.hpp"
#include "registry.hpp"
#include "table.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

namespace scanlab {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct RunOptions {
    fs::path programs;
    std::vector<std::string> lessons;
    bool list = false, fast = false, counters = false, annotate = false;
    int timeout = 600; ///< seconds a lesson
    std::string json, csv;
    std::vector<std::string> passed_on; ///< options of the lessons' own
};

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
        PassedOn{"--seed", "Of the inputs and, on the simulator, of the order of threads"},
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
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (app.count(values[i].name) > 0)
            options.passed_on.insert(options.passed_on.end(), {values[i].name, given[i]});
    }
    if (fit) options.passed_on.emplace_back("--fit");
    if (options.counters) options.passed_on.emplace_back("--counters");
    if (options.annotate) options.passed_on.emplace_back("--annotate");
    return options;
}

/// The path as one would type it: relative where that is shorter.
std::string as_typed(const fs::path& path) {
    std::error_code error;
    const std::string relative = fs::proximate(path, error).string();
    if (error || relative.starts_with("..")) return path.string();
    return relative.find('/') == std::string::npos ? fmt::format("./{}", relative) : relative;
}

int list(const std::vector<Program>& programs) {
    const ScratchFolder scratch;
    for (const Program& program : programs) {
        const Ended ended = run_process({program.path.string(), "--describe"}, std::chrono::seconds(60),
                                        scratch.path());
        const json described = json::parse(ended.out, nullptr, false);
        const std::string title = described.is_object() ? described.value("title", "") : "(not built)";
        fmt::print("{:02}  {:<26} {}\n", program.number, program.name, title);
    }
    return exit_pass;
}

/// What became of a lesson that left no report, in words; empty if its end was an orderly one.
std::string misfortune(const Ended& ended, int timeout) {
    switch (ended.how) {
    case Ended::How::not_started:
        return fmt::format("could not be started: {}", std::strerror(ended.code));
    case Ended::How::killed:
        return fmt::format("crashed: {} (signal {})", strsignal(ended.code), ended.code);
    case Ended::How::too_slow:
        return fmt::format("did not end within {} s", timeout);
    case Ended::How::exited:
        break;
    }
    return {};
}

/// The lesson's own report, or one made up from how its program ended.
json report_of(const Program& program, const Ended& ended, const fs::path& report_path, int timeout) {
    std::ifstream file(report_path);
    json report = json::parse(file, nullptr, false);
    std::string what = misfortune(ended, timeout);
    const bool usable = report.is_object() && report.contains("status") && what.empty();
    // Both have to say so: the report, and the program's exit.
    if (usable && (report.at("status") == "pass") == (ended.code == exit_pass)) return report;
    if (what.empty()) what = fmt::format("ended with exit code {} and without a report", ended.code);
    return {{"number", program.number},
            {"name", program.name},
            {"status", "fail"},
            {"failure", {{"kind", "crash"}, {"cause", what}}}};
}

void print(const std::string& content) {
    std::fputs(content.c_str(), stdout);
    std::fflush(stdout);
}

/// Runs the chosen lessons and prints their rows; returns the exit code.
class Runner {
public:
    Runner(const RunOptions& options, const Registry& registry)
        : options_(options), on_gpu_(registry.backend == "cuda"),
          table_(on_gpu_, isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr) {
        if (!options.json.empty()) json_.emplace("--json", options.json);
        if (!options.csv.empty()) csv_.emplace("--csv", options.csv);
    }

    int run(const std::vector<Program>& programs) {
        for (const Program& program : programs) {
            const ExitCode code = run_one(program);
            if (code == exit_usage || code == exit_skipped) return code; // true of all lessons alike
        }
        write_files();
        print(summary() + details_ + failure_reports_);
        return failed_ > 0 ? exit_wrong : exit_pass;
    }

private:
    ExitCode run_one(const Program& program) {
        const fs::path report_path = scratch_.path() / "report.json";
        fs::remove(report_path);
        std::vector<std::string> command{as_typed(options_.fast ? program.fast_path : program.path),
                                         "--json", report_path.string()};
        command.insert(command.end(), options_.passed_on.begin(), options_.passed_on.end());
        const Ended ended =
            run_process(command, std::chrono::seconds(options_.timeout), scratch_.path());

        const bool refused =
            ended.how == Ended::How::exited && (ended.code == exit_usage || ended.code == exit_skipped);
        if (refused) {
            fmt::print(stderr, "{}", ended.err);
            return ended.code == exit_usage ? exit_usage : exit_skipped;
        }
        reports_.push_back(report_of(program, ended, report_path, options_.timeout));
        const json& report = reports_.back();
        print((reports_.size() == 1 ? "\n" + table_.header() : std::string()) + table_.row(report));
        if (report.at("status") == "pass") {
            if (options_.counters || options_.annotate) details_ += ended.out;
            return exit_pass;
        }
        ++failed_;
        add_failure_report(program, ended, report);
        return exit_wrong;
    }

    /// What the program printed, and below it what became of the program itself if it has no report.
    void add_failure_report(const Program& program, const Ended& ended, const json& report) {
        if (ended.out.empty())
            failure_reports_ += fmt::format("\n{:02} {}\n", program.number, program.name);
        failure_reports_ += ended.out + ended.err;
        if (report.contains("checks")) return;
        failure_reports_ +=
            fmt::format("    {:<14}{}\n", "the program", report["failure"]["cause"].get<std::string>());
    }

    std::string summary() const {
        std::string where;
        for (const json& report : reports_) {
            if (!report.contains("n")) continue;
            where = fmt::format(", at n = {} on {}", report["n"].get<long long>(),
                                report["device"].get<std::string>());
            break;
        }
        return fmt::format("{}\n{} of {} lessons pass{}\n", table_.legend(),
                           static_cast<int>(reports_.size()) - failed_, reports_.size(), where);
    }

    void write_files() {
        if (json_)
            json_->write(json{{"backend", on_gpu_ ? "cuda" : "sim"}, {"lessons", reports_}}.dump(2) +
                         "\n");
        if (!csv_) return;
        std::string rows = csv_header();
        for (const json& report : reports_) rows += csv_row(report);
        csv_->write(rows);
    }

    const RunOptions& options_;
    bool on_gpu_;
    Table table_;
    ScratchFolder scratch_;
    std::optional<OutputFile> json_, csv_;
    std::vector<json> reports_;
    std::string details_; ///< the passing lessons' own reports, if they hold what was asked for
    std::string failure_reports_;
    int failed_ = 0;
};

int run_as_asked(int argc, char** argv) {
    const auto options = parse(argc, argv);
    if (!options) return exit_pass;
    const Registry registry = read_registry(options->programs);
    const std::vector<Program> programs = choose(registry, options->lessons);
    if (options->list) return list(programs);
    if (options->fast && registry.backend != "sim") {
        throw UsageError("--fast is a mode of the simulator; a GPU is always as fast as it can be");
    }
    if (options->counters || options->annotate) {
        if (registry.backend != "sim")
            throw UsageError(
                "--counters and --annotate: the simulator counts, a GPU does not; use --sim");
        if (options->fast)
            throw UsageError(
                "--counters and --annotate need the accesses that --fast does not observe");
    }
    const bool writes = std::find(options->passed_on.begin(), options->passed_on.end(), "--output") !=
                        options->passed_on.end();
    if (writes && programs.size() != 1)
        throw UsageError("--output takes the result of one lesson: name one");
    return Runner(*options, registry).run(programs);
}

} // namespace
} // namespace scanlab

int main(int argc, char** argv) {
    try {
        return scanlab::run_as_asked(argc, argv);
    } catch (const scanlab::UsageError& error) {
        fmt::print(stderr, "scanlab run: error: {}\n", error.what());
    } catch (const std::exception& error) {
        fmt::print(stderr, "scanlab run: error: {}\n", error.what());
    }
    return scanlab::exit_usage;
}
