#include "check_warm_up.hpp"

#include "feedback.hpp"
#include "format.hpp"
#include "process.hpp"
#include "student_program.hpp"
#include "task/task.hpp"
#include "worker_program.hpp"

#include <string>

namespace scanlab::grader {
namespace {

/// What is wrong, and the cause if it is known.
std::string describe(const Fault& fault, long long n, Task task) {
    const std::string text = sentence(fault, n, task);
    return fault.cause.empty() || !fault.diagnosis ? text + "\n"
                                                   : fmt::format("{}\n{}\n", text, fault.cause);
}

/// What is wrong first with a program; empty if nothing is. What the simulator has found comes before
/// results, which follow from it.
std::string objection(const ExerciseDescription& warm_up, const WorkerProgram& program,
                      const Feedback& feedback, std::uint64_t seed, std::uint64_t order) {
    const Lesson& lesson = warm_up.lesson;
    std::vector<Seen> seen;
    std::string wrong;
    for (const char* schedule : {"random", "last-block-first"})
        for (const long long n : warm_up.sizes) {
            const Case c{.block = lesson.block,
                         .devices = 1,
                         .kind = InputKind::random,
                         .n = n,
                         .seed = seed,
                         .order = order,
                         .schedule = schedule,
                         .counted = false};
            const Outcome outcome = program.run(c, make_inputs(c.kind, lesson.task, n, seed));
            if (!outcome.flag.empty()) return outcome.flag;
            for (const sim::Finding& finding : outcome.findings) seen.push_back({finding, n});
            if (outcome.fault && wrong.empty()) wrong = describe(*outcome.fault, n, lesson.task);
        }
    constexpr std::size_t in_full = 1;
    return seen.empty() ? wrong : feedback.findings(seen, in_full);
}

std::string objection(const ExerciseDescription& warm_up, const std::filesystem::path& file,
                      std::uint64_t seed, std::uint64_t order) {
    const ScratchFolder folder;
    StudentProgram built = build_program(warm_up, file, simulator_toolchain(), folder.path());
    if (!built.flag.empty()) return "NOT ALLOWED HERE\n" + built.flag;
    if (!built.error.empty()) return built.error;
    const Feedback feedback(file, warm_up.lesson.name + "_exercise.cu");
    return objection(warm_up, WorkerProgram(warm_up, std::move(built)), feedback, seed, order);
}

} // namespace

bool check_warm_up(const ExerciseDescription& warm_up, const std::filesystem::path& file,
                   std::uint64_t seed, std::uint64_t order) {
    const std::string wrong = objection(warm_up, file, seed, order);
    fmt::print("Warm-up {:02}: {}.\n{}", warm_up.lesson.number, wrong.empty() ? "right" : "not yet",
               wrong);
    return wrong.empty();
}

} // namespace scanlab::grader
