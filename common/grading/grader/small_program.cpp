#include "small_program.hpp"

#include "feedback.hpp"
#include "format.hpp"
#include "formula.hpp"
#include "process.hpp"
#include "read_findings.hpp"
#include "text.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <chrono>
#include <span>
#include <sstream>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

constexpr std::array schedules{"random", "reversed", "last-block-first", "preempt-anywhere"};

/// One run of the program.
struct Ran {
    const ProgramRun* asked;
    std::string schedule;
    Ended ended;
    std::vector<sim::Finding> findings;
    Values counted;
};

/// A line as it is compared: with one space between its words.
std::string squeezed(const std::string& line) {
    std::istringstream words(line);
    std::string text;
    for (std::string word; words >> word;) text += (text.empty() ? "" : " ") + word;
    return text;
}

bool is_right(const Ran& ran) {
    std::istringstream lines(ran.ended.out);
    for (std::string line; std::getline(lines, line);)
        if (squeezed(line) == squeezed(ran.asked->prints)) return true;
    return false;
}

/// What conditions can name, from the simulator's counters.
Values counted_in(const fs::path& file) {
    double launches = 0, barriers = 0, collectives = 0, bytes_written = 0;
    const auto kernels = nlohmann::json::parse(content(file), nullptr, false);
    for (const auto& kernel : kernels.is_discarded() ? nlohmann::json::array() : kernels) {
        const auto& counters = kernel.at("counters");
        launches += kernel.at("launches").get<double>();
        barriers += counters.at("block_barriers").get<double>();
        collectives += counters.at("collectives").get<double>();
        for (const char* access : {"global_store", "global_atomic"})
            bytes_written += counters.at(access).at("useful_bytes").get<double>();
    }
    return {{"launches", launches},
            {"barriers", barriers},
            {"collectives", collectives},
            {"bytes_written", bytes_written}};
}

Ran run(const fs::path& program, const ProgramRun& asked, const std::string& schedule) {
    constexpr std::chrono::minutes limit(5); // the simulator stops it long before
    const ScratchFolder folder;
    const fs::path findings = folder.path() / "findings", counters = folder.path() / "counters";
    std::vector<std::string> command{program};
    command.insert(command.end(), asked.numbers.begin(), asked.numbers.end());
    Ended ended = run_process(command, limit, folder.path(),
                              {"SCANLAB_SIM_QUIET=1", "SCANLAB_SIM_SCHEDULE=" + schedule,
                               "SCANLAB_SIM_FINDINGS=" + findings.string(),
                               "SCANLAB_SIM_COUNTERS=" + counters.string()});
    return {&asked, schedule, std::move(ended), read_findings(findings), counted_in(counters)};
}

/// What a program should have printed, and what it has.
std::string wrong_output(const Ran& ran) {
    constexpr std::size_t most = 2000;
    const std::string& numbers = fmt::format("{}", fmt::join(ran.asked->numbers, " "));
    const std::string out = printable(ran.ended.out + ran.ended.err, most), end = describe(ran.ended);
    return fmt::format("{}one line should be:\n    {}\n{}\n{}",
                       numbers.empty() ? "" : fmt::format("With the numbers {}, ", numbers),
                       ran.asked->prints,
                       out.empty() ? "The program prints nothing." : "The program prints:",
                       end.empty() ? out : out + end + "\n");
}

/// The first run that is wrong, in words; empty if all are right.
std::string wrong_output(const std::vector<Ran>& runs) {
    for (const Ran& ran : runs)
        if (!is_right(ran)) return wrong_output(ran);
    return {};
}

/// The conditions that the first run does not meet.
std::string excess(const ExerciseDescription& exercise, const Ran& ran) {
    std::string text;
    for (const std::string& condition : exercise.conditions) {
        const Comparison compared = evaluate(condition, ran.counted);
        if (!compared.holds)
            text += fmt::format("wanted: {}   but it is {:g}\n", condition, compared.left);
    }
    return text;
}

/// The line has its points if there is nothing to say.
LineResult line(const char* id, const std::string& title, double points, std::string detail) {
    const bool passed = detail.empty();
    return {.id = id,
            .title = title,
            .points = passed ? points : 0,
            .max = points,
            .status = passed ? Status::pass : Status::fail,
            .detail = std::move(detail)};
}

} // namespace

Result grade_program(const ExerciseDescription& exercise, const fs::path& source,
                     const fs::path& program) {
    const auto run_under = [&](std::span<const char* const> chosen) {
        std::vector<Ran> runs;
        for (const ProgramRun& asked : exercise.runs)
            for (const char* schedule : chosen) runs.push_back(run(program, asked, schedule));
        return runs;
    };
    constexpr std::span all(schedules);
    const std::vector<Ran> usual = run_under(all.first(1));
    std::string wrong = wrong_output(usual);
    const bool is_wrong = !wrong.empty();
    const std::vector<Ran> others = is_wrong ? std::vector<Ran>{} : run_under(all.subspan(1));
    std::vector<Seen> seen;
    for (const std::vector<Ran>* runs : {&usual, &others})
        for (const Ran& ran : *runs)
            for (const sim::Finding& finding : ran.findings) seen.push_back({finding, -1});
    const std::string found = Feedback(source, source.filename()).findings(seen, 1);
    if (is_wrong && !found.empty()) wrong += "The simulator says\n" + found; // the cause, perhaps
    Result result{.name = exercise.lesson.name,
                  .number = exercise.lesson.number,
                  .title = exercise.lesson.title,
                  .file = source.string()};
    result.lines = {
        line("prints", "It prints the right numbers: without this, nothing else counts", 50, wrong),
        line("orders", "It does so in every order of the threads that was tried", 15,
             wrong_output(others)),
        line("findings", "Nothing for the simulator to find", 25, found),
        line("work", exercise.work, 10, excess(exercise, usual.front()))};
    if (is_wrong)
        for (LineResult& other : std::span(result.lines).subspan(1)) {
            other.points = 0;
            other.status = Status::not_run;
            other.detail.clear();
        }
    return result;
}

} // namespace scanlab::grader
