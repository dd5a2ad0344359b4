#include "grade.hpp"

#include "check.hpp"
#include "format.hpp"
#include "process.hpp"
#include "report.hpp"
#include "sizes.hpp"
#include "speed.hpp"
#include "task.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <fstream>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

/// All that is found out about one file.
class Grading {
public:
    Grading(const ExerciseDescription& exercise, const WorkerProgram& program,
            const GradeOptions& options, const fs::path& source)
        : exercise_(exercise), program_(program), options_(options), source_(source) {}

    /// Runs what the lines will ask for, in several processes at a time, until a result is wrong.
    void run_ahead(const RubricLines& rubric);

    /// Fills in points, status and detail; false if a result is wrong.
    bool grade(const RubricLine& line, LineResult& result);

    /// What some case has tried; empty if none has.
    const std::string& flag() const { return flag_; }
    bool is_harmful() const { return is_harmful_; }

private:
    const Outcome& outcome(const Case& c);
    Outcome run(const Case& c) const {
        return program_.run(c, make_inputs(c.kind, exercise_.lesson.task, c.n, c.seed));
    }
    std::vector<int> blocks_of(const RubricLine& line) const {
        return line.blocks.empty() ? std::vector{exercise_.lesson.block} : line.blocks;
    }
    Layout layout_of(int block) const { return {block, exercise_.items_per_thread}; }
    std::vector<Checks> checks_of(int block) const;
    Case case_of(int block, InputKind kind, long long n, std::uint64_t order) const;
    Case cost_case(int block, long long n) const {
        return {block, InputKind::random, n, options_.seed, options_.order, "random"};
    }

    std::string wrong_results(const RubricLine& line);
    std::string findings() const;
    std::string excess(const RubricLine& line);
    std::string failure_text(const Failure& failure, int block, const Checks& checks) const;
    std::string finding_text(const sim::Finding& finding) const;

    const ExerciseDescription& exercise_;
    const WorkerProgram& program_;
    const GradeOptions& options_;
    fs::path source_;
    std::map<Case, Outcome> known_;
    void note_flag(const Outcome& outcome) {
        if (flag_.empty()) flag_ = outcome.flag;
        is_harmful_ |= outcome.is_harmful;
    }

    std::string flag_;
    bool is_harmful_ = false;
};

/// Each kind of input, and each block size, under a schedule of its own: all of them come up.
Case Grading::case_of(int block, InputKind kind, long long n, std::uint64_t order) const {
    constexpr std::array of_kind{"round-robin", "one-warp-first", "preempt-anywhere",
                                 "reversed",    "random",         "random"};
    const char* const schedule = block == exercise_.lesson.block
                                     ? of_kind[static_cast<std::size_t>(kind)]
                                 : block % 3 == 1 ? "last-block-first"
                                                  : "preempt-anywhere";
    return {block, kind, n, options_.seed, order, schedule};
}

/// The exercise's own block size is tried on everything, others where they make a difference. A process
/// for each case is not free: of the kinds of input, two go through all sizes.
std::vector<Checks> Grading::checks_of(int block) const {
    const long long tile = layout_of(block).tile();
    if (block != exercise_.lesson.block) {
        return {{.sizes = {1, tile - 1, tile, tile + 1, 3 * tile + tile / 2 + 1},
                 .kinds = {InputKind::random},
                 .seed = options_.seed,
                 .order = options_.order}};
    }
    constexpr int multiprocessors = 2, threads = 2048; // of the simulated device
    constexpr long long large_odd = 30'011;
    const long long resident_tiles = std::max(1, threads / block) * multiprocessors;
    Checks all{.sizes = awkward_sizes({.tile = tile,
                                       .resident_tiles = resident_tiles,
                                       .largest_power = 1 << 13,
                                       .large_odd = large_odd,
                                       .most = 1 << 20}),
               .kinds = {InputKind::ones, InputKind::random},
               .seed = options_.seed,
               .order = options_.order};
    Checks some{.sizes = {1, tile, 2 * tile + 1, large_odd},
                .kinds = input_kinds(exercise_.lesson.task),
                .seed = options_.seed,
                .order = options_.order};
    std::erase_if(some.kinds, [&](InputKind kind) { return std::ranges::count(all.kinds, kind) > 0; });
    return {std::move(all), std::move(some)};
}

void Grading::run_ahead(const RubricLines& rubric) {
    std::vector<Case> cases;
    for (const RubricLine& line : rubric) {
        for (const int block : blocks_of(line)) {
            if (line.kind == RubricLine::Kind::correctness) {
                for (const Checks& checks : checks_of(block))
                    for (const long long n : checks.sizes)
                        for (const InputKind kind : checks.kinds)
                            cases.push_back(case_of(block, kind, n, checks.order));
            } else if (line.kind == RubricLine::Kind::cost) {
                for (const long long n : line.sizes) cases.push_back(cost_case(block, n));
            }
        }
    }
    std::atomic<bool> failed = false;
    std::mutex mutex;
    const auto run_one = [&](const Case& c) {
        {
            const std::scoped_lock lock(mutex);
            if (known_.contains(c)) return;
        }
        Outcome outcome = run(c);
        if (outcome.fault) failed = true;
        const std::scoped_lock lock(mutex);
        note_flag(outcome);
        known_.emplace(c, std::move(outcome));
    };
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i; !failed && (i = next++) < cases.size();) run_one(cases[i]);
    };
    // One at a time up to the first with anything to do: that none comes to its end is waited for once.
    for (bool idle = true; idle && next < cases.size(); idle = cases[next++].n == 0)
        run_one(cases[next]);
    std::vector<std::jthread> threads;
    for (unsigned i = 1; i < options_.jobs; ++i) threads.emplace_back(work);
    work();
}

const Outcome& Grading::outcome(const Case& c) {
    const auto known = known_.find(c);
    if (known != known_.end()) return known->second;
    const Outcome& outcome = known_.emplace(c, run(c)).first->second;
    note_flag(outcome);
    return outcome;
}

bool Grading::grade(const RubricLine& line, LineResult& result) {
    if (line.kind == RubricLine::Kind::time) {
        const Speed speed = speed_on_gpu(exercise_, source_, *options_.gpu_toolchain, line.sizes);
        grade_speed(line, speed, result);
        return true;
    }
    const bool is_correctness = line.kind == RubricLine::Kind::correctness;
    result.detail = is_correctness                            ? wrong_results(line)
                    : line.kind == RubricLine::Kind::findings ? findings()
                                                              : excess(line);
    const bool passed = result.detail.empty();
    result.status = passed ? Status::pass : Status::fail;
    result.points = passed ? line.points : 0;
    return passed || !is_correctness;
}

/// The first wrong result, as small as it can be had; empty if there is none.
std::string Grading::wrong_results(const RubricLine& line) {
    for (const int block : blocks_of(line)) {
        const auto run_case = [&](InputKind kind, const Input& input, std::uint64_t order) {
            return outcome(case_of(block, kind, count(input.values), order)).fault;
        };
        for (const Checks& checks : checks_of(block)) {
            const CheckResult checked =
                check_all(exercise_.lesson.task, layout_of(block), checks, run_case);
            if (checked.failure) return failure_text(*checked.failure, block, checks);
        }
    }
    return {};
}

std::string Grading::failure_text(const Failure& failure, int block, const Checks& checks) const {
    const Case c = case_of(block, failure.kind, failure.n, checks.order);
    const auto known = known_.find(c);
    const bool found = known != known_.end() && !known->second.findings.empty();
    Report report{.lesson = exercise_.lesson,
                  .layout = layout_of(block),
                  .device = {},
                  .counters = false,
                  .annotate = false,
                  .seed = c.seed,
                  .order = Order{c.schedule, c.order},
                  .checks = checks,
                  .checked = {},
                  .rerun = fmt::format(
                      "./scanlab sim --schedule {} lessons/{:02}_*/{}_exercise.cu --n {} --case {} "
                      "--block {} --seed {} --order {}",
                      c.schedule, exercise_.lesson.number, exercise_.lesson.name, c.n, name(c.kind),
                      c.block, c.seed, c.order),
                  .measured = {},
                  .likely_cause = !found && !failure.runs_differ};
    report.checked.cases = 1;
    report.checked.failure = failure;
    const std::string text = scanlab::text(report);
    if (!found) return text;
    const auto& first = *std::ranges::min_element(known->second.findings, {}, &sim::Finding::severity);
    return "    the simulator says\n" + finding_text(first) + "\n" + text;
}

/// What the simulator has found in the cases so far, the first of each line; empty if nothing.
std::string Grading::findings() const {
    constexpr std::size_t most = 3;
    std::map<std::pair<sim::Severity, std::string>, long long> texts; // errors first; the smallest n
    for (const auto& [c, outcome] : known_) {
        for (const sim::Finding& finding : outcome.findings) {
            const auto [text, is_new] =
                texts.try_emplace({finding.severity, finding_text(finding)}, c.n);
            text->second = std::min(text->second, c.n);
        }
    }
    std::string all;
    std::size_t listed = 0;
    for (const auto& [finding, n] : texts)
        if (listed++ < most) all += fmt::format("with n = {}:\n{}", n, finding.second);
    if (listed > most) all += fmt::format("and {} more\n", listed - most);
    return all;
}

std::string Grading::finding_text(const sim::Finding& finding) const {
    const int line = finding.at.line;
    const std::string file = fs::path(finding.at.file).filename();
    const char* const warning = finding.severity == sim::Severity::warning ? "warning: " : "";
    std::string text =
        fmt::format("    {}:{}: {}{}: {}\n", file, line, warning, name(finding.kind), finding.message);
    std::ifstream source(source_);
    std::string code;
    for (int i = 0; i < line && file == exercise_.lesson.name + "_exercise.cu"; ++i)
        std::getline(source, code);
    const std::size_t begin = code.find_first_not_of(' ');
    if (begin != std::string::npos) text += fmt::format("    {:6} | {}\n", line, code.substr(begin));
    if (!finding.hint.empty()) text += fmt::format("    hint: {}\n", finding.hint);
    return text;
}

/// Which conditions do not hold, and where; empty if all do.
std::string Grading::excess(const RubricLine& line) {
    for (const int block : blocks_of(line)) {
        for (const long long n : line.sizes) {
            const Outcome& measured = outcome(cost_case(block, n));
            std::string text;
            if (measured.fault) text = "    " + measured.fault->cause + "\n";
            const Values values = measured.cost.named();
            for (const std::string& condition : line.conditions) {
                if (measured.fault) break;
                const Comparison c = evaluate(condition, values);
                if (!c.holds)
                    text += fmt::format("    wanted: {}   but it is {:.6g}, not {:.6g}\n", condition,
                                        c.left, c.right);
            }
            if (!text.empty()) return fmt::format("n = {}, {} threads per block:\n{}", n, block, text);
        }
    }
    return {};
}

} // namespace

Result grade(const ExerciseDescription& exercise, const fs::path& source, RubricLines rubric,
             const GradeOptions& options) {
    Result result{.name = exercise.lesson.name,
                  .number = exercise.lesson.number,
                  .title = exercise.lesson.title,
                  .file = source.string()};
    const auto is_time = [](const RubricLine& line) { return line.kind == RubricLine::Kind::time; };
    if (!options.gpu_toolchain && std::erase_if(rubric, is_time) > 0)
        result.note = "Time, a bonus, is graded only on a GPU.";
    for (const RubricLine& line : rubric) {
        result.lines.push_back({.id = line.id,
                                .title = line.title,
                                .max = line.points,
                                .visibility = line.visibility,
                                .bonus = is_time(line)});
    }
    const ScratchFolder folder;
    StudentProgram built = build_program(exercise, source, options.toolchain, folder.path());
    result.flag = built.flag;
    result.error = built.error;
    if (!result.flag.empty() || !result.error.empty()) return result;

    const WorkerProgram program(exercise, std::move(built));
    Grading grading(exercise, program, options, source);
    grading.run_ahead(rubric);
    for (std::size_t i = 0; i < rubric.size() && grading.flag().empty(); ++i)
        if (!grading.grade(rubric[i], result.lines[i])) break;
    result.flag = grading.flag();
    result.is_harmful = grading.is_harmful();
    if (!result.flag.empty())
        for (LineResult& line : result.lines) line.points = 0;
    return result;
}

} // namespace scanlab::grader
