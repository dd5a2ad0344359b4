#include "lesson_run.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "shell.hpp"

#include <algorithm>
#include <fstream>

namespace scanlab {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// The path as one would type it: relative where that is shorter.
std::string as_typed(const fs::path& path) {
    std::error_code error;
    const std::string relative = fs::proximate(path, error).string();
    if (error || relative.starts_with("..")) return path.string();
    return relative.find('/') == std::string::npos ? fmt::format("./{}", relative) : relative;
}

/// The lesson's own report, or one made up from how its program ended.
json report_of(const Program& program, const Ended& ended, const fs::path& report_path, bool has_errors,
               int timeout) {
    std::ifstream file(report_path);
    json report = json::parse(file, nullptr, false);
    std::string what = ended.how == Ended::How::too_slow
                           ? fmt::format("did not end within {} s", timeout)
                           : describe(ended);
    const bool usable = report.is_object() && report.contains("status") && what.empty();
    // Both have to say so: the report, and the program's exit.
    if (usable && (report.at("status") == "pass") == (ended.code == exit_pass)) return report;
    if (usable && has_errors && ended.code == exit_found) return report;
    if (what.empty()) what = fmt::format("ended with exit code {} and without a report", ended.code);
    return {{"number", program.number},
            {"name", program.name},
            {"status", "fail"},
            {"failure", {{"kind", "crash"}, {"cause", what}}}};
}

std::vector<Trial> trials_of(const RunOptions& options) {
    if (options.schedules == 1) return {options.first};
    return trials(options.schedules, options.first.order, options.only);
}

std::vector<std::string> environment_of(const RunOptions& options, const Trial& trial) {
    std::vector<std::string> environment = settings(trial);
    environment.insert(environment.end(), options.environment.begin(), options.environment.end());
    return environment;
}

/// On the simulator a program stops by itself, and says where. That may take a little longer.
std::chrono::seconds limit(int timeout, bool on_gpu) {
    return std::chrono::seconds(on_gpu ? timeout : timeout + timeout / 2 + 5);
}

} // namespace

bool refused(const Ended& ended) {
    return ended.how == Ended::How::exited && (ended.code == exit_usage || ended.code == exit_skipped);
}

LessonRun run_lesson(const Program& program, const RunOptions& options, bool on_gpu,
                     const fs::path& scratch) {
    const fs::path report_path = scratch / "report.json", findings_path = scratch / "findings";
    std::optional<LessonRun> result;
    Exploration exploration;
    for (const Trial& trial : trials_of(options)) {
        fs::remove(report_path);
        fs::remove(findings_path);
        std::vector<std::string> command{as_typed(options.fast ? program.fast_path : program.path),
                                         "--json", report_path.string()};
        command.insert(command.end(), options.passed_on.begin(), options.passed_on.end());
        std::vector<std::string> environment;
        if (!on_gpu) {
            environment = environment_of(options, trial);
            environment.push_back(fmt::format("SCANLAB_SIM_TIMEOUT={}", options.timeout));
        }
        environment.push_back("SCANLAB_SIM_FINDINGS=" + findings_path.string());
        environment.emplace_back("SCANLAB_SIM_QUIET=1"); // the runner reports them
        const Ended ended = run_process(command, limit(options.timeout, on_gpu), scratch, environment);
        if (refused(ended)) return {ended, {}, {}};

        const std::vector<sim::Finding> found = read_findings(findings_path);
        const bool has_errors = std::ranges::any_of(found, [](const sim::Finding& finding) {
            return counts(finding) && finding.severity == sim::Severity::error;
        });
        exploration.add(trial, found);
        if (!result || result->report.at("status") == "pass")
            result = {ended, report_of(program, ended, report_path, has_errors, options.timeout), {}};
        if (has_errors) result->report["status"] = "found";
    }
    for (const sim::Finding& finding : exploration.findings())
        result->report["findings"].push_back(json::parse(json_line(finding)));
    result->exploration = std::move(exploration);
    return *result;
}

std::string replay_command(const Program& program, const RunOptions& options, const Trial& trial) {
    std::string line = fmt::format("./scanlab run --sim {:02}", program.number);
    if (options.fast) line += " --fast";
    line += options.replay_text;
    for (const std::string& word : options.passed_on) line += " " + shell_quoted(word);
    return line + options_text(trial);
}

} // namespace scanlab
