/// \file
/// What a student's exercise includes: all of lesson.hpp, and SCANLAB_EXERCISE, with which it ends. It
/// has no main of its own; what runs it, a library of the kit or a grader, brings one.
#pragma once

#include "lesson.hpp"

namespace scanlab {

/// A student's solution of an exercise.
struct Exercise {
    const char* name; ///< as in common/grading/exercises/exercises.json
    const char* file; ///< the source file
    std::span<const Variant> variants;
};

/// The one that this program is linked with: SCANLAB_EXERCISE defines it.
Exercise exercise();

} // namespace scanlab

/// Names the exercise, and the class template whose `launch` starts its kernels (see scanlab::variant).
#define SCANLAB_EXERCISE(name, Kernels)                                                                \
    scanlab::Exercise scanlab::exercise() { return {#name, __FILE__, scanlab::variants<Kernels>}; }    \
    static_assert(true) // asks for a semicolon
