/// \file
/// What one or many runs have found, read from their JSON.
#include "errors.hpp"
#include "exploration.hpp"
#include "format.hpp"
#include "format_options.hpp"
#include "output_file.hpp"
#include "process.hpp"
#include "simulator_commands.hpp"
#include "simulator_options.hpp"
#include "text.hpp"

#include "findings/rules.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>
#include <optional>

namespace scanlab {
namespace {

namespace fs = std::filesystem;
using sim::Finding;

struct FindingsArguments {
    explicit FindingsArguments(CLI::App& app) : simulator(app, "findings"), formats(app) {}
    SimulatorOptions simulator;
    FormatOptions formats;
    std::vector<std::string> words, command;
    std::string json;
};

/// Of a folder those in it that are called so, in their order.
std::vector<fs::path> files_of(const fs::path& path) {
    if (!fs::is_directory(path)) {
        if (!fs::exists(path)) throw UsageError("{}: there is no such file or folder", path.string());
        return {path};
    }
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(path))
        if (entry.is_regular_file() && entry.path().extension() == ".json")
            files.push_back(entry.path());
    if (files.empty())
        throw UsageError("{}: there are no findings: run programs with --json {}/%p.json",
                         path.string(), path.string());
    std::ranges::sort(files);
    return files;
}

/// Divides what is no option into files and the command after `--`.
void take_words(FindingsArguments& arguments, const std::vector<std::string>& all) {
    const auto dashes = std::ranges::find(all, "--");
    if (dashes != all.end()) arguments.command.assign(dashes + 1, all.end());
    std::vector<std::string>& files = arguments.words;
    files.resize(files.size() - arguments.command.size());
    if (!files.empty() && files.front() == "merge" && !fs::exists("merge")) files.erase(files.begin());
    if (files.empty() && arguments.command.empty())
        throw UsageError(
            "which findings? Give files that --json has written, a folder of them, or after "
            "-- a command that runs checked programs");
}

/// The settings of programs that the command runs, in whatever folder.
std::vector<std::string> environment(const SimulatorOptions& options, const fs::path& folder) {
    std::vector<std::string> settings{"SCANLAB_SIM_FINDINGS=" + (folder / "%p.json").string()};
    for (const char* name : {"baseline", "suppressions", "ignore", "only", "strict"}) {
        const sim::Setting& setting = *sim::find_setting(name);
        const bool is_file = setting.type == sim::Setting::Type::input;
        const std::string value = options.value(name);
        if (value.empty()) continue;
        settings.push_back(sim::environment_variable(setting) + "=" +
                           (is_file ? fs::absolute(value).string() : value));
    }
    return settings;
}

/// Runs the command, whose programs leave their findings in the folder. Returns its exit code.
int run_command(const FindingsArguments& arguments, const fs::path& folder) {
    const Ended ended =
        run_visibly(arguments.command, Output::own, environment(arguments.simulator, folder));
    if (ended.how == Ended::How::not_started)
        throw UsageError("{}: {}", arguments.command.front(), std::strerror(ended.code));
    if (fs::is_empty(folder))
        throw UsageError("{} has run no checked program (exit code {}): build them by scanlab-nvcc",
                         arguments.command.front(), exit_code(ended));
    return exit_code(ended);
}

/// The findings of all files, each once. What counts in one of them counts.
std::vector<Finding> merged(const std::vector<fs::path>& files, const SimulatorOptions& options) {
    sim::RuleTable rules;
    const std::string complaint = rules.add({options.value("baseline"), options.value("suppressions"),
                                             options.value("ignore"), options.value("only")});
    if (!complaint.empty()) throw UsageError(complaint);
    std::vector<Finding> found;
    for (const fs::path& file : files)
        std::ranges::move(read_findings(file), std::back_inserter(found));
    for (Finding& finding : found) {
        if (options.value("strict") == "1" && finding.severity == sim::Severity::warning)
            finding.severity = sim::Severity::error;
        if (!finding.suppressed) finding.suppressed = rules.suppression_of(finding);
    }
    std::stable_partition(found.begin(), found.end(), sim::counts);
    Exploration all;
    all.add({}, found);
    std::vector<Finding> findings = all.findings();
    for (std::size_t i = 0; i < findings.size(); ++i)
        findings[i].reproduction = all.entries()[i].finding.reproduction;
    return findings;
}

void print(const std::vector<Finding>& findings, std::size_t files, const SimulatorOptions& options) {
    const bool every_pair = options.value("every_pair") == "1", notes = options.value("notes") == "1";
    for (const Finding& finding : findings)
        if (counts(finding) ? is_cause(finding) || every_pair : notes && !finding.suppressed)
            fmt::print("{}", human_text(finding, every_pair ? std::vector<Finding>{} : findings));
    const std::string list = summary(findings, every_pair);
    fmt::print("{}{}", list.empty() ? "scanlab: nothing found\n" : list, left_out(findings, notes));
    fmt::print("scanlab: {} read\n", counted(static_cast<int>(files), "file"));
    std::fflush(stdout);
}

int tell(FindingsArguments& arguments) {
    arguments.simulator.require_values();
    arguments.formats.require_values();
    std::optional<OutputFile> json;
    if (!arguments.json.empty()) json.emplace("--json", arguments.json);
    const ScratchFolder scratch;
    int code = exit_pass;
    std::vector<fs::path> files;
    for (const std::string& word : arguments.words)
        std::ranges::move(files_of(word), std::back_inserter(files));
    if (!arguments.command.empty()) {
        code = run_command(arguments, scratch.path());
        std::ranges::move(files_of(scratch.path()), std::back_inserter(files));
    }
    const std::vector<Finding> findings = merged(files, arguments.simulator);
    print(findings, files.size(), arguments.simulator);
    std::string lines;
    for (const Finding& finding : findings) lines += json_line(finding);
    if (json) json->write(lines);
    arguments.formats.write(findings);
    const bool has_errors = std::ranges::any_of(findings, [](const Finding& finding) {
        return counts(finding) && finding.severity == sim::Severity::error;
    });
    if (has_errors) return exit_found;
    return code == exit_found ? exit_pass : code; // what its programs have found does not count
}

} // namespace

Action define_findings(CLI::App& app, const Invocation& invocation) {
    const auto arguments = std::make_shared<FindingsArguments>(app);
    app.add_option(
        "files", arguments->words,
        "Files that sim --json has written, or folders of such files; each finding counts once. After "
        "--: a command that runs checked programs, whose findings are read");
    app.add_option("--json", arguments->json, "Write all findings, one JSON object per line");
    app.footer("Exit code 3: there are errors that no rule leaves out. Otherwise it is the command's.");
    return [arguments, invocation] {
        take_words(*arguments, invocation.arguments);
        return tell(*arguments);
    };
}

} // namespace scanlab
