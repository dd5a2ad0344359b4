// The main of a student's exercise that is graded: see job.hpp. In this process no student's code runs;
// in its forks, everything but the call itself happens before that code first runs, or after it.
#include "catalogue.hpp"
#include "check/call.hpp"
#include "confinement.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "guard.hpp"
#include "job.hpp"
#include "scanlab/exercise.hpp"
#include "task/task.hpp"

#include <nlohmann/json.hpp>
#include <scanlab_sim/core.hpp>
#include <scanlab_sim/cost.hpp>
#include <scanlab_sim/findings.hpp>
#include <scanlab_sim/judged.hpp>

#include <algorithm>
#include <array>
#include <deque>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

namespace scanlab::grader {
namespace {

/// Fills the array from the file, through no buffer that would keep a copy.
void read_all(int file, std::span<int> values) {
    auto* to = reinterpret_cast<char*>(values.data());
    for (std::size_t left = values.size_bytes(); left > 0;) {
        const ssize_t got = read(file, to, left);
        if (got <= 0) throw UsageError("the job's input is too short");
        to += got;
        left -= static_cast<std::size_t>(got);
    }
}

/// Text in memory that this process and its forks share.
class SharedText {
public:
    SharedText() {
        void* const pages = mmap(nullptr, sizeof(Text), PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (pages == MAP_FAILED) throw std::bad_alloc();
        text_ = static_cast<Text*>(pages);
    }
    void set(std::string_view text) {
        if (text.size() > text_->characters.size()) throw UsageError("there is too much to report");
        std::ranges::copy(text, text_->characters.begin());
        text_->size = text.size();
    }
    std::string_view get() const {
        return {text_->characters.data(), std::min(text_->size, text_->characters.size())};
    }

private:
    struct Text {
        std::size_t size;
        std::array<char, std::size_t{16} << 20> characters;
    };
    Text* text_;
};

/// Of the device that has most.
long long device_bytes(const std::vector<sim::KernelCost>& kernels) {
    std::map<int, long long> bytes;
    for (const sim::KernelCost& kernel : kernels)
        for (const auto& [device, on_it] : kernel.bytes_on) bytes[device] += on_it;
    long long most = 0;
    for (const auto& [device, on_it] : bytes) most = std::max(most, on_it);
    return most;
}

/// How many threads the device holds at a time.
int resident_threads() {
    cudaDeviceProp device;
    require(cudaGetDeviceProperties(&device, 0), "cudaGetDeviceProperties");
    return device.multiProcessorCount * device.maxThreadsPerMultiProcessor;
}

/// What a call costs on the host's side.
class HostSide {
public:
    /// `result`: how large what it makes is.
    explicit HostSide(std::size_t result = 0) : result_(static_cast<long long>(result)) {}
    void add_copied(long long bytes) { copied_ += bytes; }

    /// Bytes that the student has had copied on devices; a result may be brought to its place for
    /// nothing.
    long long copied() const { return std::max(copied_ - result_, 0LL); }
    /// Bytes of a workspace by another name: allocated memory and device variables, if they are more
    /// than some counters.
    std::size_t scratch() const {
        const auto beyond_counters = [](std::size_t bytes) {
            constexpr std::size_t few = 256;
            return std::max(bytes, few) - few;
        };
        return beyond_counters(sim::host_cost().bytes_allocated - before_.bytes_allocated) +
               beyond_counters(sim::bytes_of_device_variables());
    }

private:
    sim::HostCost before_ = sim::host_cost();
    long long result_, copied_ = 0;
};
HostSide host_side;

nlohmann::json cost(const std::vector<sim::KernelCost>& kernels) {
    sim::Counters all;
    sim::Sharing sharing;
    sim::Progress progress;
    for (const sim::KernelCost& kernel : kernels) {
        all += kernel.counters;
        sharing += kernel.sharing;
        progress += kernel.progress;
    }
    const sim::Cost cost = sim::cost();
    const sim::GlobalAccesses global = all.global();
    nlohmann::json values{{"launches", cost.launches},
                          {"barriers", cost.barriers_per_thread},
                          {"bytes_read", cost.global_bytes_read + host_side.copied()},
                          {"bytes_written", cost.global_bytes_written + host_side.copied()},
                          {"sectors", global.sectors},
                          {"useful_bytes", global.useful_bytes},
                          {"bank_conflicts", all.shared().bank_conflicts},
                          {"collectives", all.collectives},
                          {"shared_bytes", cost.shared_bytes},
                          {"plain_bytes", progress.read + progress.written + 2 * host_side.copied()},
                          {"resident_threads", resident_threads()},
                          {"device_bytes", device_bytes(kernels)}};
    values.update(sharing.named());
    values.update(progress.named());
    return values;
}

/// As the call would be made by itself: the simulator looks whether all of the result was written.
void fetch(const GuardedBuffer& array) {
    HostArray copy(static_cast<long long>(array.bytes() / sizeof(int)));
    require(cudaMemcpy(copy.data(), array.data(), array.bytes(), cudaMemcpyDeviceToHost), "cudaMemcpy");
}

/// What the student's file says of itself. Its code writes that, so nothing of it is taken on trust;
/// and nothing is destroyed.
const Exercise& students_exercise() {
    alignas(Exercise) static unsigned char memory[sizeof(Exercise)];
    sim::give_to_program(memory, sizeof memory);
    return *new (memory) Exercise(scanlab::exercise());
}

/// The student's functions, and the pieces that one of them has named.
Variant students;
std::map<long long, Piece> pieces;

/// Asks for all pieces of an array, once.
void find_pieces(long long n, int devices) {
    pieces.clear();
    for (long long first = 0; first < n;) {
        const Piece piece = students.piece(n, devices, first);
        if (piece.n < 1 || piece.device < 0 || piece.device >= devices)
            throw UsageError("piece({}, {}, {}) is {{{}, {}}}, but a piece has a device from 0 to "
                             "{}, and 1 element or more",
                             n, devices, first, piece.device, piece.n, devices - 1);
        pieces[first] = piece;
        first += std::min(piece.n, n - first);
    }
}

/// Arrays of a call: who reads or writes them by atomic accesses waits for nobody.
void count_all_accesses_of(std::span<const Share> shares) {
    for (const Share& share : shares)
        for (const void* array :
             {static_cast<const void*>(share.input), static_cast<const void*>(share.output)})
            sim::count_atomics_of(array, static_cast<std::size_t>(share.n) * sizeof(int));
}
void count_all_accesses_of(const CallArrays& arrays) {
    sim::count_atomics_of(arrays.input.data(), static_cast<std::size_t>(arrays.n) * sizeof(int));
    sim::count_atomics_of(arrays.output.data(), arrays.output.bytes());
}

/// The student may read the problem, and reaches no device memory.
void launch_students(const Problem& problem) {
    const OnDevice first(0); // whichever is the current one afterwards
    const sim::DeviceMemoryClosed closed;
    sim::give_to_program_for_reading(&problem, sizeof problem);
    if (!problem.shares.empty())
        sim::give_to_program_for_reading(problem.shares.data(), problem.shares.size_bytes());
    const long long before = sim::host_cost().bytes_copied;
    count_all_accesses_of(problem.shares);
    students.launch(problem);
    host_side.add_copied(sim::host_cost().bytes_copied - before);
}

/// A variant whose functions may be called by the harness: the student's are `students`.
Variant guarded(const Variant& variant, bool deals, int devices) {
    const auto require_own = [deals](auto* function) {
        if (!sim::is_function_of_program(reinterpret_cast<const void*>(function)))
            throw UsageError(deals ? "launch(), workspace() and piece() are to be functions of the file"
                                   : "launch() and workspace() are to be functions of the file");
    };
    require_own(variant.launch);
    require_own(variant.workspace);
    if (deals) require_own(variant.piece);
    students = variant;
    Variant given = variant;
    given.launch = launch_students;
    given.piece = nullptr;
    if (deals) given.piece = [](long long, int, long long first) { return pieces.at(first); };
    given.devices = devices;
    return given;
}

/// One job, in the guard and in its fork.
class JobRun {
public:
    JobRun(const ExerciseDescription& description, const Job& job)
        : description_(description), job_(job), files_(".") {}

    /// In the guard, before the fork.
    void prepare() {
        report_.emplace();
        const int file = open(files_.input.c_str(), O_RDONLY | O_CLOEXEC);
        const sim::DeviceMemoryShared shared;
        for (const JobCall& call : job_)
            if (!call.huge) arrays_.push_back(read_input(file, call.n));
        close(file);
    }

    /// In the fork.
    void call();

    /// In the guard, after the fork has ended: its arrays, as kernels have left them, and its report.
    void hand_over() const {
        std::ofstream output(files_.output, std::ios::binary);
        const auto write = [&](const void* array, std::size_t bytes) {
            output.write(static_cast<const char*>(array), static_cast<std::streamsize>(bytes));
        };
        for (const CallArrays& arrays : arrays_) {
            const std::size_t bytes = static_cast<std::size_t>(arrays.n) * sizeof(int);
            write(arrays.input.data(), bytes);
            if (task().has_heads) write(arrays.heads.data(), bytes);
            write(arrays.output.data(), arrays.output.bytes());
            if (task().counts_kept()) write(arrays.kept.data(), arrays.kept.bytes());
        }
        std::ofstream(files_.report, std::ios::binary) << report_->get();
        if (!output.flush()) throw UsageError("cannot write the job's output");
    }

private:
    const TaskTraits& task() const { return traits(description_.lesson.task); }
    CallArrays read_input(int file, long long n) const;
    bool make_huge_arrays();
    void leave(const nlohmann::json& report) {
        report_->set(report.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    }
    void leave_findings();
    nlohmann::json make_calls();
    nlohmann::json make_call(const JobCall& job, const Variant& of_file, CallArrays& arrays);

    const ExerciseDescription& description_;
    const Job& job_;
    JobFiles files_;
    std::vector<CallArrays> arrays_;
    std::deque<Variant> variants_;             ///< of the calls
    std::vector<std::unique_ptr<Call>> calls_; ///< what one has left behind is no other's workspace
    std::optional<SharedText> report_;
};

CallArrays JobRun::read_input(int file, long long n) const {
    HostArray values(n), heads(task().has_heads ? n : 0);
    read_all(file, values);
    read_all(file, heads);
    CallArrays arrays(description_.lesson, n);
    arrays.fill({values, heads});
    // Host code that finds this memory does not find the input there.
    for (const std::span<int> copy : {std::span<int>(values), std::span<int>(heads)})
        std::ranges::fill(copy, 0);
    return arrays;
}

/// In the fork, which alone needs them; false if the machine has no room.
bool JobRun::make_huge_arrays() {
    static JobRun* ended_early = nullptr;
    ended_early = this;
    sim::call_at_early_end([] {
        sim::finish_findings(); // which leaves the exit code to this program
        ended_early->leave_findings();
        _exit(exit_pass);
    });
    sim::run_few_blocks();
    try {
        arrays_.emplace_back(description_.lesson, job_.begin()->n);
    } catch (const CudaError&) {
        return false;
    }
    return true;
}

/// Of a call that has not come to its end.
void JobRun::leave_findings() {
    leave({{"failure", ""},
           {"calls", nlohmann::json::array()},
           {"findings", nlohmann::json::parse(sim::findings_json())}});
}

/// As long as nothing is wrong. Device memory is closed to the student's host code.
nlohmann::json JobRun::make_calls() {
    nlohmann::json report{{"failure", ""}, {"calls", nlohmann::json::array()}};
    std::optional<sim::DeviceMemoryClosed> closed(std::in_place);
    const Exercise& exercise = students_exercise();
    if (exercise.name != description_.lesson.name) {
        throw UsageError("this is the exercise {}, but the file ends with SCANLAB_EXERCISE({}, …)",
                         description_.lesson.name, exercise.name);
    }
    require_interface(description_, exercise.variants);
    closed.reset();
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
        const JobCall& job = job_.calls[i];
        const auto variant = std::ranges::find(exercise.variants, job.block, &Variant::block);
        if (variant == exercise.variants.end()) throw UsageError("there is no such block size");
        report["calls"].push_back(make_call(job, *variant, arrays_[i]));
        if (report["calls"].back()["error"] != "") break;
    }
    calls_.clear();
    sim::finish_findings();
    report["findings"] = nlohmann::json::parse(sim::findings_json());
    return report;
}

nlohmann::json JobRun::make_call(const JobCall& job, const Variant& of_file, CallArrays& arrays) {
    nlohmann::json report{
        {"error", ""}, {"hang", false}, {"arrangement", static_cast<int>(of_file.arrangement)}};
    sim::set_order(job.schedule.data(), job.order);
    std::optional<sim::DeviceMemoryClosed> closed(std::in_place);
    const bool deals = description_.devices > 1;
    const Variant& variant = variants_.emplace_back(guarded(of_file, deals, job.devices));
    if (deals) find_pieces(job.n, job.devices);
    const std::size_t workspace = variant.workspace(job.n);
    closed.reset();
    Call& call = *calls_.emplace_back(
        std::make_unique<Call>(description_.lesson, variant, std::move(arrays), workspace));
    sim::reset_cost();
    host_side = HostSide(call.arrays().output.bytes());
    if (job.counted) sim::start_counting(job.by_line);
    count_all_accesses_of(call.arrays());
    call.launch();
    if (const cudaError_t error = call.finish(); error != cudaSuccess) {
        report["error"] = CudaError(error, "the call failed").what();
        report["hang"] = error == cudaErrorLaunchTimeout;
        return report;
    }
    const auto kernels = sim::take_counters(job.by_line);
    report["cost"] = cost(kernels);
    report["cost"]["workspace_bytes"] = workspace + host_side.scratch();
    if (job.by_line) report["kernels"] = nlohmann::json::parse(sim::counters_json(kernels));
    if (job.huge) return report;
    fetch(call.arrays().output);
    if (task().counts_kept()) fetch(call.arrays().kept);
    return report;
}

void JobRun::call() {
    try {
        confine_this_process();
        const JobCall& first = *job_.begin();
        constexpr std::uint64_t all_places = 1 << 20; // but one, which stays free
        if (first.crowded) sim::occupy_places(all_places);
        if (first.stopped) sim::stop_blocks(50);
        constexpr int seconds = 3; // of computing: a job takes a tenth of one; the worker itself, which
                                   // waits for jobs, has no limit
        sim::limit_time(seconds);
        if (first.huge && !make_huge_arrays())
            leave_findings();
        else
            leave(make_calls());
    } catch (const std::exception& error) {
        leave({{"failure", error.what()}});
    }
}

/// The guard has nobody to tell what went wrong: that it has failed shows in how it ends.
template <class Function>
void in_guard(Function function) {
    try {
        function();
    } catch (const std::exception& error) {
        fmt::print(stderr, "the grader's worker: {}\n", error.what());
        _exit(exit_wrong);
    }
}

JobEnded ended_as(const Ended& ended) {
    JobEnded answer{ended.how, ended.code, {}};
    set_text(answer.printed, ended.err);
    return answer;
}

void serve(const ExerciseDescription& description) {
    Limits limits;
    limits.may_use_sockets = true; // the worker's own filter, which refuses them, holds in its forks
    for (Job job; recv(STDIN_FILENO, &job, sizeof job, 0) == sizeof job;) {
        JobRun run(description, job);
        const auto call = [&] {
            run.call();
            _exit(exit_pass); // without the program's own destructors
        };
        const JobEnded answer =
            ended_as(run_forked({.run = call,
                                 .before = [&] { in_guard([&] { run.prepare(); }); },
                                 .after = [&] { in_guard([&] { run.hand_over(); }); }},
                                limits));
        if (send(STDIN_FILENO, &answer, sizeof answer, MSG_NOSIGNAL) != sizeof answer) return;
    }
}

} // namespace
} // namespace scanlab::grader

int main(int argc, char** argv) {
    using namespace scanlab;
    if (argc != 2) return exit_usage;
    try {
        const ExerciseDescription description = read_exercise(argv[1]);
        // Tables and stacks of the simulator do not count as the student's memory.
        Device device = open_device();
        join_devices(device, description.devices);
        free_device_bytes();
        sim::reserve_stacks();
        sim::read_source_of(reinterpret_cast<const void*>(&scanlab::exercise));
        sim::launch("warm_up", {dim3(1), dim3(32)}, [](const auto& launch) { launch.of_call([] {}); });
        grader::serve(description);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        _exit(exit_wrong);
    }
    _exit(exit_pass);
}
