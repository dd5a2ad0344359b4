/// \file
/// `prove`: whether the launches of a program are right for all sizes.
#include "kernel_host.hpp"
#include "programs.hpp"
#include "simulator_commands.hpp"

#include "building.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "process.hpp"
#include "text.hpp"
#include "trial_run.hpp"

#include <algorithm>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

namespace scanlab {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using namespace std::chrono_literals;

constexpr std::chrono::hours forever(24 * 365);
constexpr auto longest_replay = 60s;
constexpr int schedules = 7;    // of a replay: each strategy once
constexpr int most_replays = 4; // of a kernel

struct ProveOptions {
    fs::path source;
    std::vector<std::string> elements;
};

/// The launches of one kernel at one place, which differ in the size of their blocks.
struct Kernel {
    std::string name;
    Json place;
    std::vector<Json> launches;
};

std::string text(const Json& place) {
    return fmt::format("{}:{}", sim::path_from_here(place["file"]), place["line"].get<int>());
}

/// "32, 64 and 128"
std::string listed(const std::vector<std::string>& words) {
    if (words.size() < 2) return words.empty() ? "" : words.front();
    return fmt::format("{} and {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
}

std::string quoted(const std::set<std::string>& names) {
    std::vector<std::string> words;
    for (const std::string& name : names) words.push_back(fmt::format("`{}`", name));
    return listed(words);
}

/// The names that any of the launches has under a key.
std::set<std::string> names_of(const Kernel& kernel, const char* key) {
    std::set<std::string> names;
    for (const Json& launch : kernel.launches)
        for (const Json& name : launch[key]) names.insert(name.get<std::string>());
    return names;
}

/// What the prover says of the program: an object for each launch, or for what is outside.
std::vector<Json> asked_prover(const ProveOptions& options, const fs::path& scratch) {
    const fs::path folder = folder_of(Backend::sim), code = scratch / "program.ll";
    const Ended compiled =
        run_process({"sh", folder / "scanlab_syntax", "--ir", options.source, scratch / "program.cpp"},
                    forever, scratch);
    if (exit_code(compiled) != 0) {
        fmt::print(stderr, "{}", compiled.err);
        throw Stopped{exit_wrong};
    }
    std::ofstream(code) << compiled.out;
    std::vector<std::string> command{folder / "scanlab_prove", code};
    command.insert(command.end(), options.elements.begin(), options.elements.end());
    const Ended ended = run_process(command, forever, scratch);
    if (exit_code(ended) != 0)
        throw UsageError("{} cannot be read: {}{}", options.source.string(), ended.err,
                         describe(ended));
    std::vector<Json> objects;
    std::istringstream said(ended.out);
    for (std::string line; std::getline(said, line);) objects.push_back(Json::parse(line));
    return objects;
}

std::vector<Kernel> kernels_of(const std::vector<Json>& objects) {
    std::vector<Kernel> kernels;
    for (const Json& object : objects) {
        if (object.contains("outside")) continue;
        const auto all = object["kernel"].get<std::string>();
        const std::string name = all.substr(0, all.find_first_of("<("));
        const auto found = std::ranges::find_if(kernels, [&](const Kernel& kernel) {
            return kernel.name == name && kernel.place == object["launched"];
        });
        if (found == kernels.end())
            kernels.push_back({name, object["launched"], {object}});
        else
            found->launches.push_back(object);
    }
    return kernels;
}

/// Runs what the prover has found on the simulator. Only what happens there is told.
class Replays {
public:
    Replays(fs::path source, fs::path scratch)
        : source_(std::move(source)), scratch_(std::move(scratch)) {}

    /// What the simulator says of a counterexample; nothing if it does not find it.
    std::optional<sim::Finding> confirmed(const Json& counterexample) {
        if (auto found = found_already(counterexample)) return found;
        const auto launch = counterexample["launch"].get<std::string>();
        if (launch.empty() || replayed_ >= most_replays || !tried_.insert(launch).second)
            return std::nullopt;
        ++replayed_;
        run(launch);
        return found_already(counterexample);
    }

private:
    std::optional<sim::Finding> found_already(const Json& counterexample) const {
        const auto is_that = [&](const sim::Finding& finding) {
            const auto kind = counterexample["kind"].get<std::string>();
            return std::string_view(sim::name(finding.kind)).starts_with(kind) &&
                   std::ranges::any_of(counterexample["places"], [&](const Json& place) {
                       return place["line"] == finding.at.line || place["line"] == finding.other.line;
                   });
        };
        const auto found = std::ranges::find_if(findings_, is_that);
        return found == findings_.end() ? std::nullopt : std::optional(*found);
    }

    void run(const std::string& launch) {
        const fs::path host = scratch_ / fmt::format("replay{}.cu", replayed_), program = host.stem();
        std::ofstream(host) << kernel_host({source_, launch, {}, 1});
        const fs::path binary = scratch_ / program;
        if (exit_code(run_process(compile_command(host, binary), forever, scratch_)) != 0) return;
        for (const Trial& trial : trials(schedules, 1)) {
            const fs::path folder = scratch_ / fmt::format("run{}", ++runs_);
            fs::create_directory(folder);
            TrialRun one = run_trial({binary}, trial, longest_replay, folder);
            for (sim::Finding& finding : one.findings)
                if (counts(finding)) findings_.push_back(std::move(finding));
            if (!findings_.empty()) return;
        }
    }

    fs::path source_, scratch_;
    std::set<std::string> tried_;
    std::vector<sim::Finding> findings_;
    int replayed_ = 0, runs_ = 0;
};

enum class Answer { proved, refuted, open };

/// "for all `n`, and blocks of 32 and 64 threads"
std::string sizes_text(const Kernel& kernel) {
    std::vector<std::string> blocks;
    for (const Json& launch : kernel.launches) {
        const Json& b = launch["block"];
        std::string size = b[0].dump();
        if (b[1] != 1 || b[2] != 1) size += fmt::format("x{}x{}", b[1].dump(), b[2].dump());
        if (std::ranges::find(blocks, size) == blocks.end()) blocks.push_back(size);
    }
    const std::set<std::string> free = names_of(kernel, "free");
    const std::string threads = fmt::format("blocks of {} threads", listed(blocks));
    return free.empty() ? "for " + threads
                        : fmt::format("for every {}, and for {}", quoted(free), threads);
}

void print_proof(const Kernel& kernel) {
    std::set<std::string> checked = names_of(kernel, "checked"), assumed;
    const std::set<std::string> unchecked = names_of(kernel, "unchecked");
    for (const std::string& array : unchecked) checked.erase(array);
    fmt::print("{}: {}: proved {}\n    no two threads race, all of a block or a mask wait at the same "
               "barriers",
               text(kernel.place), kernel.name, sizes_text(kernel));
    if (!checked.empty()) fmt::print(", and no access is outside of {}", quoted(checked));
    fmt::print("\n");
    for (const Json& launch : kernel.launches)
        for (const auto& [array, length] : launch["assumed"].items())
            assumed.insert(fmt::format("`{}` has `{}` elements", array, length.get<std::string>()));
    if (!assumed.empty()) fmt::print("    assumed: {}\n", listed({assumed.begin(), assumed.end()}));
    if (!unchecked.empty())
        fmt::print("    not checked: the bounds of {}, because nothing says how many elements it has "
                   "(--elements NAME=PARAMETER)\n",
                   quoted(unchecked));
}

/// Each mistake once, in the smallest block that has it.
std::vector<Json> mistakes(const Kernel& kernel) {
    std::vector<Json> found;
    std::set<std::pair<std::string, std::string>> known;
    for (const Json& launch : kernel.launches)
        for (const Json& one : launch["counterexamples"])
            if (known.emplace(one["text"].get<std::string>(), one["places"].dump()).second)
                found.push_back(one);
    return found;
}

std::string numbers_text(const Json& counterexample) {
    std::vector<std::string> numbers;
    for (const auto& [name, value] : counterexample["numbers"].items())
        numbers.push_back(fmt::format("{} = {}", name, value.dump()));
    numbers.push_back(fmt::format("{} of {}", counted(counterexample["grid"][0], "block"),
                                  counted(counterexample["block"][0], "thread")));
    return fmt::format("{}", fmt::join(numbers, ", "));
}

bool depends_on_data(const Json& counterexample) { return counterexample["depends_on_data"]; }

/// Why a counterexample is none.
std::string doubt_text(const Json& counterexample) {
    if (depends_on_data(counterexample)) return ", because what it has loaded decides that";
    return fmt::format(", with {}; but the simulator does not find that", numbers_text(counterexample));
}

Answer judge(const Kernel& kernel, Replays& replays, const fs::path& source) {
    Answer answer = Answer::proved;
    for (const Json& launch : kernel.launches)
        if (launch["given_up"].get<bool>()) answer = Answer::open;
    std::vector<Json> open;
    std::set<std::string> told;
    for (const Json& mistake : mistakes(kernel)) {
        const auto finding = depends_on_data(mistake) ? std::nullopt : replays.confirmed(mistake);
        if (!finding) {
            open.push_back(mistake);
            continue;
        }
        answer = Answer::refuted;
        if (!told.insert(finding->message).second) continue;
        fmt::print("{}: {}: {}\n    with {}: scanlab kernel {} '{}'\n", sim::text(finding->at),
                   sim::name(finding->kind), finding->message, numbers_text(mistake), source.string(),
                   mistake["launch"].get<std::string>());
    }
    if (answer == Answer::refuted) return answer;
    for (const Json& mistake : open)
        fmt::print("{}: {}: not proved: perhaps {}{}\n", text(mistake["places"].back()), kernel.name,
                   mistake["text"].get<std::string>(), doubt_text(mistake));
    if (answer == Answer::open)
        fmt::print("{}: {}: not proved: z3 gave up\n", text(kernel.place), kernel.name);
    if (answer == Answer::open || !open.empty()) return Answer::open;
    print_proof(kernel);
    return answer;
}

int prove(const ProveOptions& options) {
    require_source(options.source);
    build_compiler();
    build(Backend::sim, {"scanlab_prove"}, folder_of(Backend::sim) / "scanlab_prove");
    const ScratchFolder scratch;
    const std::vector<Json> objects = asked_prover(options, scratch.path());
    if (objects.empty())
        throw UsageError("{} launches no kernel, so there is nothing to prove",
                         options.source.string());
    bool is_open = false, is_refuted = false;
    int number = 0;
    for (const Kernel& kernel : kernels_of(objects)) {
        const fs::path folder = scratch.path() / fmt::format("kernel{}", ++number);
        fs::create_directory(folder);
        Replays replays(options.source, folder);
        const Answer answer = judge(kernel, replays, options.source);
        is_open |= answer == Answer::open;
        is_refuted |= answer == Answer::refuted;
    }
    std::set<std::string> told;
    for (const Json& object : objects) {
        if (!object.contains("outside")) continue;
        is_open = true;
        const std::string line = fmt::format("{}: outside of what can be proved: this line {}\n",
                                             text(object["place"]), object["text"].get<std::string>());
        if (told.insert(line).second) fmt::print("{}", line);
    }
    return is_refuted ? exit_found : is_open ? exit_wrong : exit_pass;
}

} // namespace

Action define_prove(CLI::App& app, const Invocation&) {
    const auto options = std::make_shared<ProveOptions>();
    app.add_option("file", options->source, "The program, a .cu file")->required();
    app.add_option(
           "--elements", options->elements,
           "The parameter that says how many elements an array has, as in sums=count (n, or the only "
           "number among the parameters)")
        ->type_name("NAME=PARAMETER")
        ->allow_extra_args(false);
    app.footer(
        "Exit code 0: all is proved. 3: something is wrong, as the simulator confirms. 1: neither.");
    return [options] { return prove(*options); };
}

} // namespace scanlab
