#include "building.hpp"
#include "command_line.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "programs.hpp"
#include "score.hpp"
#include "simulator_commands.hpp"
#include "simulator_options.hpp"

#include <algorithm>
#include <memory>
#include <thread>

namespace scanlab {
namespace {

struct ScoreArguments {
    explicit ScoreArguments(CLI::App& app) : simulator(app, "score") {}
    SimulatorOptions simulator;
    std::string folder, labels;
    std::vector<std::string> buggy, only, program_arguments;
    int limit = 60;
    ScoreOptions options;
};

std::vector<LabelledProgram> labelled_programs(const ScoreArguments& arguments) {
    if (arguments.buggy.empty() == arguments.labels.empty())
        throw UsageError("which programs are buggy? Give either --buggy PATTERN or --labels TABLE");
    if (arguments.labels.empty())
        return programs_by_pattern(arguments.folder, arguments.buggy, arguments.program_arguments);
    return programs_by_table(arguments.folder, arguments.labels, arguments.program_arguments);
}

ScoreOptions completed(const ScoreArguments& arguments, const Invocation& invocation) {
    ScoreOptions options = arguments.options;
    arguments.simulator.require_values();
    options.programs = labelled_programs(arguments);
    for (const std::string& kind : arguments.only) {
        const Label label = label_of(kind);
        if (label.kinds.empty())
            throw UsageError(fmt::format("--only {}: is no kind of finding", kind));
        options.only.insert(label.kinds.begin(), label.kinds.end());
    }
    options.first = arguments.simulator.trial();
    options.strategy = arguments.simulator.strategy();
    options.environment = arguments.simulator.environment();
    options.limit = std::chrono::seconds(arguments.limit);
    options.again = invocation.program + " sim" + arguments.simulator.device_text();
    options.compile = [](const auto& source, const auto& program) {
        return compile_command(source, program);
    };
    return options;
}

} // namespace

Action define_score(CLI::App& app, const Invocation& invocation) {
    const auto arguments = std::make_shared<ScoreArguments>(app);
    ScoreOptions& options = arguments->options;
    options.jobs = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    app.add_option("folder", arguments->folder, "Where the programs are, .cu files")->required();
    app.add_option("arguments", arguments->program_arguments, "After --: what each program is given");
    app.add_option(
           "--buggy", arguments->buggy,
           "Programs whose path in the folder matches this pattern are buggy, the others correct; "
           "KIND=PATTERN says what is to be found in them. Can be repeated")
        ->allow_extra_args(false);
    app.add_option("--labels", arguments->labels,
                   "Instead: a table with a line PROGRAM,ARGUMENTS,LABEL for each, where the label is "
                   "correct, buggy, or kinds of findings joined by +");
    app.add_option("--orders", options.schedules,
                   "Run each program under so many schedules, as sim --schedules does (1)")
        ->check(plain_digits)
        ->check(CLI::Range(1, 10000));
    app.add_option("--only", arguments->only, "Count findings of these kinds only, as in race,deadlock")
        ->delimiter(',');
    app.add_option("--limit", arguments->limit, "Seconds after which a run of a program is ended")
        ->check(plain_digits)
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--jobs", options.jobs, "Programs at a time; as many as processors if none")
        ->check(plain_digits)
        ->check(CLI::PositiveNumber);
    app.add_option("--json", options.json, "Write counts, programs and findings to this file");
    app.add_option("--csv", options.csv, "Write a line per program to this file");
    return [arguments, invocation] {
        const ScoreOptions complete = completed(*arguments, invocation);
        build_compiler();
        return score(complete);
    };
}

} // namespace scanlab
