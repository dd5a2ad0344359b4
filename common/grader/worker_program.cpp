#include "worker_program.hpp"

#include "errors.hpp"
#include "format.hpp"
#include "reference.hpp"
#include "task.hpp"

#include <csignal>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <scanlab_sim/judged.hpp>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const Input& input) {
    std::ofstream file(path, std::ios::binary);
    for (const auto values : {input.values, input.heads})
        file.write(reinterpret_cast<const char*>(values.data()),
                   static_cast<std::streamsize>(values.size_bytes()));
    if (!file.flush()) throw std::runtime_error(fmt::format("cannot write {}", path.string()));
}

/// What a worker leaves behind: see job.hpp.
struct WorkerOutput {
    nlohmann::json report;
    std::string arrays;
};

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
                             const WorkerOutput& written) {
    const Lesson& lesson = exercise.lesson;
    const Layout layout{c.block, exercise.items_per_thread,
                        static_cast<Arrangement>(written.report.at("arrangement").get<int>())};
    Arrays arrays(written.arrays);
    if (auto fault = changed_input(input.values, arrays.take(c.n), "input")) return fault;
    const HostArray heads = arrays.take(count(input.heads));
    if (auto fault = changed_input(input.heads, heads, "heads")) return fault;
    const HostArray got = arrays.take(c.n * words(lesson.task));
    std::optional<long long> kept;
    if (moves_elements(lesson.task)) {
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

CostValues read_cost(const nlohmann::json& report, const Case& c, int items) {
    const auto& j = report.at("cost");
    return {.n = static_cast<double>(c.n),
            .block = static_cast<double>(c.block),
            .items = static_cast<double>(items),
            .launches = j.at("launches"),
            .barriers = j.at("barriers"),
            .bytes_read = j.at("bytes_read"),
            .bytes_written = j.at("bytes_written"),
            .sectors = j.at("sectors"),
            .useful_bytes = j.at("useful_bytes"),
            .bank_conflicts = j.at("bank_conflicts"),
            .shared_bytes = j.at("shared_bytes"),
            .workspace_bytes = report.at("workspace_bytes")};
}

/// A process that has not ended by itself, or has failed.
Outcome unfinished(const Ended& ended) {
    const auto fault = [](Fault::Kind kind, std::string cause) {
        return Outcome{.fault = Fault{kind, std::move(cause)}, .flag = {}, .cost = {}};
    };
    if (ended.how == Ended::How::too_slow)
        return fault(Fault::Kind::hang, "The call did not end, and was stopped: host code that loops?");
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
    const std::size_t reason = ended.err.rfind(sim::not_allowed);
    if (ended.code == sim::exit_not_allowed && reason != std::string::npos)
        return {.fault = Fault{Fault::Kind::cuda_error, "The program did what is not allowed here."},
                .flag = ended.err.substr(reason + std::string_view(sim::not_allowed).size()),
                .cost = {}};
    if (ended.code == exit_found) // by the simulator, or by the call itself
        return fault(Fault::Kind::hang,
                     "The call did not end, and was stopped: host code that loops, or "
                     "that ends the program?");
    return fault(Fault::Kind::cuda_error,
                 fmt::format("The call did not come to its end. {}", ended.err));
}

} // namespace

/// A worker has one case at a time. Its environment chooses the schedule.
Ended WorkerProgram::run_in_idle_worker(const Case& c, const Job& job) const {
    std::unique_lock lock(mutex_);
    auto idle = idle_.extract(c.schedule);
    lock.unlock();
    auto worker = idle
                      ? std::move(idle.mapped())
                      : std::make_unique<WorkerProcess>(
                            program_.path, exercise_.lesson.name,
                            std::vector<std::string>{"SCANLAB_SIM_QUIET=1", "SCANLAB_SIM_TIMEOUT=86400",
                                                     "SCANLAB_SIM_MEMORY=256", "OMP_NUM_THREADS=1",
                                                     "SCANLAB_SIM_SCHEDULE=" + c.schedule});
    Ended ended = worker->run(job);
    lock.lock();
    if (worker->is_alive()) idle_.emplace(c.schedule, std::move(worker));
    return ended;
}

Outcome WorkerProgram::run(const Case& c, const Input& input) const {
    const ScratchFolder scratch;
    const JobFiles files(scratch.path());
    write(files.input, input);
    Job job{c.block, c.n, c.order, {}};
    set_text(job.folder, scratch.path().string());
    const Ended ended = run_in_idle_worker(c, job);
    if (ended.how != Ended::How::exited || ended.code != exit_pass) return unfinished(ended);
    try {
        const WorkerOutput written{nlohmann::json::parse(content(files.report)), content(files.output)};
        Outcome outcome{.fault = {},
                        .flag = {},
                        .findings = read_findings(written.report.at("findings")),
                        .cost = {}};
        const std::string error = written.report.at("error");
        if (!error.empty()) {
            outcome.fault =
                Fault{written.report.at("hang") ? Fault::Kind::hang : Fault::Kind::cuda_error, error};
            return outcome;
        }
        outcome.fault = compare(exercise_, c, input, written);
        outcome.cost = read_cost(written.report, c, exercise_.items_per_thread);
        return outcome;
    } catch (const std::exception&) {
        return unfinished(ended);
    }
}

} // namespace scanlab::grader
