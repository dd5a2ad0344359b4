// quiz_answers LESSONS PROGRAMS: each answer that has a counter is what the simulator counts in a run
// of the lesson's program, with the page's numbers and with others.
#include "asked.hpp"

#include "format.hpp"
#include "process.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>

using namespace scanlab;
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

/// What one run did, under the names that counters have in quiz.json.
Values counts(const json& report) {
    Values values{{"launches", report.at("cost").at("launches")},
                  {"barriers", report.at("cost").at("barriers_per_thread")},
                  {"bytes_per_element", report.at("cost").at("bytes_per_element")},
                  {"bytes_read_per_element", report.at("cost").at("bytes_read_per_element")},
                  {"blocks", report.at("kernels").front().at("grid").front()}};
    for (const json& kernel : report.at("kernels")) {
        const json& c = kernel.at("counters");
        const double blocks = kernel.at("grid").front(), threads = kernel.at("block").front(),
                     launches = kernel.at("launches");
        values["threads_launched"] += launches * blocks * threads;
        values["shuffles"] += c.at("collectives").get<double>();
        values["global_loads"] += c.at("global_load").at("requests").get<double>();
        values["global_atomics"] += c.at("global_atomic").at("requests").get<double>();
        values["load_sectors"] += c.at("global_load").at("sectors").get<double>();
        values["shared_loads"] += c.at("shared_load").at("requests").get<double>();
        values["shared_stores"] += c.at("shared_store").at("requests").get<double>();
    }
    return values;
}

/// Runs programs, each with the same numbers once.
class Runs {
public:
    explicit Runs(fs::path programs) : programs_(std::move(programs)) {}

    const Values& of(const std::string& program, const Values& given) {
        const auto number = [&](const char* name, const char* otherwise) {
            return given.contains(name) ? quiz::plain(given.at(name)) : std::string(otherwise);
        };
        const ScratchFolder scratch;
        const fs::path file = scratch.path() / "report.json";
        std::vector<std::string> command{programs_ / program, "--case",    "ones", "--n",
                                         number("n", "4096"), "--counters"};
        if (given.contains("threads"))
            command.insert(command.end(), {"--block", number("threads", "")});
        const std::string key = fmt::format("{}", fmt::join(command, " "));
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        command.insert(command.end(), {"--json", file});
        const Ended ended = run_process(command, std::chrono::minutes(5), scratch.path());
        if (exit_code(ended) != 0) throw std::runtime_error(key + ": " + ended.out + ended.err);
        return known_[key] = counts(json::parse(content(file)));
    }

private:
    fs::path programs_;
    std::map<std::string, Values> known_;
};

/// Whether the question's answer is what is counted; says so if not.
bool agrees(const quiz::Quiz& quiz, const quiz::Question& question, const quiz::Numbers& numbers,
            Runs& runs) {
    const Values given = quiz::choose(quiz, question, numbers);
    const std::string program = question.program.empty() ? quiz.lesson.substr(3) : question.program;
    Values values = runs.of(program, given);
    values.insert(given.begin(), given.end());
    const double counted = value_of(question.counter, values);
    const quiz::Asked asked = quiz::ask(quiz, question, given);
    if (std::abs(counted - asked.number) <= std::max(asked.tolerance, 1e-6)) return true;
    fmt::print("{}: {}: {}\n    the answer is {}, but {} counts {}\n", quiz.lesson, question.id,
               asked.text, asked.answer(), program, counted);
    return false;
}

} // namespace

int main(int, char** argv) {
    Runs runs(argv[2]);
    bool all = true;
    int questions = 0;
    for (const auto& entry : fs::directory_iterator(argv[1])) {
        if (!fs::exists(entry.path() / "quiz.json")) continue;
        const quiz::Quiz quiz = quiz::read_quiz(entry.path());
        for (const quiz::Question& question : quiz.questions) {
            if (question.counter.empty()) continue;
            ++questions;
            all &= agrees(quiz, question, {}, runs);
            all &= agrees(quiz, question, {.seed = 1}, runs);
            all &= agrees(quiz, question, {.fixed = {{"n", 1777}, {"threads", 512}}}, runs);
        }
    }
    fmt::print("{} questions\n", questions);
    return all && questions > 20 ? 0 : 1;
}
