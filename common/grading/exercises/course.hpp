/// \file
/// The way through the course: what comes after what.
#pragma once

#include "catalogue.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace scanlab {

/// An exercise, or the quiz of a lesson.
struct Step {
    int lesson;
    const ExerciseDescription* exercise; ///< null: the quiz
};

/// All of them in order. Each lesson's quiz follows its main exercise; challenges are no steps.
std::vector<Step> steps_of_course();

/// The first step from this lesson on that is not done, or else the first before it; none if all are
/// done.
std::optional<Step> next_step(int lesson, const std::function<bool(const Step&)>& is_done);

/// The last lesson of which a step is done; 0 if none is.
int lesson_reached(const std::function<bool(const Step&)>& is_done);

} // namespace scanlab
