#include "building.hpp"
#include "check_file.hpp"
#include "check_warm_up.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "engine.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "grade_submissions.hpp"
#include "kit.hpp"
#include "process.hpp"
#include "programs.hpp"
#include "progress.hpp"
#include "workbook.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <thread>
#include <unistd.h>

namespace scanlab {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

const Workbook& workbook() {
    static const Workbook workbook{kit_folder()};
    return workbook;
}

/// Has instructors' own exercises added as soon as the option is read.
void add_own_exercises(CLI::App& app) {
    app.add_option_function<std::string>(
           "--exercises", [](const std::string& folder) { add_exercises(folder); },
           "The folder of an instructor's own exercise, or one of several such folders")
        ->trigger_on_parse();
}

void build_grader() { build(Backend::sim, {"grader"}, grader::built_last()); }

/// With which time is graded, too, where there is a GPU; else empty.
fs::path gpu_toolchain() {
    if (must_not_build() || !has_gpu() || !has_toolkit()) return {};
    fs::path toolchain = folder_of(Backend::cuda) / "scanlab_build_timed";
    build(Backend::cuda, {"scanlab_gpu_toolchain"}, toolchain);
    return toolchain;
}

struct CheckArguments {
    std::string what, exercise;
    bool warm_up = false;
    grader::CheckOptions options;
};

void require_exercise(const std::string& given, const Invocation& invocation) {
    if (given.empty())
        throw UsageError("Which exercise? Give the number of a lesson or the name of an exercise, "
                         "for example `./scanlab {} 03`.",
                         invocation.command);
}

const ExerciseDescription& exercise_of(const std::string& word, bool warm_up) {
    return workbook().find(word, warm_up ? Kind::warm_up : Kind::main);
}

/// Decides which file is graded as which exercise.
void choose_file(CheckArguments& arguments, const Invocation& invocation) {
    require_exercise(arguments.what, invocation);
    const bool is_file = arguments.what.ends_with(".cu");
    if (is_file && !fs::is_regular_file(arguments.what))
        throw UsageError("there is no file {}", arguments.what);
    const std::string& word = arguments.exercise.empty() ? arguments.what : arguments.exercise;
    const ExerciseDescription& exercise = exercise_of(word, arguments.warm_up);
    grader::CheckOptions& options = arguments.options;
    options.exercise = exercise.lesson.name;
    options.file = is_file ? fs::path(arguments.what) : kit_folder() / workbook().file(exercise);
    if (!is_file && !arguments.exercise.empty())
        throw UsageError("--exercise {}: is for a FILE.cu, which {} is not", arguments.exercise,
                         arguments.what);
    if (!is_file && !fs::is_regular_file(options.file))
        throw UsageError("there is no file {}", options.file.string());
}

std::shared_ptr<CheckArguments> add_check_options(CLI::App& app) {
    const auto arguments = std::make_shared<CheckArguments>();
    grader::CheckOptions& options = arguments->options;
    app.add_option("what", arguments->what,
                   "A lesson's number (its main exercise), an exercise's name, or any FILE.cu");
    app.add_option("--exercise", arguments->exercise,
                   "What a FILE.cu solves, if it is not called NAME_exercise.cu");
    app.add_option("--seed", options.seed, "Of the inputs; a hidden one defeats guessing")
        ->check(plain_digits);
    app.add_option("--order", options.order, "Of blocks and threads")->check(plain_digits);
    app.add_option("--jobs", options.jobs,
                   "Cases to run at the same time; as many as processors if none")
        ->check(plain_digits)
        ->check(CLI::Range(1, 256));
    app.add_option("--rubric", options.rubric, "Another rubric than the kit's");
    app.add_option("--gpu-toolchain", options.gpu_toolchain,
                   "Grade time, too, on this machine's GPU, with build/cuda/scanlab_build_timed")
        ->check(CLI::ExistingFile);
    app.add_option("--json", options.json, "Write the result to this file");
    app.add_flag("--all", options.all, "Show lines that students are not to see, too");
    add_own_exercises(app);
    CLI::Option* warm_up = app.add_flag("--warm-up", arguments->warm_up,
                                        "The lesson's warm-up instead of its main exercise");
    for (const char* name : {"--exercise", "--rubric", "--gpu-toolchain", "--json", "--all"})
        warm_up->excludes(app.get_option(name));
    return arguments;
}

/// Whether it is the student's own file of the exercise, and none that a script or an instructor tries.
bool is_own_file(const CheckArguments& arguments, const ExerciseDescription& exercise) {
    std::error_code none;
    return !exercise.is_own() &&
           fs::equivalent(arguments.options.file, kit_folder() / workbook().file(exercise), none);
}

/// Points of the file; a warm-up has one.
Points graded(CheckArguments& arguments, const ExerciseDescription& exercise) {
    grader::CheckOptions& options = arguments.options;
    if (exercise.is_program())
        options.program = compile(options.file, {});
    else
        build_grader();
    if (exercise.kind == Kind::warm_up && !exercise.is_program())
        return {grader::check_warm_up(exercise, options.file, options.seed, options.order) ? 1.0 : 0.0,
                1};
    if (!exercise.is_program() && options.gpu_toolchain.empty())
        options.gpu_toolchain = gpu_toolchain();
    const grader::Result result = grader::check_file(options);
    double points = 0;
    for (const grader::LineResult& line : result.lines) points += line.bonus ? 0 : line.points;
    return {points, result.max()};
}

int check(CheckArguments& arguments, const Invocation& invocation) {
    choose_file(arguments, invocation);
    const ExerciseDescription& exercise = find_exercise(arguments.options.exercise);
    const Points points = graded(arguments, exercise);
    if (!is_own_file(arguments, exercise)) return points.full() ? exit_pass : exit_wrong;
    keep_result(exercise, points);
    if (!points.full()) return exit_wrong;
    fmt::print("\nWell done. {}", what_is_next(exercise.lesson.number));
    return exit_pass;
}

/// Grades in a process of its own, each time that the file is saved.
int watch_exercise(CheckArguments& arguments, const Invocation& invocation) {
    choose_file(arguments, invocation);
    const bool is_program = find_exercise(arguments.options.exercise).is_program();
    if (is_program)
        build_compiler();
    else
        build_grader();
    std::vector<std::string> command{invocation.self, "check"};
    command.insert(command.end(), invocation.arguments.begin(), invocation.arguments.end());
    if (const fs::path toolchain = is_program ? fs::path() : gpu_toolchain();
        !toolchain.empty() && arguments.options.gpu_toolchain.empty() && !arguments.warm_up)
        command.insert(command.end(), {"--gpu-toolchain", toolchain.string()});
    const fs::path file = arguments.options.file;
    const auto grade = [&] {
        if (isatty(STDOUT_FILENO) != 0) fmt::print("\033[H\033[2J");
        std::fflush(stdout);
        run_visibly(command, Output::own, {"SCANLAB_BUILD=no"}); // it is built by now
        fmt::print("\nWatching {}. Save it to check again, or press Ctrl-C to stop.\n",
                   file.filename().string());
        std::fflush(stdout);
    };
    watch(file, grade, [] {
        std::this_thread::sleep_for(200ms);
        return true;
    });
    return exit_pass;
}

/// When this was built.
std::string age(const fs::path& file) {
    std::error_code none;
    return fmt::format("{}", fs::last_write_time(file, none).time_since_epoch().count());
}

/// What an engine runs for each part: the same command, one file at a time, without what is about the
/// engine.
std::vector<std::string> command_of_part(const Invocation& invocation) {
    std::vector<std::string> command{invocation.self, "grade", "--jobs", "1"};
    const std::set<std::string, std::less<>> left_out{"--on", "--parts", "--jobs"};
    for (std::size_t i = 0; i < invocation.arguments.size(); ++i) {
        const std::string& word = invocation.arguments[i];
        const std::size_t equals = std::min(word.find('='), word.size());
        const std::string option = word.substr(0, equals);
        if (left_out.contains(option))
            i += equals == word.size(); // its value, too
        else
            command.push_back(option == "--watch" ? "--submission" + word.substr(equals) : word);
    }
    return command;
}

grader::CheckerOptions checker_options(const Invocation& invocation) {
    grader::CheckerOptions options{.command = {invocation.self, "check"}};
    options.kit = fmt::format("{} {} {}", age(invocation.self), age(grader::built_last()),
                              content(kit_folder() / "common/grading/exercises/rubric.json"));
    for (const ExerciseDescription& exercise : all_exercises()) {
        if (!exercise.is_own()) continue;
        options.command.insert(options.command.end(), {"--exercises", exercise.folder});
        options.kit += exercise.entry + content(exercise.folder / "rubric.json");
    }
    return options;
}

/// An exercise's starter and, as far as the kit has it, its solution.
grader::SubmissionOptions::Known known_sources(const ExerciseDescription& exercise) {
    return {workbook().starter(exercise), content(workbook().solution(exercise))};
}

struct ExerciseArgument {
    std::string exercise;
    int which = 1;
    bool warm_up = false;
};

std::shared_ptr<ExerciseArgument> add_exercise(CLI::App& app) {
    const auto argument = std::make_shared<ExerciseArgument>();
    app.add_option("exercise", argument->exercise,
                   "A lesson's number (its main exercise), or an exercise's name, as in 03 or raking");
    add_own_exercises(app);
    return argument;
}

const ExerciseDescription& chosen(const ExerciseArgument& argument, const Invocation& invocation) {
    require_exercise(argument.exercise, invocation);
    return exercise_of(argument.exercise, argument.warm_up);
}

} // namespace

Action define_check(CLI::App& app, const Invocation& invocation) {
    const auto arguments = add_check_options(app);
    return [arguments, invocation] { return check(*arguments, invocation); };
}

Action define_watch(CLI::App& app, const Invocation& invocation) {
    const auto arguments = add_check_options(app);
    return [arguments, invocation] { return watch_exercise(*arguments, invocation); };
}

Action define_hint(CLI::App& app, const Invocation& invocation) {
    const auto argument = add_exercise(app);
    app.add_option("which", argument->which, "1, 2 or 3: from gentle to nearly everything")
        ->check([](const std::string& number) {
            const bool exists = number == "1" || number == "2" || number == "3";
            return exists ? ""
                          : fmt::format("There is no hint {}. Each exercise has hints 1, 2 and 3.",
                                        number);
        });
    return [argument, invocation] {
        fmt::print("{}", workbook().hint(chosen(*argument, invocation), argument->which));
        return exit_pass;
    };
}

Action define_reset(CLI::App& app, const Invocation& invocation) {
    const auto argument = add_exercise(app);
    app.add_flag("--warm-up", argument->warm_up, "The lesson's warm-up instead");
    return [argument, invocation] {
        fmt::print("{}", workbook().reset(chosen(*argument, invocation)));
        return exit_pass;
    };
}

Action define_exercise(CLI::App& app, const Invocation& invocation) {
    struct Wanted {
        std::string what, which;
    };
    const auto wanted = std::make_shared<Wanted>();
    app.add_option(
           "what", wanted->what,
           "new: make a folder to begin with; check: try its solution, starter, hints and wrong "
           "solutions; mutants: list small changes of the solution that cost no points; bundle: "
           "make what students get of it")
        ->required()
        ->check(CLI::IsMember(std::vector<std::string>{"new", "check", "mutants", "bundle"}));
    app.add_option("which", wanted->which, "The new exercise's folder, which has its name; or a folder")
        ->required();
    return [wanted, invocation] {
        fs::path folder = wanted->which;
        std::string name = folder.filename();
        const fs::path mutate = folder_of(Backend::sim) / "common/grading/grader/scanlab_mutate";
        if (wanted->what == "new") {
            exercise_name(name);
        } else {
            add_exercises(folder);
            folder = all_exercises().back().folder;
            name = all_exercises().back().lesson.name;
        }
        if (wanted->what == "check" || wanted->what == "mutants") build_grader();
        if (wanted->what == "mutants") build(Backend::sim, {"scanlab_mutate"}, mutate);
        return exit_code(become({"sh", kit_folder() / "common/grading/exercises/exercise.sh",
                                 wanted->what, folder, name, invocation.self, mutate}));
    };
}

Action define_grade(CLI::App& app, const Invocation& invocation) {
    const auto options = std::make_shared<grader::SubmissionOptions>();
    app.add_option(
        "--submission", options->submissions,
        "What was handed in: a folder, an archive (.zip, .tar, .tar.gz, .tar.xz, .tar.zst, "
        ".7z) or a "
        "file of one student, a folder of such, or what Moodle, Canvas or Gradescope export");
    app.add_option(
        "--watch", options->watched,
        "The same of a folder in which work arrives over days: grade whenever there is more, until "
        "Ctrl-C");
    app.add_flag("--single", options->single,
                 "A folder is what one student handed in, even if there is no exercise in it");
    app.add_flag("--class", options->as_class,
                 "What is given is a class's, even if it tells of one student only")
        ->excludes("--single");
    app.add_option(
        "--exercise", options->exercises,
        "What to grade, as in 05, raking or all; if not given, your own exercises, or else each "
        "lesson's main one");
    add_own_exercises(app);
    app.add_option("--out", options->out, "The folder to write to; without it, a table is printed");
    app.add_option("--format", options->formats,
                   "What to write: html (a report per student), csv, json, moodle, canvas (for their "
                   "gradebooks), junit, gradescope, prairielearn (results.json), classroom50 "
                   "(result.json), table (nothing); html,csv,json if not given")
        ->check(CLI::IsMember(std::vector<std::string>{"table", "html", "csv", "json", "moodle",
                                                       "canvas", "junit", "gradescope", "prairielearn",
                                                       "classroom50"}))
        ->delimiter(',');
    app.add_option("--seed", options->check.seed, "Grade with other inputs; the same seed grades alike")
        ->check(plain_digits);
    app.add_option("--secret", options->secret,
                   "Give each student inputs of their own, by the secret in this file");
    app.add_option("--order", options->check.order, "Grade with other orders of threads")
        ->check(plain_digits);
    app.add_option("--rubric", options->check.rubric,
                   "Another rubric than common/grading/exercises/rubric.json");
    app.add_option("--gpu-toolchain", options->check.gpu_toolchain,
                   "Grade time, too, on this machine's GPU: build/cuda/scanlab_build_timed")
        ->check(CLI::ExistingFile);
    app.add_option("--jobs", options->jobs, "How many files to grade at a time")
        ->check(plain_digits)
        ->check(CLI::Range(1, 1024));
    app.add_option("--part", options->part,
                   "Grade only this part of the files, as in 3/8, and keep the results in --out");
    app.add_option(
           "--on", options->on,
           "Have an engine grade parts, and go on when they are done: parallel (GNU parallel), or "
           "slurm, whose machines see this folder and --out")
        ->check(CLI::IsMember(grader::engines()))
        ->excludes("--part")
        ->excludes("--single");
    app.add_option("--parts", options->parts, "How many parts the engine is given (32)")
        ->check(plain_digits)
        ->check(CLI::Range(1, 1000))
        ->needs("--on");
    app.add_flag("--all-lines", options->all_lines,
                 "Reports show the lines that students are not to see, too");
    app.add_flag("--similarity", options->similarity,
                 "Write which files have more in common than the exercise explains: similarity.csv");
    app.add_flag("--anonymous", options->anonymous,
                 "Write numbers for names, and which is which: key.csv");
    app.add_option("--overrides", options->overrides,
                   "Points that you set: a table student,exercise,points,reason");
    constexpr auto* lateness = "Deadline";
    app.add_option("--due", options->due, "When the work was due, as in 2026-11-20T23:59")
        ->group(lateness);
    app.add_option("--times", options->times,
                   "When each student handed in: a table student,time, or Moodle's grading worksheet")
        ->group(lateness);
    app.add_option("--late-days", options->late_days, "Days that may be late at no cost (0)")
        ->check(plain_digits)
        ->check(CLI::Range(0, 1000))
        ->group(lateness);
    app.add_option("--late-penalty", options->late_penalty,
                   "Per cent of the points that each further day costs (10)")
        ->check(CLI::Range(0.0, 100.0))
        ->group(lateness);
    return [options, invocation] {
        build_grader();
        options->again = command_of_part(invocation);
        if (options->check.gpu_toolchain.empty()) {
            options->check.gpu_toolchain =
                gpu_toolchain(); // parts, which build nothing, do not look for it
            if (const fs::path& found = options->check.gpu_toolchain; !found.empty())
                options->again.insert(options->again.end(), {"--gpu-toolchain", found});
        }
        const grader::CheckerOptions own = checker_options(invocation); // of what is built now
        options->check.command = own.command;
        options->check.kit = own.kit;
        options->known = known_sources;
        return options->watched.empty() ? grader::grade_submissions(*options)
                                        : grader::watch_submissions(*options);
    };
}

} // namespace scanlab
