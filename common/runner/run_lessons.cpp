#include "run_lessons.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "lesson_run.hpp"
#include "output_file.hpp"
#include "report/report_csv.hpp"
#include "table.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

namespace scanlab {
namespace {

using nlohmann::json;

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
        print(summary() + details_ + reports_below_);
        if (has_errors_) return exit_found;
        return failed_ > 0 ? exit_wrong : exit_pass;
    }

private:
    ExitCode run_one(const Program& program) {
        const LessonRun run = run_lesson(program, options_, on_gpu_, scratch_.path());
        if (refused(run.ended)) {
            fmt::print(stderr, "{}", run.ended.err);
            return run.ended.code == exit_usage ? exit_usage : exit_skipped;
        }
        reports_.push_back(run.report);
        print((reports_.size() == 1 ? "\n" + table_.header() : std::string()) + table_.row(run.report));
        if (run.report.at("status") == "pass") {
            if (options_.counters || options_.annotate) details_ += run.ended.out;
            add_warnings(program, run.exploration);
            return exit_pass;
        }
        ++failed_;
        has_errors_ |= run.exploration.has_errors();
        add_failure_report(program, run);
        return exit_wrong;
    }

    /// What the program printed, and below it what became of the program itself if it has no report,
    /// and what the simulator found.
    void add_failure_report(const Program& program, const LessonRun& run) {
        const bool failed = run.report.contains("failure");
        if (!failed || run.ended.out.empty())
            reports_below_ += fmt::format("\n{:02} {}\n", program.number, program.name);
        if (failed) reports_below_ += run.ended.out + "\n";
        reports_below_ += run.ended.err;
        if (failed && !run.report.contains("checks"))
            reports_below_ += fmt::format("    {:<14}{}\n", "the program",
                                          run.report["failure"]["cause"].get<std::string>());
        add_findings(program, run.exploration);
    }

    void add_warnings(const Program& program, const Exploration& exploration) {
        if (exploration.causes().empty()) return;
        reports_below_ += fmt::format("\n{:02} {}\n", program.number, program.name);
        add_findings(program, exploration);
    }

    /// The first error, which may well be the cause of the others, or the first warning, and how to see
    /// it again.
    void add_findings(const Program& program, const Exploration& exploration) {
        const std::vector<Exploration::Entry> causes = exploration.causes();
        if (causes.empty()) return;
        const Exploration::Entry& first = *std::ranges::min_element(
            causes, {}, [](const auto& entry) { return entry.finding.severity; });
        reports_below_ += human_text(first.finding);
        reports_below_ += "  ";
        if (exploration.runs() > 1)
            reports_below_ += fmt::format("in {} of {} schedules; ", first.runs, exploration.runs());
        reports_below_ += fmt::format("again: {}\n", replay_command(program, options_, first.replay));
        if (const std::size_t more = causes.size() - 1; more > 0)
            reports_below_ += fmt::format("  and {} more (--json FILE writes all)\n", more);
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
    std::string reports_below_;
    int failed_ = 0;
    bool has_errors_ = false;
};

} // namespace

int run_lessons(const RunOptions& options, const Registry& registry) {
    return Runner(options, registry).run(choose(registry, options.lessons));
}

int list_lessons(const Registry& registry) {
    const ScratchFolder scratch;
    for (const Program& program : registry.programs) {
        const Ended ended = run_process({program.path.string(), "--describe"}, std::chrono::seconds(60),
                                        scratch.path());
        const json described = json::parse(ended.out, nullptr, false);
        const std::string title = described.is_object() ? described.value("title", "") : "(not built)";
        fmt::print("{:02}  {:<26} {}\n", program.number, program.name, title);
    }
    return exit_pass;
}

} // namespace scanlab
