/// \file
/// What an exercise is graded on: rubric.json, read.
#pragma once

#include "size_class.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace scanlab::grader {

/// Points for a share of a copy's speed.
struct Band {
    double share, points;
};

/// A line of an exercise's rubric.
struct RubricLine {
    enum class Kind {
        correctness, ///< the right results for every size of a class
        findings,    ///< nothing for the simulator to find while it was checked
        cost,        ///< conditions on what it costs, counted
        time         ///< how fast it is on a GPU: a bonus
    };
    std::string id, title;
    double points;
    Kind kind;
    std::string visibility;              ///< as in LineResult
    SizeClass size_class;                ///< correctness: n
    std::vector<int> blocks;             ///< threads per block; none: the exercise's own number
    std::vector<int> devices;            ///< that calls are dealt to; none: the exercise's own number
    std::vector<long long> sizes;        ///< cost, time: n, in elements
    std::vector<std::string> conditions; ///< cost: see evaluate()
    std::vector<Band> bands;             ///< time: the fastest first
};

using RubricLines = std::vector<RubricLine>;

/// The lines of an exercise: those of "every" exercise, and its own. Throws UsageError, with the file's
/// name and what is wrong, if there is no such file, if it is not one, or if a condition is none.
RubricLines read_rubric(const std::filesystem::path& file, std::string_view exercise);

} // namespace scanlab::grader
