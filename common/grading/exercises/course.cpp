#include "course.hpp"

#include <algorithm>

namespace scanlab {

std::vector<Step> steps_of_course() {
    std::vector<Step> steps;
    for (const ExerciseDescription& exercise : all_exercises()) {
        if (exercise.kind == Kind::challenge || exercise.is_own()) continue;
        steps.push_back({exercise.lesson.number, &exercise});
        if (exercise.kind == Kind::main) steps.push_back({exercise.lesson.number, nullptr});
    }
    return steps;
}

std::optional<Step> next_step(int lesson, const std::function<bool(const Step&)>& is_done) {
    std::vector<Step> steps = steps_of_course();
    std::stable_partition(steps.begin(), steps.end(),
                          [&](const Step& step) { return step.lesson >= lesson; });
    const auto next = std::ranges::find_if_not(steps, is_done);
    return next == steps.end() ? std::nullopt : std::optional(*next);
}

int lesson_reached(const std::function<bool(const Step&)>& is_done) {
    int reached = 0;
    for (const Step& step : steps_of_course())
        if (is_done(step)) reached = std::max(reached, step.lesson);
    return reached;
}

} // namespace scanlab
