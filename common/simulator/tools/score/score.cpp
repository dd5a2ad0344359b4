#include "score.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "in_parallel.hpp"
#include "output_file.hpp"
#include "trial_run.hpp"

#include <sstream>

namespace scanlab {
namespace {

namespace fs = std::filesystem;

/// The text with paths as a user in this folder would type them.
std::string with_short_paths(std::string text) {
    const std::string here = fs::current_path().string() + "/";
    for (std::size_t at; (at = text.find(here)) != std::string::npos;) text.erase(at, here.size());
    return text;
}

/// The first line of a compiler's output that names an error, or else the first.
std::string complaint(const Ended& compiler) {
    std::istringstream lines(compiler.err + compiler.out);
    std::string first;
    for (std::string line; std::getline(lines, line);) {
        if (line.find("error") != std::string::npos) return with_short_paths(line);
        if (first.empty()) first = line;
    }
    return first.empty() ? describe(compiler) : with_short_paths(first);
}

/// What kept a run from its end, or spoiled it: "ended with exit code 2"; empty if nothing did.
std::string failure(const Ended& ended, std::chrono::seconds limit) {
    if (ended.how == Ended::How::too_slow) return fmt::format("was stopped after {} s", limit.count());
    if (ended.how != Ended::How::exited) return describe(ended);
    if (ended.code == exit_pass || ended.code == exit_found) return {};
    return fmt::format("ended with exit code {}", ended.code);
}

/// Runs a compiled program under all schedules. A program that had to be stopped is not started again.
void explore(Outcome& outcome, const fs::path& program, const ScoreOptions& options) {
    std::vector<std::string> command{program};
    const auto& arguments = outcome.program.arguments;
    command.insert(command.end(), arguments.begin(), arguments.end());
    const ScratchFolder scratch;
    for (const Trial& trial : trials(options.schedules, options.first.order, options.strategy)) {
        const TrialRun run =
            run_trial(command, trial, options.limit, scratch.path(), options.environment);
        outcome.exploration.add(trial, run.findings);
        const std::string how = failure(run.ended, options.limit);
        if (!how.empty() && outcome.how.empty()) {
            outcome.how = how;
            outcome.state = Outcome::State::failed;
        }
        if (run.ended.how == Ended::How::too_slow) return;
    }
}

/// Compiles a source, and runs it with the arguments of each of these outcomes.
void run_source(const fs::path& source, const std::vector<Outcome*>& outcomes,
                const ScoreOptions& options) {
    const ScratchFolder scratch;
    const fs::path program = scratch.path() / source.stem();
    const Ended compiler =
        run_process(options.compile(source, program), std::chrono::hours(1), scratch.path());
    const bool compiled = exit_code(compiler) == 0;
    for (Outcome* outcome : outcomes)
        if (compiled) {
            explore(*outcome, program, options);
        } else {
            outcome->state = Outcome::State::not_compiled;
            outcome->how = complaint(compiler);
        }
}

std::vector<Outcome> run_all(const ScoreOptions& options) {
    std::vector<Outcome> outcomes;
    for (const LabelledProgram& program : options.programs) outcomes.push_back({program});
    std::map<fs::path, std::vector<Outcome*>> by_source;
    for (Outcome& outcome : outcomes) by_source[outcome.program.source].push_back(&outcome);
    const std::vector<std::pair<fs::path, std::vector<Outcome*>>> sources(by_source.begin(),
                                                                          by_source.end());
    in_parallel(sources.size(), options.jobs, [&](std::size_t i) {
        const auto& [source, its_outcomes] = sources[i];
        try {
            run_source(source, its_outcomes, options);
        } catch (const std::exception& error) { // its findings cannot be read, the disk is full, …
            for (Outcome* outcome : its_outcomes) {
                outcome->state = Outcome::State::failed;
                outcome->how = fmt::format("could not be judged: {}", error.what());
            }
        }
    });
    return outcomes;
}

} // namespace

int score(const ScoreOptions& options) {
    std::optional<OutputFile> json_file, csv_file;
    if (!options.json.empty()) json_file.emplace("--json", options.json);
    if (!options.csv.empty()) csv_file.emplace("--csv", options.csv);
    const Scoring scoring(run_all(options), options.only);
    const Again again{options.again, options.schedules,
                      options_text({options.strategy.value_or(Trial{}.strategy), options.first.order})};
    fmt::print("{}", text(scoring, again));
    if (json_file) json_file->write(json(scoring, again));
    if (csv_file) csv_file->write(csv(scoring));
    return scoring.is_perfect() ? exit_pass : exit_wrong;
}

} // namespace scanlab
