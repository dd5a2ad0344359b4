#include "building.hpp"
#include "commands.hpp"
#include "course.hpp"
#include "errors.hpp"
#include "format.hpp"
#include "kit.hpp"
#include "process.hpp"
#include "progress.hpp"
#include "quizzes.hpp"
#include "workbook.hpp"

namespace scanlab {
namespace {

namespace fs = std::filesystem;

BestResults best_results() { return BestResults(folder_of(Backend::sim) / "progress/exercises.json"); }

/// Answers "is this step done?", and how far it is.
class Progress {
public:
    bool is_done(const Step& step) const {
        if (step.exercise == nullptr) {
            const QuizCount count = quiz_count(step.lesson);
            return count.answered >= count.questions;
        }
        const auto best = best_.best(step.exercise->lesson.name);
        return best && best->full();
    }

    std::string state(const ExerciseDescription& exercise) const {
        const auto best = best_.best(exercise.lesson.name);
        const std::string source = content(kit_folder() / workbook_.file(exercise));
        if (!best) return source.find("// TODO:") == std::string::npos ? "begun" : "to do";
        return fmt::format("{:<17} {:g} of {:g}", best->full() ? "solved" : "begun", best->points,
                           best->max);
    }

    const Workbook& workbook() const { return workbook_; }

private:
    BestResults best_ = best_results();
    Workbook workbook_{kit_folder()};
};

std::string part_of_lesson(const ExerciseDescription& exercise) {
    const int number = exercise.lesson.number;
    switch (exercise.kind) {
    case Kind::warm_up:
        return fmt::format("the warm-up of lesson {:02}", number);
    case Kind::middle:
        return fmt::format("eight numbers in lesson {:02}", number);
    default:
        return fmt::format("the main exercise of lesson {:02}", number);
    }
}

std::string check_command(const ExerciseDescription& exercise) {
    const int number = exercise.lesson.number;
    if (exercise.kind == Kind::middle) return "./scanlab check " + exercise.lesson.name;
    return fmt::format("./scanlab check {:02}{}", number,
                       exercise.kind == Kind::warm_up ? " --warm-up" : "");
}

std::string what_to_do(const Step& step, const Workbook& workbook) {
    if (step.exercise == nullptr)
        return fmt::format("the quiz of lesson {0:02}\n    ./scanlab quiz {0:02}\n", step.lesson);
    const fs::path file = workbook.file(*step.exercise);
    const bool is_first = step.exercise->kind == Kind::warm_up;
    return fmt::format("{}\n{}    edit {}\n    then {}\n", part_of_lesson(*step.exercise),
                       is_first ? fmt::format("    read {}/README.md\n", file.parent_path().string())
                                : "",
                       file.string(), check_command(*step.exercise));
}

int show_progress() {
    const Progress progress;
    int solved = 0;
    for (const ExerciseDescription& exercise : all_exercises()) {
        fmt::print("{:<26} {:<10} {}\n", label(exercise), name(exercise.kind),
                   progress.state(exercise));
        solved += progress.is_done({exercise.lesson.number, &exercise});
        if (exercise.kind != Kind::main) continue;
        const QuizCount count = quiz_count(exercise.lesson.number);
        fmt::print("{:<26} {:<10} {} of {} answers right\n",
                   fmt::format("{:02}", exercise.lesson.number), "quiz", count.right, count.questions);
    }
    fmt::print("\n{} of {} exercises are solved. {}", solved, all_exercises().size(),
               what_is_next(lesson_reached([&](const Step& step) { return progress.is_done(step); })));
    return exit_pass;
}

} // namespace

void keep_result(const ExerciseDescription& exercise, Points points) {
    best_results().note(exercise.lesson.name, points);
}

std::string what_is_next(int lesson) {
    const Progress progress;
    const auto step = next_step(lesson, [&](const Step& s) { return progress.is_done(s); });
    if (!step) return "Nothing is left but challenges: ./scanlab progress lists them.\n";
    return "Next: " + what_to_do(*step, progress.workbook());
}

Action define_progress(CLI::App&, const Invocation&) { return show_progress; }

Action define_next(CLI::App&, const Invocation&) {
    return [] {
        const Progress progress;
        fmt::print("{}", what_is_next(
                             lesson_reached([&](const Step& step) { return progress.is_done(step); })));
        return exit_pass;
    };
}

} // namespace scanlab
