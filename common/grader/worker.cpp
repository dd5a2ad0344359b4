// The main of a student's exercise that is graded: see job.hpp. In this process no student's code runs;
// in its forks, everything but the call itself happens before that code first runs, or after it.
#include "call.hpp"
#include "catalogue.hpp"
#include "confinement.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "job.hpp"
#include "sandbox.hpp"
#include "scanlab/exercise.hpp"
#include "task.hpp"

#include <nlohmann/json.hpp>
#include <scanlab_sim/core.hpp>
#include <scanlab_sim/cost.hpp>
#include <scanlab_sim/findings.hpp>
#include <scanlab_sim/judged.hpp>

#include <algorithm>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

namespace scanlab::grader {
namespace {

void read_all(std::span<int> values) {
    auto* to = reinterpret_cast<char*>(values.data());
    for (std::size_t left = values.size_bytes(); left > 0;) {
        const ssize_t got = read(job_input, to, left);
        if (got <= 0) throw UsageError("the job's input is too short");
        to += got;
        left -= static_cast<std::size_t>(got);
    }
}

void write_all(int descriptor, const void* data, std::size_t bytes) {
    for (const auto* from = static_cast<const char*>(data); bytes > 0;) {
        const ssize_t put = write(descriptor, from, bytes);
        if (put <= 0) _exit(exit_wrong);
        from += put;
        bytes -= static_cast<std::size_t>(put);
    }
}

void write_device_array(const void* array, std::size_t bytes) {
    std::string copy(bytes, '\0');
    require(cudaMemcpy(copy.data(), array, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
    write_all(job_output, copy.data(), bytes);
}

nlohmann::json cost() {
    sim::Counters all;
    for (const sim::KernelCost& kernel : sim::take_counters(false)) all += kernel.counters;
    const sim::Cost cost = sim::cost();
    const sim::GlobalAccesses global = all.global();
    return {{"launches", cost.launches},
            {"barriers", cost.barriers_per_thread},
            {"bytes_read", cost.global_bytes_read},
            {"bytes_written", cost.global_bytes_written},
            {"sectors", global.sectors},
            {"useful_bytes", global.useful_bytes},
            {"bank_conflicts", all.shared().bank_conflicts},
            {"shared_bytes", cost.shared_bytes}};
}

/// The call's arrays, as the kernels left them.
void write_arrays(const Problem& problem, Task task) {
    const std::size_t bytes = static_cast<std::size_t>(problem.n) * sizeof(int);
    write_device_array(problem.input, bytes);
    if (inputs(task) == 2) write_device_array(problem.heads, bytes);
    write_device_array(problem.output, bytes * static_cast<std::size_t>(words(task)));
    if (moves_elements(task)) write_device_array(problem.kept, sizeof *problem.kept);
}

/// What the student's file says of itself. Its code writes that, so nothing of it is taken on trust; and nothing is destroyed.
const Exercise& students_exercise() {
    alignas(Exercise) static unsigned char memory[sizeof(Exercise)];
    sim::give_to_program(memory, sizeof memory);
    return *new (memory) Exercise(scanlab::exercise());
}

void (*students_launch)(const Problem&);

/// The variant, whose functions are the student's; they may read the problem.
Variant given_to_student(const Variant& variant) {
    for (const void* function : {reinterpret_cast<const void*>(variant.launch), reinterpret_cast<const void*>(variant.workspace)})
        if (!sim::is_function_of_program(function)) throw UsageError("launch() and workspace() are to be functions of the file");
    students_launch = variant.launch;
    Variant given = variant;
    given.launch = [](const Problem& problem) {
        sim::give_to_program_for_reading(&problem, sizeof problem);
        students_launch(problem);
    };
    return given;
}

void work(const std::string& name, const Job& job) {
    const Exercise& exercise = students_exercise();
    if (exercise.name != name) {
        throw UsageError(
            fmt::format("this is the exercise {}, but the file ends with SCANLAB_EXERCISE({}, …)", name,
                        exercise.name));
    }
    const ExerciseDescription& description = find_exercise(exercise.name);
    require_interface(description, exercise.variants);
    const Task task = description.lesson.task;
    const auto found = std::ranges::find(exercise.variants, job.block, &Variant::block);
    if (found == exercise.variants.end()) throw UsageError("there is no such block size");
    const Variant variant = given_to_student(*found);

    HostArray values(job.n), heads(inputs(task) == 2 ? job.n : 0);
    read_all(values);
    read_all(heads);
    set_order(job.order);
    constexpr int seconds = 5; // the worker itself, which waits for jobs, has no limit
    sim::limit_time(seconds);
    nlohmann::json report{{"error", ""}, {"hang", false}};
    {
        Call call(description.lesson, variant, Input{values, heads});
        sim::reset_cost();
        sim::start_counting();
        {
            const sim::DeviceMemoryClosed closed;
            call.launch();
        }
        if (const cudaError_t error = call.stream().wait(); error != cudaSuccess) {
            report["error"] = CudaError(error, "the call failed").what();
            report["hang"] = error == cudaErrorLaunchTimeout;
        } else {
            report["cost"] = cost();
            write_arrays(call.problem(), task);
        }
    }
    sim::finish_findings();
    report["findings"] = nlohmann::json::parse(sim::findings_json());
    report["arrangement"] = static_cast<int>(variant.arrangement);
    report["workspace_bytes"] = variant.workspace(job.n);
    const std::string text = report.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    write_all(job_report, text.data(), text.size());
}

[[noreturn]] void work_confined(const std::string& name, const Job& job) {
    try {
        confine_this_process();
        work(name, job);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        _exit(exit_wrong);
    }
    _exit(exit_pass); // without the program's own destructors
}

JobEnded ended_as(const Ended& ended) {
    JobEnded answer{ended.how, ended.code, {}};
    set_text(answer.printed, ended.err);
    return answer;
}

void serve(const std::string& name) {
    for (Job job; recv(STDIN_FILENO, &job, sizeof job, 0) == sizeof job;) {
        const JobFiles files(job.folder.data());
        const JobEnded answer = ended_as(
            run_confined([&] { work_confined(name, job); },
                         {{files.input, false}, {files.output, true}, {files.report, true}}, {}));
        if (send(STDIN_FILENO, &answer, sizeof answer, MSG_NOSIGNAL) != sizeof answer) return;
    }
}

} // namespace
} // namespace scanlab::grader

int main(int argc, char** argv) {
    using namespace scanlab;
    if (argc != 2) return exit_usage;
    try {
        // Tables and stacks of the simulator do not count as the student's memory.
        open_device();
        free_device_bytes();
        sim::reserve_stacks();
        sim::launch("warm_up", {dim3(1), dim3(32)}, [](const auto& launch) { launch.of_call([] {}); });
        grader::serve(argv[1]);
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}\n", error.what());
        _exit(exit_wrong);
    }
    _exit(exit_pass);
}
