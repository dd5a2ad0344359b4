#include "grade.hpp"

#include "check/check.hpp"
#include "feedback.hpp"
#include "format.hpp"
#include "in_parallel.hpp"
#include "process.hpp"
#include "report/report.hpp"
#include "scanlab/enumerators.hpp"
#include "size_class.hpp"
#include "source_check.hpp"
#include "speed.hpp"
#include "task/task.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <utility>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

/// A seed that nobody knows who writes a file: it changes with the file. Such as is shown and typed, of
/// ten digits at most.
std::uint64_t seed_of(const std::string& content, std::uint64_t seed) {
    std::uint64_t hash = 14695981039346656037u ^ seed; // FNV-1a
    for (const char c : content) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    return (hash ^ hash >> 32) & 0xffffffff;
}

bool is_time(const RubricLine& line) { return line.kind == RubricLine::Kind::time; }

bool is_hang(const Outcome& outcome) {
    return outcome.fault && outcome.fault->kind == Fault::Kind::hang;
}

/// All that is found out about one file.
class Grading {
public:
    Grading(const ExerciseDescription& exercise, const WorkerProgram& program,
            const GradeOptions& options, const fs::path& source)
        : exercise_(exercise), program_(program), options_(options), source_(source),
          own_seed_(seed_of(content(source), options.seed)),
          feedback_(source, exercise.lesson.name + "_exercise.cu") {}

    /// Runs what the lines ask for, in several processes at a time, until a call does not end.
    void run(std::span<const RubricLine> lines);

    /// Fills in points, status and detail.
    void grade(const RubricLine& line, LineResult& result);

    /// Some call did not end: what has not run by then is not waited for.
    bool gave_up() const { return gave_up_; }
    /// Whether all that the line asks for has run.
    bool has_run(const RubricLine& line) const;

    /// What some case has tried; empty if none has.
    const std::string& flag() const { return flag_; }
    bool is_harmful() const { return is_harmful_; }

    /// What is wrong first, in one sentence; empty if nothing is.
    const std::string& summary() const { return summary_; }

private:
    const Outcome& outcome(const Case& c);
    Outcome run(const Case& c, bool by_line = false) const {
        if (c.huge) return program_.run_huge(c);
        return program_.run(c, make_inputs(c.kind, exercise_.lesson.task, c.n, c.seed), by_line);
    }
    void note(const Case& c, Outcome outcome);
    RunTogether run_together(std::span<const Case> batch) const;
    /// Together if nothing is wrong, or else one by one.
    void run_batch(std::span<const Case> batch);

    /// Threads per block, and devices that a call is dealt to.
    struct Shape {
        int block, devices;
    };
    std::vector<Shape> shapes_of(const RubricLine& line) const {
        const std::vector usual_block{exercise_.lesson.block}, usual_devices{exercise_.devices};
        std::vector<Shape> shapes;
        for (const int block : line.blocks.empty() ? usual_block : line.blocks)
            for (const int devices : line.devices.empty() ? usual_devices : line.devices)
                shapes.push_back({block, devices});
        return shapes;
    }
    Layout layout_of(int block) const { return {block, exercise_.items_per_thread}; }
    std::vector<Checks> checks_of(const RubricLine& line, int block) const {
        return grader::checks_of(line.size_class, exercise_.lesson.task, layout_of(block),
                                 block == exercise_.lesson.block, options_.seed, options_.order);
    }
    Case case_of(SizeClass sizes, Shape shape, InputKind kind, long long n, std::uint64_t order) const;
    Case cost_case(Shape shape, long long n) const {
        return {.block = shape.block,
                .devices = shape.devices,
                .kind = InputKind::random,
                .n = n,
                .seed = options_.seed,
                .order = options_.order,
                .schedule = "random"};
    }
    Case huge_case() const;
    /// Where costs are counted that a line limits at n: a bit below, where the last tile is not full.
    /// The file decides where, so no kernel can do its best at this size alone.
    long long near(long long n) const {
        return n < 128 ? n : n - 1 - 2 * static_cast<long long>(own_seed_ % (n / 128));
    }
    /// Near n; or at n, if the result is wrong where the last tile is not full, which costs a line of
    /// its own.
    Case counted_case(Shape shape, long long n) const {
        const auto known = known_.find(cost_case(shape, near(n)));
        const bool is_lost = is_wrong_ && known != known_.end() && known->second.fault.has_value();
        return cost_case(shape, is_lost ? n : near(n));
    }
    std::vector<Case> cases_of(const RubricLine& line) const;

    bool has_fault(const RubricLine& line) {
        return std::ranges::any_of(cases_of(line),
                                   [&](const Case& c) { return outcome(c).fault.has_value(); });
    }
    std::string wrong_results(const RubricLine& line);
    std::string overflow();
    std::string excess(const RubricLine& line);
    std::string excess(const RubricLine& line, const Case& c);
    std::string failure_text(const Failure& failure, const Case& c, const Checks& checks);
    void summarise(const std::string& sentence) {
        if (summary_.empty()) summary_ = sentence;
    }
    std::vector<Seen> seen() const;
    std::vector<Seen> seen_with_errors() const;
    void add_lack_of_kernel(std::string& detail);

    const ExerciseDescription& exercise_;
    const WorkerProgram& program_;
    const GradeOptions& options_;
    fs::path source_;
    std::uint64_t own_seed_; ///< of some inputs, so that no file can know all of them
    Feedback feedback_;
    std::map<Case, Outcome> known_;
    void note_flag(const Outcome& outcome) {
        if (flag_.empty()) flag_ = outcome.flag;
        is_harmful_ |= outcome.is_harmful;
    }

    std::mutex mutex_; ///< of what follows and of known_, while run() runs
    std::atomic<bool> gave_up_ = false;
    std::string flag_, summary_;
    bool is_harmful_ = false;
    bool is_wrong_ = false; ///< a line on correctness was missed
};

/// Each kind of input, and each block size, under a schedule of its own: all of them come up.
Case Grading::case_of(SizeClass sizes, Shape shape, InputKind kind, long long n,
                      std::uint64_t order) const {
    const auto [block, devices] = shape;
    constexpr std::array of_kind{"round-robin", "one-warp-first", "preempt-anywhere",
                                 "reversed",    "random",         "random"};
    static_assert(of_kind.size() == enumerators<InputKind>);
    const bool many_tiles = n > 1024 * layout_of(block).tile(); // some lag far behind then
    const char* const schedule = many_tiles ? "random"
                                 : block == exercise_.lesson.block
                                     ? of_kind[static_cast<std::size_t>(kind)]
                                 : block % 3 == 1 ? "last-block-first"
                                                  : "preempt-anywhere";
    const bool is_own =
        sizes == SizeClass::whole && kind == InputKind::random && n > layout_of(block).tile();
    const bool crowded = sizes == SizeClass::crowded, stopped = sizes == SizeClass::stopped;
    return {crowded, stopped,  false, block, devices, kind, n, is_own ? own_seed_ : options_.seed,
            order,   schedule, false};
}

Case Grading::huge_case() const {
    const int block = exercise_.lesson.block;
    return {.huge = true,
            .block = block,
            .devices = exercise_.devices,
            .kind = InputKind::random,
            .n = huge_size(layout_of(block)),
            .seed = options_.seed,
            .order = options_.order,
            .schedule = "preempt-anywhere",
            .counted = false};
}

std::vector<Case> Grading::cases_of(const RubricLine& line) const {
    std::vector<Case> cases;
    for (const Shape& shape : shapes_of(line)) {
        if (line.kind == RubricLine::Kind::correctness) {
            for (const Checks& checks : checks_of(line, shape.block))
                for (const long long n : checks.sizes)
                    for (const InputKind kind : checks.kinds)
                        cases.push_back(case_of(line.size_class, shape, kind, n, checks.order));
        } else if (line.kind == RubricLine::Kind::cost) {
            for (const long long n : line.sizes) cases.push_back(counted_case(shape, n));
        }
    }
    if (line.size_class == SizeClass::extreme) cases.push_back(huge_case());
    return cases;
}

void Grading::note(const Case& c, Outcome outcome) {
    if (is_hang(outcome) && !c.huge) gave_up_ = true;
    const std::scoped_lock lock(mutex_);
    note_flag(outcome);
    known_.emplace(c, std::move(outcome));
}

/// Small cases are run together: a process for each would take longer than they do.
std::vector<std::span<const Case>> batches_of(std::span<const Case> cases) {
    constexpr long long most_elements = 1 << 17;
    const auto stays_alone = [](const Case& c) {
        return c.crowded || c.stopped || c.huge || c.counted;
    };
    std::vector<std::span<const Case>> batches;
    long long elements = 0;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const bool has_room = !batches.empty() && elements + cases[i].n <= most_elements &&
                              batches.back().size() < Job::most_calls &&
                              !stays_alone(batches.back().back());
        elements = has_room ? elements + cases[i].n : cases[i].n;
        if (has_room && !stays_alone(cases[i]))
            batches.back() = {batches.back().data(), batches.back().size() + 1};
        else
            batches.push_back(cases.subspan(i, 1));
    }
    return batches;
}

RunTogether Grading::run_together(std::span<const Case> batch) const {
    std::vector<InputArrays> arrays;
    for (const Case& c : batch)
        arrays.push_back(make_inputs(c.kind, exercise_.lesson.task, c.n, c.seed));
    const std::vector<Input> inputs(arrays.begin(), arrays.end());
    return program_.run_together(batch, inputs);
}

bool is_right(const Outcome& outcome) {
    return !outcome.fault && outcome.flag.empty() && outcome.findings.empty();
}

void Grading::run_batch(std::span<const Case> batch) {
    RunTogether together = batch.size() > 1 ? run_together(batch) : RunTogether{};
    if (together.right.size() == batch.size()) {
        for (std::size_t i = 0; i < batch.size(); ++i) note(batch[i], std::move(together.right[i]));
        return;
    }
    for (std::size_t i = 0; i < batch.size() && !gave_up_; ++i) {
        Outcome alone = run(batch[i]);
        if (i == together.right.size() && together.wrong && is_right(alone)) {
            together.wrong->cause = "The first call is right, but later calls are wrong. Does a call "
                                    "leave something behind, "
                                    "for example a counter that is not reset to zero?";
            alone.fault = std::move(together.wrong);
            alone.is_right_alone = true;
        }
        note(batch[i], std::move(alone));
    }
}

void Grading::run(std::span<const RubricLine> lines) {
    std::set<Case> wanted;
    for (const RubricLine& line : lines)
        for (Case& c : cases_of(line))
            if (!known_.contains(c)) wanted.insert(std::move(c));
    const std::vector<Case> cases(wanted.begin(), wanted.end());
    // One at a time up to the first with anything to do: that none comes to its end is waited for once.
    std::size_t first = 0;
    for (bool idle = true; !gave_up_ && idle && first < cases.size(); ++first) {
        note(cases[first], run(cases[first]));
        idle = cases[first].n == 0;
    }
    const auto batches = batches_of(std::span(cases).subspan(first));
    in_parallel(batches.size(), static_cast<int>(options_.jobs), [&](std::size_t i) {
        if (!gave_up_) run_batch(batches[i]);
    });
}

const Outcome& Grading::outcome(const Case& c) {
    if (!known_.contains(c)) note(c, run(c));
    return known_.at(c);
}

bool Grading::has_run(const RubricLine& line) const {
    return std::ranges::all_of(cases_of(line), [&](const Case& c) { return known_.contains(c); });
}

void Grading::grade(const RubricLine& line, LineResult& result) {
    constexpr std::size_t in_full = 3;
    switch (line.kind) {
    case RubricLine::Kind::time:
        grade_speed(line, speed_on_gpu(exercise_, source_, *options_.gpu_toolchain, line.sizes),
                    result);
        return;
    case RubricLine::Kind::correctness:
        result.detail = wrong_results(line);
        if (!result.detail.empty() && flag_.empty()) add_lack_of_kernel(result.detail);
        break;
    case RubricLine::Kind::findings: {
        std::vector<Seen> all = seen();
        std::erase_if(all, [](const Seen& s) { // which costs the line on edges
            return s.n == 0 && s.finding.kind == sim::FindingKind::invalid_launch;
        });
        result.detail = feedback_.findings(all, in_full);
        if (!result.detail.empty()) summarise(feedback_.first(all));
        break;
    }
    case RubricLine::Kind::cost:
        result.detail = excess(line);
        if (!result.detail.empty())
            summarise("The result is right, but it costs more than it may: " + line.title + ".");
        break;
    }
    const bool passed = result.detail.empty();
    result.status = passed ? Status::pass : Status::fail;
    result.points = passed ? line.points : 0;
    if (passed) return;
    const bool is_cost = line.kind == RubricLine::Kind::cost;
    if (line.kind == RubricLine::Kind::correctness) is_wrong_ = true;
    // That the result is wrong has cost points already.
    if (is_cost && is_wrong_ && has_fault(line)) result.status = Status::not_run;
}

/// The first wrong result, as small as it can be had; empty if there is none.
std::string Grading::wrong_results(const RubricLine& line) {
    for (const Case& c : cases_of(line)) { // running it again tells nothing new
        if (c.huge) continue;
        const auto known = known_.find(c);
        if (known != known_.end() && known->second.fault && (gave_up_ || known->second.is_right_alone))
            return failure_text({c.kind, c.n, {}, *known->second.fault}, c, {});
    }
    for (const Shape& shape : shapes_of(line)) {
        const auto run_case = [&](InputKind kind, long long n, std::uint64_t order) {
            return outcome(case_of(line.size_class, shape, kind, n, order)).fault;
        };
        for (const Checks& checks : checks_of(line, shape.block)) {
            const CheckResult checked = check_all(layout_of(shape.block), checks, run_case);
            if (!checked.failure) continue;
            const Failure& failure = *checked.failure;
            const Case c = case_of(line.size_class, shape, failure.kind, failure.n, checks.order);
            return failure_text(failure, c, checks);
        }
    }
    return line.size_class == SizeClass::extreme ? overflow() : std::string();
}

/// What is wrong with more elements than an int can count; empty if nothing is, or if something is at
/// usual sizes, which costs other lines.
std::string Grading::overflow() {
    const auto is_wrong_anyway = [](const auto& known) {
        return !known.first.huge && (known.second.fault || !known.second.findings.empty());
    };
    if (std::ranges::any_of(known_, is_wrong_anyway)) return {};
    const Case c = huge_case();
    const Outcome& result = outcome(c);
    if (!result.fault) return {};
    constexpr std::size_t in_full = 1;
    std::vector<Seen> causes;
    for (const sim::Finding& finding : result.findings) causes.push_back({finding, c.n});
    const std::string what = causes.empty() ? result.fault->cause : feedback_.first(causes);
    summarise(what + " This fails from 2^31 elements on.");
    return "    This fails from 2^31 elements on, where an `int` overflows. No test of a usual size "
           "shows it.\n" +
           (causes.empty() ? fmt::format("    {}\n    with n = {}\n", what, c.n)
                           : feedback_.findings(causes, in_full));
}

/// What the simulator has found comes first: a wrong result follows from it.
std::string Grading::failure_text(const Failure& failure, const Case& c, const Checks& checks) {
    constexpr std::size_t in_full = 1;
    const std::vector<Seen> causes = seen_with_errors();
    const std::string found = feedback_.findings(causes, in_full);
    summarise(found.empty() ? sentence(failure.fault, failure.n, exercise_.lesson.task)
                            : feedback_.first(causes));
    Report report{.lesson = exercise_.lesson,
                  .layout = layout_of(c.block),
                  .device = {},
                  .counters = false,
                  .annotate = false,
                  .seed = c.seed,
                  .order = Order{c.schedule, c.order},
                  .checks = checks,
                  .checked = {},
                  .rerun =
                      fmt::format("./scanlab sim --schedule {}{}{} {} --n {} --case {} "
                                  "--block {} --seed {} --order {}",
                                  c.schedule,
                                  c.crowded   ? " --occupied 1048576"
                                  : c.stopped ? " --stopped 50"
                                              : "",
                                  exercise_.devices > 1 ? fmt::format(" --devices {}", c.devices) : "",
                                  shown_file(exercise_), c.n, name(c.kind), c.block, c.seed, c.order),
                  .measured = {},
                  .likely_cause = found.empty() && !failure.runs_differ,
                  .help = fmt::format("look at the run with `./scanlab draw {}`, or ask for `{}`",
                                      shown_file(exercise_), first_hint(exercise_))};
    report.checked.cases = 1;
    report.checked.failure = failure;
    const std::string text = scanlab::text(report);
    return found.empty() ? text : "    the simulator says\n" + found + "\n" + text;
}

std::vector<Seen> Grading::seen() const {
    std::vector<Seen> all;
    for (const auto& [c, outcome] : known_)
        for (const sim::Finding& finding : outcome.findings)
            if (!c.huge) all.push_back({finding, c.n}); // these cost a line of their own
    return all;
}

/// Errors, and what may be the cause of one: a barrier that some threads do not reach is a warning.
std::vector<Seen> Grading::seen_with_errors() const {
    std::vector<Seen> all = seen();
    const auto is_warning = [](const Seen& s) { return s.finding.severity == sim::Severity::warning; };
    if (std::ranges::all_of(all, is_warning)) return {};
    std::erase_if(all, [&](const Seen& s) {
        return is_warning(s) && s.finding.kind != sim::FindingKind::barrier_divergence;
    });
    return all;
}

void Grading::add_lack_of_kernel(std::string& detail) {
    const std::string lack = lacks_kernel(content(source_));
    if (!lack.empty()) detail += "    " + lack + "\n";
    if (!lack.empty()) summary_ = lack;
}

/// Which conditions do not hold, and where; empty if all do.
std::string Grading::excess(const RubricLine& line) {
    for (const Case& c : cases_of(line))
        if (const std::string text = excess(line, c); !text.empty())
            return fmt::format("n = {}, {} threads per block{}:\n{}", c.n, c.block,
                               exercise_.devices > 1 ? fmt::format(", {} devices", c.devices) : "",
                               text);
    return {};
}

std::string Grading::excess(const RubricLine& line, const Case& c) {
    const Outcome& measured = outcome(c);
    if (measured.fault) {
        summarise(sentence(*measured.fault, c.n, exercise_.lesson.task));
        return "    The cost was not measured, because the result is wrong. " + measured.fault->cause +
               "\n";
    }
    const Values values = measured.cost.named();
    std::vector<LineCounts> lines;
    std::string text;
    for (const std::string& condition : line.conditions) {
        const Comparison compared = evaluate(condition, values);
        if (compared.holds) continue;
        if (lines.empty()) lines = run(c, true).lines;
        text += fmt::format("    Required: `{}`, here {} {:.6g}. Your kernel has {:.6g}.\n", condition,
                            condition.find("<=") == condition.npos ? "at least" : "at most",
                            compared.right, compared.left) +
                feedback_.costly_lines(condition, lines);
    }
    return text;
}

/// The first line is a condition for all others: what is wrong at sizes that suit it earns nothing. A
/// line that a call was not waited for is not run.
void grade_lines(Grading& grading, const RubricLines& rubric, std::vector<LineResult>& results) {
    if (rubric.empty()) return;
    const std::span lines(rubric);
    grading.run(lines.first(1));
    grading.grade(lines.front(), results.front());
    if (results.front().status != Status::pass && lines.front().kind == RubricLine::Kind::correctness)
        return;
    grading.run(lines.subspan(1));
    for (std::size_t i = 1; i < lines.size() && grading.flag().empty(); ++i) {
        if (grading.gave_up() && !grading.has_run(lines[i])) continue;
        grading.grade(lines[i], results[i]);
    }
}

} // namespace

Result not_graded(const ExerciseDescription& exercise, const RubricLines& rubric, bool has_gpu) {
    Result result{
        .name = exercise.lesson.name, .number = exercise.lesson.number, .title = exercise.lesson.title};
    for (const RubricLine& line : rubric) {
        if (is_time(line) && !has_gpu)
            result.note = "The bonus for speed can be graded only on a GPU.";
        else
            result.lines.push_back({.id = line.id,
                                    .title = line.title,
                                    .max = line.points,
                                    .visibility = line.visibility,
                                    .bonus = is_time(line)});
    }
    return result;
}

Result grade(const ExerciseDescription& exercise, const fs::path& source, RubricLines rubric,
             const GradeOptions& options) {
    const bool has_gpu = options.gpu_toolchain.has_value();
    Result result = not_graded(exercise, rubric, has_gpu);
    result.file = source.string();
    if (!has_gpu) std::erase_if(rubric, is_time);
    const ScratchFolder folder;
    StudentProgram built = build_program(exercise, source, options.toolchain, folder.path());
    result.flag = built.flag;
    result.error = built.error;
    if (!result.flag.empty() || !result.error.empty()) return result;

    const WorkerProgram program(exercise, std::move(built));
    Grading grading(exercise, program, options, source);
    grade_lines(grading, rubric, result.lines);
    result.flag = grading.flag();
    result.is_harmful = grading.is_harmful();
    result.summary = grading.summary();
    result.help = first_hint(exercise);
    if (!result.flag.empty())
        for (LineResult& line : result.lines) line.points = 0;
    return result;
}

} // namespace scanlab::grader
