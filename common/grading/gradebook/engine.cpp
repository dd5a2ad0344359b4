#include "engine.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "process.hpp"
#include "secret.hpp"
#include "shell.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <sstream>
#include <thread>

namespace scanlab::grader {
namespace {

using Words = std::vector<std::string>;
using namespace std::chrono_literals;

/// The command as a shell's line, which ends with a part: `which` is how the engine calls it.
std::string line_of(const PartsToRun& wanted, const std::string& which) {
    std::string line = "SCANLAB_BUILD=no exec";
    for (const std::string& word : wanted.command) line += " " + shell_quoted(word);
    return fmt::format("{} --part {}/{}", line, which, wanted.parts);
}

/// Throws UsageError, with the engine's own words, if it has failed.
std::string output_of(const Words& command) {
    const ScratchFolder scratch;
    Ended ended = run_process(command, 60s, scratch.path());
    if (ended.how == Ended::How::exited && ended.code == 0) return ended.out;
    if (ended.how == Ended::How::not_started)
        throw UsageError("{} is not installed on this machine", command.front());
    const std::string why = ended.err.empty() ? describe(ended) : ended.err;
    throw UsageError("{}: {}", command.front(), why.substr(0, why.find_last_not_of('\n') + 1));
}

/// GNU parallel ends with the number of parts that have failed, which shows in what is missing.
void run_in_parallel(const PartsToRun& wanted, const std::function<bool()>& look) {
    Words command{"parallel",
                  "--will-cite",
                  "--jobs",
                  wanted.at_a_time > 0 ? std::to_string(wanted.at_a_time) : "100%",
                  line_of(wanted, "{}"),
                  ":::"};
    for (int part = 1; part <= wanted.parts; ++part) command.push_back(std::to_string(part));
    const ScratchFolder scratch;
    const Ended ended = run_by_line(
        command, scratch.path(), [](const std::string&) {}, [&] { return !look(); });
    if (ended.how == Ended::How::not_started)
        throw UsageError("parallel is not installed on this machine");
    constexpr int usage = 255; // of its own
    if (ended.code == usage) throw UsageError("parallel: {}", ended.err);
}

/// What the jobs of a folder are called.
std::string name_of(const PartsToRun& wanted) {
    return "scanlab-" + digest({std::filesystem::absolute(wanted.kept).string()}).substr(0, 12);
}

/// Whether Slurm has jobs of that name that run or will run. One that it has failed to start, because
/// its controller was killed just then, for instance, it keeps, but never starts again.
bool has_jobs(const std::string& name) {
    std::istringstream reasons(
        output_of({"squeue", "--noheader", "--me", "--name=" + name, "--format=%r"}));
    for (std::string why_not_yet; std::getline(reasons, why_not_yet);)
        if (!why_not_yet.starts_with("launch failed requeued held")) return true;
    return false;
}

/// If its controller does not answer, nobody knows; it will be there again, and it keeps its jobs.
bool may_have_jobs(const std::string& name) {
    try {
        return has_jobs(name);
    } catch (const UsageError&) {
        return true;
    }
}

void cancel_jobs(const std::string& name) { output_of({"scancel", "--me", "--name=" + name}); }

void run_on_slurm(const PartsToRun& wanted, const std::function<bool()>& look) {
    const std::string name = name_of(wanted),
                      at_a_time = wanted.at_a_time > 0 ? fmt::format("%{}", wanted.at_a_time) : "";
    if (!has_jobs(name)) {
        cancel_jobs(name);
        output_of({"sbatch", "--quiet", "--requeue", "--job-name=" + name,
                   fmt::format("--array=1-{}{}", wanted.parts, at_a_time),
                   fmt::format("--output={}", (wanted.kept / "slurm-%a.log").string()),
                   "--wrap=" + line_of(wanted, "$SLURM_ARRAY_TASK_ID")});
    }
    while (may_have_jobs(name) && look()) std::this_thread::sleep_for(1s);
    cancel_jobs(name); // if it was interrupted; or those that will never start
}

struct Engine {
    std::string_view name;
    void (*run)(const PartsToRun& wanted, const std::function<bool()>& look);
};
constexpr std::array known_engines{Engine{"parallel", run_in_parallel}, Engine{"slurm", run_on_slurm}};

} // namespace

std::vector<std::string> engines() {
    std::vector<std::string> names;
    for (const Engine& engine : known_engines) names.emplace_back(engine.name);
    return names;
}

void run_parts(const std::string& engine, const PartsToRun& wanted, const std::function<bool()>& look) {
    std::filesystem::create_directories(wanted.kept);
    std::ranges::find(known_engines, engine, &Engine::name)->run(wanted, look);
}

} // namespace scanlab::grader
