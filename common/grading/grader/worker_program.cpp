#include "worker_program.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "task/reference.hpp"
#include "task/task.hpp"
#include "text.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <scanlab_sim/judged.hpp>
#include <sstream>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, std::span<const Input> inputs) {
    std::ofstream file(path, std::ios::binary);
    for (const Input& input : inputs)
        for (const auto values : {input.values, input.heads})
            file.write(reinterpret_cast<const char*>(values.data()),
                       static_cast<std::streamsize>(values.size_bytes()));
    if (!file.flush()) throw std::runtime_error(fmt::format("cannot write {}", path.string()));
}

/// All of a file, which is gone then: some file systems write to the disk what takes the place of older
/// content.
std::string take(const fs::path& path) {
    std::string all = content(path);
    std::error_code ignored;
    fs::remove(path, ignored);
    return all;
}

/// What a process has said that a student's code ran in: with texts that any report can hold, and no
/// endless ones.
nlohmann::json cleaned(const nlohmann::json& value, int depth = 0) {
    constexpr int deepest = 16;
    constexpr std::size_t most_bytes = 4000, most_elements = 1000;
    if (value.is_string()) return printable(value.get_ref<const std::string&>(), most_bytes);
    if (!value.is_structured()) return value;
    if (depth == deepest || value.size() > most_elements)
        throw std::runtime_error("this is no worker's report");
    nlohmann::json result = value.is_array() ? nlohmann::json::array() : nlohmann::json::object();
    for (const auto& [key, element] : value.items()) {
        if (value.is_array())
            result.push_back(cleaned(element, depth + 1));
        else
            result[key] = cleaned(element, depth + 1);
    }
    return result;
}

Arrangement arrangement_of(const nlohmann::json& report) {
    const int number = report.at("arrangement");
    if (number < 0 || number > static_cast<int>(Arrangement::warp_striped))
        throw std::runtime_error("this is no arrangement");
    return static_cast<Arrangement>(number);
}

/// Takes the arrays apart again.
class Arrays {
public:
    explicit Arrays(const std::string& bytes) : rest_(bytes) {}
    HostArray take(long long count) {
        HostArray values(count);
        if (rest_.size() < values.bytes()) throw std::runtime_error("the output is too short");
        std::memcpy(values.data(), rest_.data(), values.bytes());
        rest_.remove_prefix(values.bytes());
        return values;
    }

private:
    std::string_view rest_;
};

std::optional<Fault> compare(const ExerciseDescription& exercise, const Case& c, const Input& input,
                             const nlohmann::json& report, Arrays& arrays) {
    const Lesson& lesson = exercise.lesson;
    const Layout layout{c.block, exercise.items_per_thread, arrangement_of(report)};
    if (auto fault = changed_input(input.values, arrays.take(c.n), "input")) return fault;
    const HostArray heads = arrays.take(count(input.heads));
    if (auto fault = changed_input(input.heads, heads, "heads")) return fault;
    const HostArray got = arrays.take(c.n * traits(lesson.task).words);
    std::optional<long long> kept;
    if (traits(lesson.task).counts_kept()) {
        const HostArray halves = arrays.take(2);
        kept.emplace();
        std::memcpy(&*kept, halves.data(), sizeof *kept);
    }
    const HostArray expected = reference_result(lesson, layout, input);
    return judge({.task = lesson.task,
                  .scope = lesson.scope,
                  .layout = layout,
                  .input = input.values,
                  .expected = expected,
                  .got = got,
                  .kept = kept,
                  .heads = input.heads});
}

/// Notes are none that could cost anything. What a rule of the student's leaves out, the worker does
/// not know: of a judged program all findings count.
std::vector<sim::Finding> findings_in(const nlohmann::json& report) {
    return that_count(read_findings(report.at("findings")));
}

CostValues read_cost(const nlohmann::json& call, const Case& c, int items) {
    CostValues values(static_cast<double>(c.n), c.block, items);
    for (const CostValue& value : reported_values)
        values.set(value.name, call.at("cost").at(value.name));
    return values;
}

std::vector<LineCounts> read_lines(const nlohmann::json& kernels) {
    std::vector<LineCounts> lines;
    for (const auto& kernel : kernels) {
        for (const auto& line : kernel.at("lines")) {
            if (line.at("line").is_null()) continue;
            const auto& c = line.at("counters");
            const auto sum = [&](const std::string& memory, const char* of) {
                double all = 0;
                for (const char* access : {"_load", "_store", "_atomic"})
                    all += c.at(memory + access).at(of).get<double>();
                return all;
            };
            lines.push_back({line.at("file"),
                             line.at("line"),
                             {{"global accesses", sum("global", "requests")},
                              {"sectors", sum("global", "sectors")},
                              {"bank conflicts", sum("shared", "bank_conflicts")},
                              {"barriers", c.at("block_barriers")},
                              {"shuffles and votes", c.at("collectives")},
                              {"steps of a warp", line.value("in_a_warp", 0.0)}}});
        }
    }
    return lines;
}

Outcome fault(Fault::Kind kind, std::string cause) {
    return {.fault = Fault{kind, std::move(cause)}, .flag = {}, .cost = {}};
}

/// What the program has printed, marked as such; empty if nothing.
std::string printed(const Ended& ended) {
    constexpr std::size_t most = 500;
    if (ended.err.empty()) return {};
    std::string text = " It printed:";
    std::istringstream lines(printable(ended.err, most));
    for (std::string line; std::getline(lines, line);) text += "\n    | " + line;
    return text;
}

/// A process that could make no call.
Outcome no_call(const std::string& failure, const Ended& ended) {
    constexpr std::size_t most = 500;
    return fault(Fault::Kind::cuda_error, fmt::format("The call did not come to its end: {}.{}",
                                                      printable(failure, most), printed(ended)));
}

/// What of a call with few blocks says that an index or a size has overflowed, and how to avoid it;
/// empty if it may come of the work that is missing.
std::string remedy(const sim::Finding& finding) {
    using enum sim::FindingKind;
    switch (finding.kind) {
    case out_of_bounds:
    case misaligned:
    case division_by_zero:
        return "Compute indices and distances in `long long`. Convert before you multiply or shift, "
               "as in `static_cast<long long>(blockIdx.x) * BLOCK + threadIdx.x` and `1LL << step`.";
    case invalid_launch:
    case bad_copy:
        return "Compute the number of blocks or bytes in `long long`.";
    case host_crash:
    case timeout:
        return "Does a loop wait for a power of two to get as large as n? In an `int` it never does. "
               "Write `1LL << step`, or use a `long long`.";
    default:
        return {};
    }
}

Outcome huge_outcome(const nlohmann::json& report, const Ended& ended) {
    if (const std::string failure = report.at("failure"); !failure.empty())
        return no_call(failure, ended);
    Outcome outcome;
    std::vector<sim::Finding> findings = findings_in(report);
    const nlohmann::json& calls = report.at("calls");
    // A kernel that was stopped may only have had much to do; so it is the host alone that must end.
    const bool host_loops = calls.empty() && std::ranges::count(findings, sim::FindingKind::timeout,
                                                                &sim::Finding::kind) == 1;
    for (sim::Finding& finding : findings) {
        const std::string hint = remedy(finding);
        const bool is_slow_kernel = finding.kind == sim::FindingKind::timeout && !host_loops;
        if (hint.empty() || is_slow_kernel) continue;
        finding.hint = hint;
        outcome.findings.push_back(finding);
    }
    if (!outcome.findings.empty())
        outcome.fault = Fault{Fault::Kind::out_of_bounds, "An index or a size overflows."};
    else if (!calls.empty() && calls.at(0).at("error") == "" &&
             calls.at(0).at("cost").at("bytes_written") == 0)
        outcome.fault = Fault{Fault::Kind::wrong_result,
                              "The kernels write nothing, because n is negative for them. Pass it as a "
                              "`long long`, and not as an `int`."};
    return outcome;
}

bool is_done(const Ended& ended) { return ended.how == Ended::How::exited && ended.code == exit_pass; }

/// The simulator's last line; or what a program has printed that ends as if it were the simulator.
std::string what_was_not_allowed(const Ended& ended) {
    constexpr std::size_t most = 300;
    const std::size_t at = ended.err.rfind(sim::not_allowed);
    if (ended.code != sim::exit_not_allowed || at == std::string::npos) return {};
    const std::size_t begin = at + std::string_view(sim::not_allowed).size();
    return printable(ended.err.substr(begin, ended.err.find('\n', begin) - begin), most);
}

/// A process that has not ended by itself, or has failed.
Outcome unfinished(const Ended& ended) {
    if (ended.how == Ended::How::too_slow)
        return fault(Fault::Kind::hang,
                     "The call did not end in time, and was stopped: a loop that never ends?");
    if (ended.how == Ended::How::killed) {
        Outcome outcome =
            fault(Fault::Kind::cuda_error,
                  fmt::format("The program was ended by signal {} ({}) outside of its kernels.",
                              ended.code, strsignal(ended.code)));
        if (ended.code == SIGSYS)
            outcome.flag = "it asked the operating system for what a kernel's host code has no need of";
        outcome.is_harmful = !outcome.flag.empty();
        if (ended.code == SIGXFSZ) outcome.flag = "it printed without end";
        if (ended.code == SIGSEGV)
            outcome.fault->cause += " Host code cannot read or write device memory: only kernels can.";
        return outcome;
    }
    if (const std::string reason = what_was_not_allowed(ended); !reason.empty())
        return {.fault = Fault{Fault::Kind::cuda_error, "The program did what is not allowed here."},
                .flag = reason,
                .cost = {}};
    if (ended.code == exit_found) // by the simulator, or by the call itself
        return fault(Fault::Kind::hang,
                     "The call did not end, and no kernel was running: host code that loops, or "
                     "that ends the program?");
    return fault(Fault::Kind::cuda_error, "The call did not come to its end." + printed(ended));
}

} // namespace

std::unique_ptr<WorkerProcess> WorkerProgram::idle_worker() const {
    std::unique_lock lock(mutex_);
    if (idle_.empty()) {
        lock.unlock();
        return std::make_unique<WorkerProcess>(program_, exercise_);
    }
    auto worker = std::move(idle_.back());
    idle_.pop_back();
    return worker;
}

void WorkerProgram::give_back(std::unique_ptr<WorkerProcess> worker) const {
    const std::scoped_lock lock(mutex_);
    if (worker->is_alive()) idle_.push_back(std::move(worker));
}

WorkerProgram::Ran WorkerProgram::run_job(std::span<const Case> cases, std::span<const Input> inputs,
                                          bool by_line) const {
    Job job{};
    for (const Case& c : cases) {
        JobCall& call = job.calls[static_cast<std::size_t>(job.count++)];
        call = {c.block, c.devices, c.n, c.order, c.crowded, c.stopped, c.huge, c.counted || by_line,
                by_line, {}};
        set_text(call.schedule, c.schedule);
    }
    for (int tries = 0; tries < 2; ++tries) {
        std::unique_ptr<WorkerProcess> worker = idle_worker(); // has one job at a time
        const JobFiles files = worker->files();
        write(files.input, inputs);
        const std::optional<Ended> ended = worker->run(job);
        Ran ran{ended.value_or(Ended{}), take(files.report), take(files.output)};
        give_back(std::move(worker));
        if (ended) return ran;
    }
    throw OwnFailure(
        "the grader's worker was lost twice, which says nothing about the file; please try again");
}

Outcome WorkerProgram::run(const Case& c, const Input& input, bool by_line) const {
    const Ran ran = run_job({&c, 1}, {&input, 1}, by_line);
    if (!is_done(ran.ended)) return unfinished(ran.ended);
    try {
        const nlohmann::json report = cleaned(nlohmann::json::parse(ran.report));
        if (const std::string failure = report.at("failure"); !failure.empty())
            return no_call(failure, ran.ended);
        const nlohmann::json& call = report.at("calls").at(0);
        Outcome outcome{.fault = {}, .flag = {}, .findings = findings_in(report), .cost = {}};
        const std::string error = call.at("error");
        if (!error.empty()) {
            outcome.fault = Fault{call.at("hang") ? Fault::Kind::hang : Fault::Kind::cuda_error, error};
            return outcome;
        }
        Arrays arrays(ran.arrays);
        outcome.fault = compare(exercise_, c, input, call, arrays);
        outcome.cost = read_cost(call, c, exercise_.items_per_thread);
        if (by_line) outcome.lines = read_lines(call.at("kernels"));
        return outcome;
    } catch (const std::exception&) {
        return unfinished(ran.ended);
    }
}

Outcome WorkerProgram::run_huge(const Case& c) const {
    const Input none;
    const Ran ran = run_job({&c, 1}, {&none, 1}, false);
    Outcome outcome;
    try {
        outcome = is_done(ran.ended)
                      ? huge_outcome(cleaned(nlohmann::json::parse(ran.report)), ran.ended)
                      : unfinished(ran.ended);
    } catch (const std::exception&) {
        outcome = unfinished(ran.ended);
    }
    // An index that overflows may lead anywhere. It is a mistake, and no attempt at anything.
    if (!outcome.is_harmful) outcome.flag.clear();
    return outcome;
}

RunTogether WorkerProgram::run_together(std::span<const Case> cases,
                                        std::span<const Input> inputs) const {
    const Ran ran = run_job(cases, inputs, false);
    if (!is_done(ran.ended)) return {};
    try {
        const nlohmann::json report = cleaned(nlohmann::json::parse(ran.report));
        if (report.at("failure") != "" || !findings_in(report).empty()) return {};
        RunTogether together;
        Arrays arrays(ran.arrays);
        for (std::size_t i = 0; i < cases.size(); ++i) {
            const nlohmann::json& call = report.at("calls").at(i);
            if (call.at("error") != "") return {};
            together.wrong = compare(exercise_, cases[i], inputs[i], call, arrays);
            if (together.wrong) return together;
            together.right.push_back({.fault = {},
                                      .flag = {},
                                      .cost = read_cost(call, cases[i], exercise_.items_per_thread)});
        }
        return together;
    } catch (const std::exception&) {
        return {};
    }
}

} // namespace scanlab::grader
