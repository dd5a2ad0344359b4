/// \file
/// How the grader tells scanlab_guard what to do: by words on its command line.
#pragma once

#include "guard.hpp"

#include <string>
#include <vector>

namespace scanlab::grader {

/// What stands between the settings and the command.
inline const std::string end_of_settings = "--";

struct GuardSettings {
    Place place;
    Limits limits;
    bool has_guard =
        true; ///< else the command takes the place of scanlab_guard, without anybody beside it
};

/// As in "computing=10", one word for each.
std::vector<std::string> words_of(const GuardSettings& settings);

/// Reads them. Throws std::invalid_argument if they are anything else.
GuardSettings read_settings(const std::vector<std::string>& words);

/// How a program has ended that had a guard, by what waitpid() has told of the guard.
Ended ended_with_guard(int status, const std::filesystem::path& printed);

} // namespace scanlab::grader
